// The pages' policy lets no <style> in, with which CodeMirror brings its own rules. Sheets that a script constructs are let in.
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
