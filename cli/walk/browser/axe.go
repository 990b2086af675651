package browser

import (
	"context"
	"crypto/sha256"
	"fmt"
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

var Themes = []string{"light", "dark"}

// Inspect takes a screenshot of the page and runs axe-core in each theme. The
// themes differ in colours only, so the rules that see no colours run once.
func (v *Window) Inspect(axe, name string) {
	v.T.Helper()
	v.inspectIn(v.Themes(), axe, name)
}

// inspectIn is Inspect for some of the themes.
func (v *Window) inspectIn(themes []string, axe, name string) {
	v.T.Helper()
	v.loadAxe(axe)
	for i, theme := range themes {
		v.Prefer(theme)
		v.Picture(name + "-" + theme)
		if i == 0 {
			v.runAxe(name+"-"+theme, axeOptions, fewestRules)
		} else {
			v.runAxe(name+"-"+theme, colourOptions, 1)
		}
		if wide := Ask[float64](v, `document.documentElement.scrollWidth - innerWidth`); wide > 0 {
			v.T.Errorf("%s-%s: the page is %v px wider than the window", name, theme, wide)
		}
	}
	v.inspectGeometry(name)
	if words := Ask[[]string](v, squeezedWords); len(words) > 0 {
		v.T.Errorf("%s: words are broken into letters: %q", name, words)
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

// Themes returns the themes, first the one that the window has.
func (v *Window) Themes() []string {
	order := slices.Clone(Themes)
	if v.theme == order[1] {
		slices.Reverse(order)
	}
	return order
}

// Prefer sets the preferred theme and turns off animations.
func (v *Window) Prefer(theme string) {
	v.T.Helper()
	v.theme = theme
	Command(v, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}, {Name: "prefers-reduced-motion", Value: "reduce"}},
	})
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

// loadAxe loads axe into the page, unless an earlier call has, and turns off the rules whose
// violations would not be reported: each violation has the impact of its rule. axe does not check
// the contrast of texts in a diagram: boxes overlap the texts, so that axe can never decide, and
// looking takes longer than for the rest of the page. assets/contrast_test.go judges the colours of
// the themes.
func (v *Window) loadAxe(axe string) {
	v.T.Helper()
	if Ask[bool](v, `Boolean(window.axe)`) {
		return
	}
	Ask[bool](v, axe+`
		;axe.configure({rules: axe._audit.rules.filter(rule => !`+seriousImpacts+`.includes(rule.impact)).map(rule => ({id: rule.id, enabled: false}))
			.concat({id: "color-contrast", selector: ":not(text):not(tspan)"})});
		true`)
}

// runAxe reports the serious and critical violations that axe finds. If
// fewer rules than the fewest judged anything, it has not seen the page.
func (v *Window) runAxe(name, options string, fewest int) {
	v.T.Helper()
	limited, cancel := context.WithTimeout(v.Ctx, Patience)
	defer cancel()
	findings,
		err := chromedp.Run(
		limited,
		chromedp.Evaluate[[]string](fmt.Sprintf("(%s)(%s, %s, %d)", axeFindings, options, seriousImpacts, fewest),
			chromedp.EvalAwaitPromise))
	if err != nil {
		v.Fail("axe on %s: %v", name, err)
	}
	for _, finding := range findings {
		v.T.Errorf("%s: %s", name, finding)
	}
}

// axeFindings runs axe and returns its findings as text. A rule that fails is a
// finding: axe itself reports it as a case that it could not decide.
const axeFindings = `async (options, impacts, fewest) => {
	const {passes, violations, incomplete} = await axe.run(options);
	const checks = (node) => node.any.concat(node.all, node.none);
	const messages = (checks) => checks.map(check => check.data?.message ?? check.message);
	const failed = incomplete.flatMap(rule =>
		messages(rule.nodes.flatMap(checks).filter(check => check.id === "error-occurred")).map(message => rule.id + " failed: " + message));
	if (failed.length === 0 && passes.length + violations.length + incomplete.length < fewest) return ["axe looked at nothing"];
	return failed.concat(violations.filter(violation => impacts.includes(violation.impact))
		.map(violation => violation.id + ": " + violation.help + " at " + violation.nodes.slice(0, 4).map(
			node => node.target.join(" ") + " (" + checks(node).map(check => check.message).join("; ") + ")").join(", ")));
}`

var axeFetched sync.Mutex

// AxeCore returns the script of axe-core. npm downloads it once into the user's
// cache.
func AxeCore(t *testing.T) string {
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

// Look inspects the page in both widths, in the narrow window each pane in the theme
// that the window has: a state has the colours that it has in a wide window.
func (v *Window) Look(axe, name string) {
	v.T.Helper()
	v.Do(chromedp.EmulateViewport(1280, 800))
	v.Inspect(axe, name+"-1280")
	v.Do(chromedp.EmulateViewport(390, 844))
	panes := Ask[[]string](v, `[...document.querySelectorAll(".panes input")].map(input => input.value)`)
	for _, pane := range panes {
		Ask[bool](v, `(document.getElementById("pane-" + ¿).checked = true)`, pane)
		v.inspectIn(v.Themes()[:1], axe, name+"-"+pane+"-390")
	}
	if len(panes) == 0 {
		v.inspectIn(v.Themes()[:1], axe, name+"-390")
	}
	v.Do(chromedp.EmulateViewport(1280, 900))
}
