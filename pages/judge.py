"""Check a run's judge: label sentences, see how far it agrees, and correct its means."""

import streamlit as st

from evaluation.labels import KINDS
from ui import judge_found, judge_pick, judge_view, label_clicks, label_transfer, labeling
from ui.shell import page, reader_errors

page("Judge", "A judge's scores carry its errors. Say of some sentences what you think, and see what they are worth.")
with reader_errors():
    checked = judge_pick.run()
    if checked is None:
        st.stop()
    found = judge_found.found_of(checked)
    judge_view.verdict(checked, found)
    if not checked.frames:
        st.info("The judge judged no sentence of this run, so there is none to label. Choose another run.")
        st.stop()
    done = {kind: sum(place[2] == kind for place in found.labels) for kind in KINDS}
    with st.container(horizontal=True):
        kind, way = judge_pick.kind(checked.frames, done), judge_pick.way()
    shown = label_clicks.show if way == judge_pick.WHOLE else labeling.show
    shown(checked.run, checked.frames[kind], found.labels)
    judge_view.corrected(checked.run, found)
    judge_view.agreement(found)
    judge_view.calibration(found)
    judge_view.differences(checked.run, found.disputes)
    label_transfer.show(checked.run, found)
