// Draws pieces of text by textContent alone, so that no text becomes markup, and tells what was clicked or selected.

const points = (text) => [...text].length;

function pieceOf([text, classes, id, tip, label]) {
  const piece = document.createElement("span");
  piece.textContent = text;
  piece.className = classes;
  if (label) piece.dataset.label = label;
  if (tip) piece.title = tip;
  if (id) {
    piece.dataset.id = id;
    piece.setAttribute("role", "button");
    piece.tabIndex = -1;
    if (tip) piece.setAttribute("aria-description", tip);
  }
  return piece;
}

// One stop of the Tab key for the whole text; the arrows go from mark to mark.
function stopsOf(box) {
  const seen = new Set();
  return [...box.querySelectorAll("[data-id]")].filter((piece) => {
    const first = !seen.has(piece.dataset.id);
    seen.add(piece.dataset.id);
    return first;
  });
}

function goTo(stops, stop) {
  stops.forEach((each) => (each.tabIndex = each === stop ? 0 : -1));
  stop.focus();
}

function onKey(event, box, click) {
  const stops = stopsOf(box);
  const at = stops.indexOf(event.target);
  if (at < 0) return;
  const steps = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: stops.length - 1 };
  if (event.key === "Enter" || event.key === " ") click(event.target.dataset.id);
  else if (stops[steps[event.key]]) goTo(stops, stops[steps[event.key]]);
  else return;
  event.preventDefault();
}

// The text holds nothing but itself (labels are drawn by the style sheet), so lengths of ranges are offsets.
function selectedIn(box, start) {
  const selection = document.getSelection();
  if (!selection.rangeCount || selection.isCollapsed) return null;
  const range = selection.getRangeAt(0);
  if (!box.contains(range.startContainer) || !box.contains(range.endContainer)) return null;
  const before = document.createRange();
  before.selectNodeContents(box);
  before.setEnd(range.startContainer, range.startOffset);
  const first = start + points(before.toString());
  return [first, first + points(range.toString())];
}

function scrollTo(box, data) {
  const wanted = String(data.focus);
  if (data.focus === null || box.dataset.focus === wanted) return;
  box.dataset.focus = wanted;
  const piece = box.querySelector(".ct-focus");
  if (piece) box.scrollTop = piece.offsetTop - box.offsetTop - box.clientHeight / 3;
}

export default function ({ data, parentElement, setTriggerValue }) {
  const box = parentElement.querySelector(".ct-marked");
  const use = parentElement.querySelector(".ct-use");
  const click = (id) => id && setTriggerValue("clicked", id);

  box.replaceChildren(...data.pieces.map(pieceOf));
  box.style.maxHeight = data.height ? `${data.height}px` : "";
  box.setAttribute("aria-label", data.title);
  box.tabIndex = data.height || data.selectable ? 0 : -1;
  const first = stopsOf(box)[0];
  if (first) first.tabIndex = 0;
  scrollTo(box, data);

  box.onclick = (event) => {
    const piece = event.target.closest("[data-id]");
    if (piece && document.getSelection().isCollapsed) click(piece.dataset.id);
  };
  box.onkeydown = (event) => onKey(event, box, click);

  use.hidden = true;
  if (!data.selectable) return undefined;
  const onSelection = () => (use.hidden = selectedIn(box, data.start) === null);
  // A press must not lose the selection that it is about.
  use.onmousedown = (event) => event.preventDefault();
  use.onclick = () => {
    const span = selectedIn(box, data.start);
    if (span) setTriggerValue("selected", span);
  };
  document.addEventListener("selectionchange", onSelection);
  return () => document.removeEventListener("selectionchange", onSelection);
}
