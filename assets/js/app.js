// All scripts of the pages but theme.js, which must run before the first paint, and the CQL editor, which editor.js
// fetches where there is one. Scripts speak to each other by events named widerow:…; only those in canvas share names.
import "./swap.js";
import "./letters.js";
import "./links.js";
import "./save.js";
import "./draft.js";
import "./keys.js";
import "./find.js";
import "./fold.js";
import "./tabs.js";
import "./splitter.js";
import "./notices.js";
import "./cursor.js";
import "./toolbar.js";
import "./display.js";
import "./overview.js";
import "./minimap.js";
import "./canvas/start.js";
import "./copy.js";
import "./theme-switch.js";
import "./editor.js";
