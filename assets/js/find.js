// input[data-find="#list"] filters the items of an outline while the user types. Enter opens the first item whose own name
// matches, or else the first with a matching part. Escape clears the input.
const simple = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** Hides what does not match; an item stays if an item below it matches. Returns the number of items left. */
function filter(list, wanted) {
  let left = 0;
  for (const item of [...list.querySelectorAll("li")].reverse()) {
    const names = [...item.querySelectorAll("a, .words b")].map((name) => name.textContent).join("\n");
    const hit = !wanted || simple(names).includes(wanted);
    item.hidden = !hit;
    left += hit;
  }
  for (const group of list.querySelectorAll(".group")) {
    group.hidden = wanted !== "" && !group.querySelector("li:not([hidden])");
  }
  return left;
}

function apply(input) {
  const list = document.querySelector(input.dataset.find);
  if (!list) return;
  const wanted = simple(input.value.trim());
  const left = filter(list, wanted);
  const none = document.querySelector("[data-find-none]");
  if (none) none.hidden = left > 0 || wanted === "";
}

document.addEventListener("input", (event) => {
  if (event.target.matches("[data-find]")) apply(event.target);
});
document.addEventListener("keydown", (event) => {
  const input = event.target;
  if (!input.matches?.("[data-find]")) return;
  if (event.key === "Escape") {
    input.value = "";
    apply(input);
    input.blur();
  } else if (event.key === "Enter") {
    event.preventDefault();
    const list = document.querySelector(input.dataset.find), wanted = simple(input.value.trim());
    const links = [...(list?.querySelectorAll("li:not([hidden]) > a[href]") ?? [])].filter((link) => link.checkVisibility());
    const link = links.find(({ textContent }) => simple(textContent).includes(wanted)) ?? links[0];
    link?.focus();
    link?.click();
  }
});
document.addEventListener("htmx:after:swap", () => document.querySelectorAll("[data-find]").forEach((input) => input.value && apply(input)));
