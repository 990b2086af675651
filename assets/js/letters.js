// Loads the fonts that a drawing needs: a fragment of a page cannot add the link of a style sheet to the head. Fonts of earlier
// drawings stay, so that no text is drawn in another font while the new ones load.

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
