// The fonts of the letters that a drawing has: a fragment cannot bring a style sheet's link to the head. Those of earlier
// drawings stay, so that nothing is drawn in another font while the new ones load.

function fetchLetters() {
  for (const { dataset } of document.querySelectorAll("[data-letters]")) {
    for (const address of dataset.letters.split(" ").filter(Boolean)) {
      if (document.head.querySelector(`link[href="${CSS.escape(address)}"]`)) continue;
      const link = document.createElement("link");
      link.rel = "stylesheet";
      link.setAttribute("href", address);
      document.head.append(link);
    }
  }
}
document.addEventListener("htmx:after:swap", fetchLetters);
