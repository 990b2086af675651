// The canvas has no forms of its own: what is typed over it goes into the form beside it, which saves it, keeps it, and
// shows what is wrong with it.

/** Sends a form's fields by a button of it, or as they save themselves, and gives what the server says against it, or "". */
export function sending(form, fields, send) {
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

/** What the page says against some fields of the form beside the canvas. */
function problemOf(fields) {
  const beside = fields.map((field) => document.getElementById(`${field.id}-problem`)).filter(Boolean);
  const told = beside.length > 0 ? beside : [...document.querySelectorAll("#inspector :is([role=alert], .notice)")];
  const texts = told.map((element) => {
    const copy = element.cloneNode(true);
    for (const button of copy.querySelectorAll("button")) button.remove();
    return [...copy.querySelectorAll("h3, p, dt, dd")].length > 0
      ? [copy.firstChild?.nodeType === Node.TEXT_NODE ? copy.firstChild.textContent : "", ...[...copy.querySelectorAll("h3, p, dt, dd")].map((part) => part.textContent)].join(" ")
      : copy.textContent;
  });
  return texts.join(" ").replace(/\s+/g, " ").trim() || document.getElementById("saved")?.textContent || "Not saved";
}

/** Waits for something to come into the page, at most for some seconds. */
export async function coming(look) {
  for (let tries = 0; tries < 250; tries++) {
    const found = look();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return null;
}

/** Selects an element of the model, as a link to it would. */
export function select(view, id) {
  const url = new URL(location.href);
  url.searchParams.set("select", id);
  view.canvas.dispatchEvent(new CustomEvent("widerow:go", { bubbles: true, detail: url }));
}

/** A field of the form beside the canvas; whatever has none cannot be changed. */
export const besideField = (id, names) => names.map((name) => document.querySelector(`#inspector [name="set.${CSS.escape(id)}.${name}"]:not([readonly], [disabled])`)).find(Boolean);
