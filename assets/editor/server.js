// Questions to the server about a text. A later question of the same kind takes the place of one that is still open.
const open = new Map(); // address → AbortController

/** The answer, or null if it was overtaken, refused or never came. */
export async function ask(address, fields) {
  open.get(address)?.abort();
  const controller = new AbortController();
  open.set(address, controller);
  try {
    const response = await fetch(address, { method: "POST", body: new URLSearchParams(fields), signal: controller.signal, headers: { Accept: "application/json" } });
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  } finally {
    if (open.get(address) === controller) open.delete(address);
  }
}
