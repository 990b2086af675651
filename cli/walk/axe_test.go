package walk

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

const axeVersion = "4.14.1"

// axeSum is the SHA-256 of package/axe.min.js in that version. The package's
// SHA-512 was checked against the one that npm publishes.
const axeSum = "29348999450cdf2849a8e70b7912fc2da85a849da39c0d0d5394f51d4a9ed95c"

var themes = []string{"light", "dark"}

// TestAccessibility runs axe-core on every page, light and dark, wide and narrow.
func TestAccessibility(t *testing.T) {
	axe := axeCore(t)
	v := walkAlone(t)
	hotel := v.makeHotel()
	v.open("")
	v.fill("#new-name", "Empty")
	v.expectLoad(func() { v.click(".new-model button") })
	empty := filepath.Dir(v.path())
	ids := elementsOf(t, v.server, hotel)
	v.server.post(hotel+"/edit", url.Values{"do": {"add:find:q7"}, "new.find.attribute": {"guestlast"}}) // a query of two tables
	v.open("")
	v.fill("#new-name", "Fleet")
	v.expectLoad(func() { v.click(".new-model button") })
	fleet := filepath.Dir(v.path())
	v.server.post(fleet+"/edit", url.Values{"do": {"add:entity:"}, "new.entity.text": {"Vehicle (900): vin\nCar: seats\nTruck: axles\nDepot (20): depot_id\nDepot 1 owns n(45/200) Vehicle\nCar, Truck isa Vehicle"}})
	v.server.post(fleet+"/edit", url.Values{"do": {"add:query:"}, "new.query.text": {"SELECT Car, Truck WHERE depot_id = ?"}})
	v.open("import")
	v.fill("#import-text", oldSchema)
	v.expectLoad(func() { v.click(".import-form button") })
	v.expectLoad(func() { v.click("#import-confirm") })
	imported := filepath.Dir(v.path())

	groups := map[string]map[string]string{
		"plain": {"home": "", "import": "import", "you": "you", "help": "help", "missing": "m/nosuchmodel", "delete": hotel + "/delete", "compare": hotel + "/compare", "compare-plan": hotel + "/compare?tab=plan", "compare-cql": hotel + "/compare?tab=cql"},
		"proofs": {"proof-lookup": hotel + "/queries?select=q7", "update": hotel + "/queries?select=u1", "keys": hotel + "/keys?select=pavailablerooms",
			"recover": imported + "/recover", "derive": hotel + "/derive", "derive-subtypes": fleet + "/derive"},
		"empty": {"old": hotel + "/physical?rev=1"}, "tabs": {}, "selected": {"cluster": hotel + "/cluster", "measured": hotel + "/measured", "split": hotel + "/split?select=pavailablerooms", "design-pattern": hotel + "/design?pattern=likes"},
	}
	for _, tab := range []string{"concepts", "queries", "logical", "physical", "sizes", "cql", "statements", "history", "comments"} {
		groups["empty"]["empty-"+tab] = empty + "/" + tab
		groups["tabs"][tab] = hotel + "/" + tab
		if id := ids[tab]; id != "" {
			groups["selected"][tab+"-selected"] = hotel + "/" + tab + "?select=" + id
		}
	}
	for group, pages := range groups {
		t.Run(group, func(t *testing.T) {
			t.Parallel() // each axe-core keeps one processor busy
			v := newWalker(t, v.server)
			v.expect(404)
			v.prefer(themes[0])
			for name, path := range pages {
				v.do(chromedp.EmulateViewport(1280, 844))
				v.open(path)
				v.inspect(axe, name+"-1280")
				v.do(chromedp.EmulateViewport(390, 844))
				v.inspect(axe, name+"-390")
			}
		})
	}
}

// inspect takes a screenshot of the page and runs axe-core in each theme. The
// themes differ in colours only, so the rules that see no colours run once.
func (v *walker) inspect(axe, name string) {
	v.t.Helper()
	v.inspectIn(v.themes(), axe, name)
}

// inspectIn is inspect for some of the themes.
func (v *walker) inspectIn(themes []string, axe, name string) {
	v.t.Helper()
	v.loadAxe(axe)
	for i, theme := range themes {
		v.prefer(theme)
		v.picture(name + "-" + theme)
		if i == 0 {
			v.runAxe(name+"-"+theme, axeOptions, fewestRules)
		} else {
			v.runAxe(name+"-"+theme, colourOptions, 1)
		}
		if wide := ask[float64](v, `document.documentElement.scrollWidth - innerWidth`); wide > 0 {
			v.t.Errorf("%s-%s: the page is %v px wider than the window", name, theme, wide)
		}
	}
	if words := ask[[]string](v, squeezedWords); len(words) > 0 {
		v.t.Errorf("%s: words are broken into letters: %q", name, words)
	}
}

// squeezedWords lists the words of the page that have so little room that they
// take a line for every two letters, or more.
const squeezedWords = `(() => {
	const found = new Set, texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), range = document.createRange();
	while (texts.nextNode()) {
		if (!texts.currentNode.parentElement.checkVisibility()) continue;
		for (const match of texts.currentNode.data.matchAll(/[^\s]{4,}/g)) {
			range.setStart(texts.currentNode, match.index);
			range.setEnd(texts.currentNode, match.index + match[0].length);
			if (range.getClientRects().length > match[0].length / 2) found.add(match[0]);
		}
	}
	return [...found];
})()`

// themes returns the themes, first the one that the window has.
func (v *walker) themes() []string {
	order := slices.Clone(themes)
	if v.theme == order[1] {
		slices.Reverse(order)
	}
	return order
}

// prefer sets the preferred theme and turns off animations.
func (v *walker) prefer(theme string) {
	v.t.Helper()
	v.theme = theme
	command(v, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}, {Name: "prefers-reduced-motion", Value: "reduce"}},
	})
}

// elementsOf returns an element to select on each tab.
func elementsOf(t *testing.T, server *program, model string) map[string]string {
	t.Helper()
	_, text := server.get(model + "/model.json")
	var document struct {
		Concepts struct{ Entities map[string]any }
		Workflow struct{ Queries map[string]any }
		Logical  struct{ Tables map[string]any }
		Physical struct{ Relations map[string]any }
	}
	if err := json.Unmarshal([]byte(text), &document); err != nil {
		t.Fatal(err)
	}
	ids := map[string]string{}
	for tab, elements := range map[string]map[string]any{
		"concepts": document.Concepts.Entities, "queries": document.Workflow.Queries,
		"logical": document.Logical.Tables, "physical": document.Physical.Relations,
	} {
		for id := range elements {
			ids[tab] = max(ids[tab], id)
		}
	}
	return ids
}

// axeOptions makes axe apply all rules that are turned on.
const axeOptions = `{resultTypes: ["violations"], preload: false}`

// colourOptions makes axe apply the rules whose result depends on colours.
const colourOptions = `{resultTypes: ["violations"], preload: false, runOnly: {type: "rule", values: ["color-contrast", "link-in-text-block"]}}`

// fewestRules is the number of rules that find something to judge on any page. If
// fewer do, axe has not seen the page.
const fewestRules = 5

// seriousImpacts are the violations that fail a test.
const seriousImpacts = `["serious", "critical"]`

// loadAxe loads axe into the page, unless an earlier call has, and turns off the
// rules whose violations would not be reported: the impact of a rule is that of
// all its violations. The contrast of a text in a diagram is none of axe's: boxes
// overlap it, so that axe can never decide, and looking takes longer than for the
// rest of the page. assets/contrast_test.go judges the colours of the themes.
func (v *walker) loadAxe(axe string) {
	v.t.Helper()
	if ask[bool](v, `Boolean(window.axe)`) {
		return
	}
	ask[bool](v, axe+`
		;axe.configure({rules: axe._audit.rules.filter(rule => !`+seriousImpacts+`.includes(rule.impact)).map(rule => ({id: rule.id, enabled: false}))
			.concat({id: "color-contrast", selector: ":not(text):not(tspan)"})});
		true`)
}

// runAxe reports the serious and critical violations that axe finds. If
// fewer rules than the fewest judged anything, it has not seen the page.
func (v *walker) runAxe(name, options string, fewest int) {
	v.t.Helper()
	limited, cancel := context.WithTimeout(v.ctx, patience)
	defer cancel()
	findings, err := chromedp.Run(limited, chromedp.Evaluate[[]string](fmt.Sprintf("(%s)(%s, %s, %d)", axeFindings, options, seriousImpacts, fewest), chromedp.EvalAwaitPromise))
	if err != nil {
		v.fail("axe on %s: %v", name, err)
	}
	for _, finding := range findings {
		v.t.Errorf("%s: %s", name, finding)
	}
}

// axeFindings runs axe and returns its findings as text. A rule that fails is a
// finding: axe itself reports it as a case that it could not decide.
const axeFindings = `async (options, impacts, fewest) => {
	const {passes, violations, incomplete} = await axe.run(options);
	const checks = (node) => node.any.concat(node.all, node.none);
	const failed = incomplete.flatMap(rule => rule.nodes.flatMap(checks).filter(check => check.id === "error-occurred").map(check => rule.id + " failed: " + (check.data?.message ?? check.message)));
	if (failed.length === 0 && passes.length + violations.length + incomplete.length < fewest) return ["axe looked at nothing"];
	return failed.concat(violations.filter(violation => impacts.includes(violation.impact))
		.map(violation => violation.id + ": " + violation.help + " at " + violation.nodes.map(node => node.target.join(" ") + " (" + checks(node).map(check => check.message).join("; ") + ")").slice(0, 4).join(", ")));
}`

var axeFetched sync.Mutex

// axeCore returns the script of axe-core. npm downloads it once into the user's
// cache.
func axeCore(t *testing.T) string {
	t.Helper()
	axeFetched.Lock()
	defer axeFetched.Unlock()
	cache, err := os.UserCacheDir()
	if err != nil {
		failOrSkip(t, "no cache folder for axe-core")
	}
	folder := filepath.Join(cache, "widerow-axe", axeVersion)
	file := filepath.Join(folder, "package", "axe.min.js")
	if _, err := os.Stat(file); err != nil {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		fetch := exec.CommandContext(ctx, "sh", "-c", "npm pack --silent axe-core@"+axeVersion+" && tar xzf axe-core-"+axeVersion+".tgz package/axe.min.js")
		fetch.Dir = folder
		if output, err := fetch.CombinedOutput(); err != nil {
			failOrSkip(t, fmt.Sprintf("no axe-core: npm pack: %v %s", err, strings.TrimSpace(string(output))))
		}
	}
	script, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if sum := fmt.Sprintf("%x", sha256.Sum256(script)); sum != axeSum {
		t.Fatalf("axe.min.js in the cache has the SHA-256 %s, want %s: remove the folder widerow-axe", sum, axeSum)
	}
	return string(script)
}
