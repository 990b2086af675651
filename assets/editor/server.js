// Questions to the server about a text. A later question of the same kind takes the place of one that is still open.
const open = new Map(); // address → AbortController

const given = new Map(); // where questions go → what goes with each

/** More fields for all questions to one place. */
export const giving = (place, fields) => given.set(place, fields);

const more = (address) => given.get(address.slice(0, address.lastIndexOf("/")))?.();

/** The answer, or null if it was overtaken, refused or never came. */
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
