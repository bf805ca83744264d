// A button's key must not overtake the words that are being typed: the field is left first, which hands them over.
const CODES = new Set(["KeyA", "KeyD", "KeyS", "KeyZ", "ArrowUp", "ArrowDown"]);

function leave(event) {
  const combined = event.altKey || ((event.ctrlKey || event.metaKey) && (event.code === "KeyS" || event.shiftKey));
  const field = document.activeElement;
  if (combined && CODES.has(event.code) && field && field.matches("textarea, input")) field.blur();
}

export default function () {
  document.addEventListener("keydown", leave, true);
  return () => document.removeEventListener("keydown", leave, true);
}
