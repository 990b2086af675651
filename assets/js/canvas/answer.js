// The canvas has no forms of its own: what is typed over it goes into the form beside it, which saves it, keeps it as a draft,
// and shows its errors.

/** Calls send, which submits the form, and resolves to the problem that the server reports about the fields, or "". */
export function submit(form, fields, send) {
  return new Promise((resolve) => {
    const finish = ({ detail: { ctx } }) => {
      if (ctx.request.form !== form) return;
      document.removeEventListener("htmx:finally:request", finish);
      resolve(ctx.response?.status < 400 ? "" : problemOf(fields));
    };
    document.addEventListener("htmx:finally:request", finish);
    send();
  });
}

/** Returns the problems that the page shows for these fields of the form beside the canvas. */
export function problemOf(fields) {
  const beside = fields.map((field) => document.getElementById(`${field.id}-problem`)).filter(Boolean);
  const alerts = beside.length > 0 ? beside : [...document.querySelectorAll("#inspector :is([role=alert], .notice)")];
  const texts = alerts.map((element) => {
    const copy = element.cloneNode(true);
    for (const button of copy.querySelectorAll("button")) button.remove();
    return [...copy.querySelectorAll("h3, p, dt, dd")].length > 0
      ? [copy.firstChild?.nodeType === Node.TEXT_NODE ? copy.firstChild.textContent : "", ...[...copy.querySelectorAll("h3, p, dt, dd")].map((part) => part.textContent)].join(" ")
      : copy.textContent;
  });
  return texts.join(" ").replace(/\s+/g, " ").trim() || document.getElementById("saved")?.textContent || "Not saved";
}

/** Waits up to five seconds until look finds something in the page. */
export async function waitFor(look) {
  for (let tries = 0; tries < 250; tries++) {
    const found = look();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return null;
}

/** Selects an element of the model, as a link to it does. */
export function select(view, id) {
  const url = new URL(location.href);
  url.searchParams.set("select", id);
  view.canvas.dispatchEvent(new CustomEvent("widerow:go", { bubbles: true, detail: url }));
}

/** Clears the selection. Reports whether there was one. */
export function deselect(view) {
  const url = new URL(location.href);
  if (!url.searchParams.has("select") || "follow" in view.canvas.dataset) return false;
  url.searchParams.delete("select");
  view.canvas.dispatchEvent(new CustomEvent("widerow:go", { bubbles: true, detail: url }));
  return true;
}

/** Returns the field of the form beside the canvas that edits an element, or undefined if it cannot be edited. */
export const formField = (id, names) => names.map((name) => document.querySelector(`#inspector [name="set.${CSS.escape(id)}.${name}"]:not([readonly], [disabled])`)).find(Boolean);
