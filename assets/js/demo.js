// The example of the home page: on a narrow page, its picture and its queries show what is chosen.
function reveal() {
  const demo = document.getElementById("demo");
  for (const [frame, part] of [[".demo-picture", ".table.selected"], [".demo-queries", "[aria-current]"]]) {
    const area = demo?.querySelector(frame), chosen = area?.querySelector(part);
    if (!chosen || area.scrollWidth <= area.clientWidth) continue;
    const { left, width } = chosen.getBoundingClientRect(), at = area.getBoundingClientRect();
    area.scrollLeft += left - at.left - (at.width - width) / 2;
  }
}
document.addEventListener("htmx:after:swap", reveal);
reveal();
addEventListener("resize", reveal);
