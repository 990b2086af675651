package cli_test

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
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

// TestAccessibility runs axe-core on every page, light and dark, wide and
// narrow, and saves a screenshot of each in the folder artifacts.
func TestAccessibility(t *testing.T) {
	axe := axeCore(t)
	v := walk(t)
	hotel := v.makeHotel()
	v.open("")
	v.fill("#new-name", "Empty")
	v.expectLoad(func() { v.click(".new-model button") })
	empty := filepath.Dir(v.path())
	ids := elementsOf(t, v.server, hotel)

	groups := map[string]map[string]string{
		"plain": {"home": "", "import": "import", "you": "you", "help": "help", "missing": "m/nosuchmodel", "delete": hotel + "/delete"},
		"empty": {"old": hotel + "/physical?rev=1"}, "tabs": {}, "selected": {"design": hotel + "/design", "design-pattern": hotel + "/design?pattern=likes"},
	}
	for _, tab := range []string{"concepts", "queries", "logical", "physical", "sizes", "cql", "statements", "history"} {
		groups["empty"]["empty-"+tab] = empty + "/" + tab
		groups["tabs"][tab] = hotel + "/" + tab
		if id := ids[tab]; id != "" {
			groups["selected"][tab+"-selected"] = hotel + "/" + tab + "?select=" + id
		}
	}
	for _, theme := range themes {
		for _, width := range []int64{1280, 390} {
			for group, pages := range groups {
				t.Run(fmt.Sprintf("%s-%d-%s", theme, width, group), func(t *testing.T) {
					t.Parallel() // each axe-core keeps one processor busy
					v := newWalker(t, v.server)
					v.expect(404)
					v.prefer(theme)
					v.do(chromedp.EmulateViewport(width, 844))
					for name, path := range pages {
						v.open(path)
						name = fmt.Sprintf("%s-%d-%s", name, width, theme)
						v.picture(name)
						v.checkAxe(axe, name)
					}
				})
			}
		}
	}
}

// prefer sets the preferred theme and turns off animations.
func (v *walker) prefer(theme string) {
	v.t.Helper()
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

// axeOptions makes axe apply all rules and report only violations.
const axeOptions = `{resultTypes: ["violations"], preload: false}`

// fewestPasses is the number of rules that any page passes. If fewer pass, axe
// has not seen the page.
const fewestPasses = 5

// checkAxe reports the serious and critical violations.
func (v *walker) checkAxe(axe, name string) {
	v.t.Helper()
	ask[bool](v, axe+"\n;true")
	limited, cancel := context.WithTimeout(v.ctx, 60*time.Second)
	defer cancel()
	findings, err := chromedp.Run(limited, chromedp.Evaluate[[]string](fmt.Sprintf(`axe.run(%s).then(result => result.passes.length < %d ? ["axe looked at nothing"] : result.violations
		.filter(violation => ["serious", "critical"].includes(violation.impact))
		.map(violation => violation.id + ": " + violation.help + " at " + violation.nodes.map(node => node.target.join(" ") + " (" + node.any.concat(node.all, node.none).map(check => check.message).join("; ") + ")").slice(0, 4).join(", ")))`, axeOptions, fewestPasses),
		chromedp.EvalAwaitPromise))
	if err != nil {
		v.fail("axe on %s: %v", name, err)
	}
	for _, finding := range findings {
		v.t.Errorf("%s: %s", name, finding)
	}
}

// axeCore returns the script of axe-core. npm downloads it once into the user's
// cache.
func axeCore(t *testing.T) string {
	t.Helper()
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
