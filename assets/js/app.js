// All scripts of the pages except theme.js, which must run before the first paint, and the CQL editor, which editor.js loads when
// a page has one. Scripts talk to each other by events named widerow:…; those of the canvas, which is the diagram in the page, import
// from each other, and asks.js is for several.
import "./swap.js";
import "./letters.js";
import "./pick.js";
import "./links.js";
import "./save.js";
import "./drafts/list.js";
import "./adds.js";
import "./follows.js";
import "./grid.js";
import "./keys.js";
import "./palette.js";
import "./fold.js";
import "./tabs.js";
import "./splitter.js";
import "./notices.js";
import "./cursor.js";
import "./toolbar.js";
import "./display.js";
import "./canvas/start.js";
import "./canvas/offer.js";
import "./compare.js";
import "./lines.js";
import "./query.js";
import "./mention.js";
import "./seen.js";
import "./inbox.js";
import "./later.js";
import "./tray.js";
import "./copy.js";
import "./console.js";
import "./theme-switch.js";
import "./editor.js";
import "./live/refresh.js";
import "./live/presence.js";
import "./live/cards.js";
