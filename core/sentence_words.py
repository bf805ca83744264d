"""Words that tell whether a full stop ends a sentence: abbreviations by what they promise, and frequent first words.

One list serves all languages; a word that is ordinary somewhere stands in the list that asks most of what follows.
Abbreviations are in lower case and without the stop.
"""

from __future__ import annotations


def _words(*lines: str) -> frozenset[str]:
    return frozenset(word for line in lines for word in line.split())


# Titles, and words that always lead on: "Dr. Lee", "cf. Brun", "z.B. Autos".
LEADS_ON = _words(
    # English
    "mr mrs ms mx dr drs prof profs rev hon messrs mmes st sts mt ft gen col lt maj capt cmdr sgt cpl adm brig gov",
    "sen rep pres supt det insp vs cf e.g eg i.e ie viz esp incl resp aka a.k.a",
    # German
    "z.b d.h u.a u.u o.ä i.d.r i.e.s vgl bzw evtl ggf hr dipl insb bspw zzgl inkl exkl sog geb fa frl",
    # French, Spanish, Portuguese, Italian
    "mme mlle mgr p.ex env sr sra srta sres srs dra dña uds ee profa eng exmo avda sig sigg sig.ra dott dott.ssa avv",
    # Dutch, Nordic, Finnish
    "mevr dhr drs bijv o.a d.w.z m.n t.a.v bl.a t.ex d.v.s dvs f.eks m.fl esim",
    # Slavic, Greek, Turkish, Vietnamese
    "inż hab płk m.in np tzn tj mudr judr phdr doc např tzv г-н г-жа проф акад им ул пр тов напр вул просп δρ πρβλ κα",
    "sn bkz özv dl dna ts ths gs pgs",
    # Devanagari, Bengali, Thai
    "डॉ प्रो श्री सुश्री पं ডঃ ডা মোঃ ดร น.ส ด.ช ด.ญ",
)

# Words that lead on to a number, a paragraph sign or a single letter: "Fig. 3", "Art. 12", "No. 7".
BEFORE_A_NUMBER = _words(
    "no nos nr nrs núm n.º n.os art arts sec secs fig figs eq eqs eqn p pp pg par para paras vol vols ch chap app ex",
    "exh tab tbl ref refs ver v cl col ln lot apt rm ste bldg ed eds op ser bk sched reg r rule tel fax ext max min",
    "temp approx ca circa est jan feb mar apr jun jul aug sep sept oct nov dec abs nrn rn rdnr bd bde kap abb s str",
    "hausnr ziff anm aufl jg pos lit n° cap pág págs pag pagg tít fasc kl st č čl odst ods poz rys godz стр рис табл",
    "гл ч п пп д корп кв № ст αρ σελ sz oldal md alin",
)

# Words that may as well be the last: a boundary only where a word follows that often begins a sentence.
MAY_END = _words(
    "inc ltd corp co cos llc plc bros jr sr esq ph.d dept univ assn intl natl mfg ave blvd rd hwy civ crim supp cir",
    "dist fed rptr stat ann al pt tues thurs gmbh chr mio mrd tsd hrsg ss uu av arch mag ing pl ul ir sub suppl см г",
    "гг",
)

# Where a single capital is a name of its own, not an initial: "vitamin C.", "plan B."
LABELS = _words(
    "vitamin plan type group class grade hepatitis option appendix exhibit schedule section part table figure level",
    "team phase zone gate column row point side terminal influenza typ gruppe klasse anlage groupe classe grupo",
)

# Words that often begin a sentence and seldom a name, as they are written there.
STARTERS = _words(
    # English
    "A An The This That These Those It Its He His She Her They Their We Our I My You Your In On At By For From To",
    "With Of As And But Or Nor So Yet If When While Where Who What Why How Which After Before During Since Until",
    "There Then Here Now Later However Thus Also Both Each Every All Any Some Many Most Few Several Nobody No None",
    "Not One Two Is Are Was Were Do Does Did Has Have Had Can Could Will Would Should Must Let Please See Although",
    "Because Once Under",
    # German
    "Der Die Das Den Dem Des Ein Eine Einer Einen Er Sie Es Wir Ihr Ich Du Man Dies Diese Dieser Dieses Sein Seine Im",
    "Am An Auf Aus Bei Mit Nach Von Vom Zu Zum Zur Für Über Unter Und Aber Oder Wenn Als Da Dann Danach Dort Hier Nur",
    "Nicht Kein Keine Alle Viele Was Wer Wie Wo Warum Auch Doch So Damals Später Heute Seit Trotz Jede Jeder Beide Ob",
    # French
    "Le La Les Un Une Du Il Elle Ils Elles Nous Vous Je Tu Ce Cet Cette Ces Son Sa Ses Leur Dans En Sur Pour Par Avec",
    "Sans Mais Et Ou Si Quand Puis Après Avant Depuis Aucun Tous Toutes Selon Comme Ici Là Qui Que Quel Quelle",
    # Spanish, Portuguese, Italian, Dutch
    "El Los Las Una Lo Su Sus Este Esta Estos Estas Ese Esa Con Sin Pero Y O Cuando Después Antes Según Como Se Hay",
    "Os As Um Uma Ele Ela Eles Elas Seu Sua Em Na Nas Nos Com Sem Mas Quando Depois Não Há Ao Gli Uno Lui Lei Loro",
    "Nel Per Nella Ma Dopo Prima Non Che Chi Come De Het Een Hij Zij Ze Wij Dit Dat Deze Met Naar Van Voor Maar",
    # Nordic, Slavic, Greek
    "Det Han Hon Hun Vi Jag Jeg Men Och Og Efter Når När Hän Me Mutta Ja Kun To Ten Ta Te Nie Ale Po Przed Gdy Jest",
    "Są Ona Oni Jsou Byl Byla Potom В На С К По От Из За У Он Она Они Мы Вы Я Это Эта Этот Эти Но А И Или Если Когда",
    "После До Там Тогда Здесь Не Нет Все Её Его Их Він Вона Вони Ми Це Ця Але Ο Η Το Οι Τα Ένας Μια",
)

# What a time of day goes on with: "9 a.m. Monday", "5 p.m. EST".
AFTER_A_TIME = _words(
    "Monday Tuesday Wednesday Thursday Friday Saturday Sunday Mon Tue Tues Wed Thu Thurs Fri Sat Sun EST EDT CST CDT",
    "MST MDT PST PDT ET CT MT PT GMT UTC BST CET CEST Eastern Central Mountain Pacific",
)

# Small words that tell German from its neighbors.
GERMAN = _words(
    "der die das und ist nicht ein eine den dem mit für auf im am zum wird sind bei nach aus war",
)
NOT_GERMAN = _words(
    "the of and to is that with le les et la el los y que il di het een och og på er det i",
)
