// The grid of an element's parts: arrow keys go to the next row, Enter goes to the row for a new part, several pasted lines become
// parts, and the letter of a list follows its choice.
const textInput = ".part-row.line input:not([type=checkbox], [type=hidden])";

/** Returns the rows of a grid that can be edited, the one for a new part last. */
const rowsOf = (row) => [...row.closest(".parts").querySelectorAll(".part-row.line")];

/** Returns the input of another row in the same column of the grid, or else its name. */
function inputIn(row, like) {
  const field = like.name.split(".").at(-1);
  const inputs = [...(row?.querySelectorAll("input:not([type=checkbox], [type=hidden])") ?? [])];
  return inputs.find(({ name }) => name.endsWith(`.${field}`)) ?? inputs[0];
}

let entered = { input: null, value: "" }; // the input with the focus, and its value then
document.addEventListener("focusin", ({ target }) => {
  if (target.matches(textInput)) entered = { input: target, value: target.value };
});

/** Reports whether arrow keys choose from the suggestions of an input, which is so once something is typed. */
const suggests = (input) => input.list && entered.input === input && entered.value !== input.value;

function goTo(input) {
  if (!input) return false;
  input.focus();
  input.select();
  return true;
}

function key(event) {
  const input = event.target, row = input.closest(".part-row");
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (step && !suggests(input)) {
    const rows = rowsOf(row);
    return goTo(inputIn(rows[rows.indexOf(row) + step], input));
  }
  // Leaving the input saves its change.
  return event.key === "Enter" && row.matches("[data-row]") && goTo(inputIn(rowsOf(row).find((one) => one.matches(".new")), { name: ".name" }));
}
document.addEventListener("keydown", (event) => {
  const plain = !(event.defaultPrevented || event.isComposing || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey);
  if (plain && event.target.matches?.(textInput) && key(event)) event.preventDefault();
});

/** Adds several parts through the text for them, which shows what is wrong with them. */
function addLines(kind, text) {
  const lines = document.querySelector(`[data-lines="${CSS.escape(kind)}"]`), button = document.getElementById(`add-lines-${kind}`);
  if (!lines || !button) return false;
  lines.value = text;
  button.form.requestSubmit(button);
  return true;
}

/** Reports whether a text has several lines or cells. */
export const isTable = (text) => /[\t\n]/.test(text.trim());

/** Pastes a text as several new parts of the kind that an input is for. */
export function pasteParts(event, kind) {
  const text = event.clipboardData?.getData("text/plain") ?? "";
  if (!isTable(text) || !addLines(kind, text)) return;
  event.preventDefault();
}
document.addEventListener("paste", (event) => {
  const kind = event.target.matches?.(".part-row.new.line input") && event.target.name.split(".")[1];
  if (kind) pasteParts(event, kind);
});

document.addEventListener("change", ({ target }) => {
  const letter = target.matches("select[data-letters]") && document.getElementById(`${target.id}-letter`);
  if (letter) letter.textContent = target.selectedOptions[0]?.dataset.letter ?? "";
});
