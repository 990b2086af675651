// Questions to the server about a text. A new question of a kind cancels the open one of that kind.
const open = new Map(); // address → AbortController

const given = new Map(); // address → fields sent with each question

/** Sets additional fields for all questions to an address. */
export const giving = (place, fields) => given.set(place, fields);

const more = (address) => given.get(address.slice(0, address.lastIndexOf("/")))?.();

/** Returns the answer, or null if it was cancelled, rejected or lost. */
export async function ask(address, fields) {
  open.get(address)?.abort();
  const controller = new AbortController();
  open.set(address, controller);
  try {
    const response = await fetch(address, { method: "POST", body: new URLSearchParams({ ...more(address), ...fields }), signal: controller.signal, headers: { Accept: "application/json" } });
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  } finally {
    if (open.get(address) === controller) open.delete(address);
  }
}
