// The policy of the pages allows no <style> element, which CodeMirror uses for its rules, but it allows constructed style sheets.
import { StyleModule } from "style-mod";

const sheets = new Map(); // StyleModule → CSSStyleSheet

function sheetOf(module) {
  if (!sheets.has(module)) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(module.getRules());
    sheets.set(module, sheet);
  }
  return sheets.get(module);
}

StyleModule.mount = (root, modules) => {
  const ours = [modules].flat().map(sheetOf);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets.filter((sheet) => !ours.includes(sheet)), ...ours];
};
