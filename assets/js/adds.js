// New parts are saved one after the other. The row for a new part is free again at once, however long a save takes; a part that
// the server refuses comes back into the row, or into a message once the user types the next part there.
import { problemOf } from "./canvas/answer.js";
import { drop, fieldOf, note } from "./drafts/fields.js";
import { submitted } from "./submit.js";
import { answerButton, paragraph, showMessage } from "./messages.js";
import { noteUnsaved } from "./unsaved.js";

const isAdd = (ctx) => ctx.request.submitter?.value?.startsWith("add:") && ctx.request.form?.matches("[data-autosave]");
const normal = (text) => text.replace(/\r\n/g, "\n");

/** Removes from the body of a request the fields that the user has not changed. While it waits, others may change them. */
function leaveUnchanged(body) {
  for (const name of [...body.keys()]) {
    const place = name.startsWith("was.") && name.slice("was.".length);
    if (!place || body.has(`conflict.${place}`)) continue;
    const value = body.getAll(`set.${place}`).filter(Boolean).sort().join(" ");
    if (normal(value) !== normal(body.get(name))) continue;
    body.delete(name);
    body.delete(`set.${place}`);
  }
}
document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => isAdd(ctx) && leaveUnchanged(ctx.request.body));

let waiting = 0; // parts that are not saved yet

/** Submits a form by its button and resolves to the answer's problem with the fields, or to "". */
async function send(button, fields) {
  noteUnsaved("new parts", ++waiting > 0);
  const taken = await submitted(() => button.form.requestSubmit(button));
  noteUnsaved("new parts", --waiting > 0);
  return taken ? "" : problemOf(fields);
}

const blank = (field) => (/\.(name|text)$/.test(field.name) ? "" : field.defaultValue);
const free = (inputs) => inputs.every((input) => input.value.trim() === "" || input.value === input.defaultValue || input.options);

/** Clears an input for the next part. */
function clear(input) {
  if (input.options) input.selectedIndex = Math.max(0, [...input.options].findIndex((option) => option.defaultSelected));
  else input.value = blank(input);
}

/** Drops the drafts of a part that is sent: if it is refused, it comes back. */
function dropDrafts(fields) {
  for (const field of fields) if (field.dataset.draft !== undefined) drop(fieldOf(field), field.value);
}

/** Shows that a part was refused while the user typed the next one. */
function reportRefused(values, problem, putBack) {
  const what = values.filter(Boolean).join(" ");
  const notice = showMessage("bad", paragraph(`${what} was not added. ${problem}`));
  notice.append(answerButton("Restore", () => notice.remove(), putBack), answerButton("Discard", () => notice.remove()));
}

/**
 * Sends the row for a new part. inputs is where the user types the part: the fields of the row, or inputs over the drawing.
 * They are cleared at once. Resolves to "", or to the problem if the part is back in the inputs.
 */
export async function addPart(button, fields, inputs = fields) {
  const values = inputs.map(({ value }) => value);
  const put = (targets) => targets.forEach((target, i) => { target.value = values[i]; });
  if (inputs !== fields) put(fields);
  const answer = send(button, fields);
  dropDrafts(fields);
  inputs.forEach(clear);
  if (inputs !== fields) fields.forEach(clear);
  inputs[0].focus();
  const problem = await answer;
  const now = inputs.map((input) => (input.id && document.getElementById(input.id)) || input);
  if (problem === "") return "";
  const putBack = () => {
    put(now);
    now[0].focus();
  };
  if (free(now) && now[0].isConnected && waiting === 0) {
    put(now);
    now.forEach((input) => input.dataset.draft !== undefined && note(input));
    onTypingOver(now, () => reportRefused(values, problem, putBack));
    return problem;
  }
  reportRefused(values, problem, putBack);
  return "";
}

/**
 * Selects the text of the first input, which has come back while the user may already type the next part: a key then replaces
 * the text, empties the other inputs and calls replaced. Any other input edits the text.
 */
function onTypingOver(inputs, replaced) {
  const [first, ...others] = inputs;
  if (document.activeElement !== first) return;
  first.select?.();
  first.addEventListener("input", (event) => {
    if (event.inputType !== "insertText" || first.value !== event.data) return;
    others.forEach(clear);
    replaced();
  }, { once: true });
}

/** The row for a new part: its button and fields, the name first, where the next part is typed. In a grid it follows the mark. */
function rowOf(target) {
  const row = target.closest?.(".part-row.new"), button = row?.querySelector("button[value^='add:']");
  if (!button?.form?.matches("[data-autosave]") || !window.htmx) return null;
  const fields = [...row.querySelectorAll("[name^='new.']")], name = fields.filter((field) => field.name.endsWith(".name"));
  return { button, fields: [...name, ...fields.filter((field) => !name.includes(field))] };
}

function addRow(event) {
  const row = rowOf(event.target);
  if (!row) return;
  event.preventDefault();
  addPart(row.button, row.fields);
}
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && !event.defaultPrevented && !event.isComposing && event.target.matches?.("[name^='new.']:not(textarea)")) addRow(event);
});
document.addEventListener("click", (event) => event.target.matches("button[value^='add:']") && !event.defaultPrevented && addRow(event));
// A new element is filled at once: the focus goes to the row for its first part.
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (ctx.response?.status < 400 && ctx.request.form?.matches(".add-form")) document.querySelector("#inspector .part-row.new.line input:not([type=hidden])")?.focus();
});
