// Finding names by a few of their letters.
export const simple = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

const startsWord = (text, at) => at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1]);

/** Returns the places of letters that are in the text in their order, as close as a search from the left finds them, or null. */
function scattered(letters, text) {
  const places = [];
  let from = 0;
  for (const letter of letters) {
    // The beginning of a word is preferred: "rbg" means reservations_by_guest.
    let at = text.indexOf(letter, from);
    for (let word = at; word >= 0; word = text.indexOf(letter, word + 1)) {
      if (!startsWord(text, word)) continue;
      if (word - from < 24) at = word;
      break;
    }
    if (at < 0) return plain(letters, text);
    places.push(at);
    from = at + 1;
  }
  return places;
}

/** Like scattered, but takes the first place of each letter: after a preferred one, the others may be missing. */
function plain(letters, text) {
  const places = [];
  for (const letter of letters) {
    const at = text.indexOf(letter, places.length > 0 ? places.at(-1) + 1 : 0);
    if (at < 0) return null;
    places.push(at);
  }
  return places;
}

const span = (from, length) => Array.from({ length }, (_, i) => from + i);

/** Rates how well a word matches a name: returns points and the places of its letters, or null if some are missing. */
function judge(word, name) {
  const first = name.indexOf(word);
  if (first >= 0) {
    let at = first;
    while (at >= 0 && !startsWord(name, at)) at = name.indexOf(word, at + 1);
    const inside = at < 0, place = inside ? first : at;
    const points = name === word ? 120 : place === 0 ? 100 : inside ? 60 : 80;
    return { points: points - Math.min(20, name.length / 8), places: span(place, word.length) };
  }
  if (word.length < 2) return null;
  const places = scattered(word, name);
  if (!places) return null;
  const starts = places.filter((at) => startsWord(name, at)).length / places.length;
  const wide = (places.at(-1) - places[0] + 1) / word.length;
  if (starts < 0.5 && wide > 3) return null; // scattered letters match by chance
  return { points: 20 + 30 * starts - Math.min(15, wide), places };
}

/**
 * Ranks candidates with name and more, each already simple, by the words of a query. All words must be found, in the name or
 * else in more. Returns at most a number of { candidate, places }, the best first; places are those of letters in the name.
 */
export function rank(query, candidates, most) {
  const words = simple(query).split(/\s+/).filter(Boolean);
  const found = [];
  candidates.forEach((candidate, order) => {
    let points = candidate.bonus ?? 0;
    const places = [];
    for (const word of words) {
      const hit = judge(word, candidate.name);
      if (hit) places.push(...hit.places);
      else if (!candidate.more.includes(word)) return;
      points += hit ? hit.points : 25;
    }
    found.push({ candidate, places: new Set(places), points, order });
  });
  return found.sort((a, b) => b.points - a.points || a.order - b.order).slice(0, most);
}
