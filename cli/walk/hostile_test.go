package walk

import (
	"path/filepath"
	"strings"
	"testing"
)

var hostileNames = []string{
	`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `'; DROP TABLE x; --`, `{{alert(1)}} ${7*7} <%= 1 %>`,
	`javascript:alert(1)`, "🚲👩‍👩‍👧‍👦 ✓", "שלום evil مرحبا", `</title></svg><hx-partial hx-target="body">`, `&lt;b&gt; &amp; \0 %00`,
}

// TestHostileNames enters names that look like code wherever a name can be
// entered. They remain text on every page and in every picture.
func TestHostileNames(t *testing.T) {
	v := walk(t)
	for _, name := range hostileNames {
		v.open("you")
		v.fill("#name", name)
		v.expectLoad(func() { v.enterKey() })
		if got := v.reads("#visitor"); got != strings.Join(strings.Fields(name), " ") {
			t.Errorf("the visitor %q is shown as %q", name, got)
		}
	}
	v.open("")
	v.fill("#new-name", hostileNames[0])
	v.expectLoad(func() { v.click(".new-model button") })
	model := filepath.Dir(v.path())
	for i, name := range hostileNames {
		v.addHostile(name, i)
	}
	v.checkHostile(v.server, model)
}

// addHostile gives the name to one element of each kind.
func (v *walker) addHostile(name string, number int) {
	v.t.Helper()
	v.tab("concepts")
	v.add("entity", "name", name)
	v.add("attribute", "name", name)
	v.unselect()
	v.add("relationship", "name", name)
	v.tab("queries")
	v.add("query", "name", name)
	v.unselect()
	v.add("step", "name", name)
	if number == 0 {
		v.unselect()
		v.add("actor", "name", name)
	}
	v.tab("logical")
	v.add("table", "name", name)
	v.add("column", "name", name, "role", "K partition key")
}

func (v *walker) checkHostile(server *program, model string) {
	v.t.Helper()
	for _, tab := range []string{"concepts", "queries", "logical", "physical", "sizes", "cql", "history"} {
		v.tab(tab)
		const strange = `[...document.querySelectorAll("img[src=x], body script, hx-partial, svg svg, main b:not(.history b, .formula b, .asks b, #outline .words > b)")].map(e => e.outerHTML.slice(0, 200)).join(" ")`
		if found := ask[string](v, strange); found != "" {
			v.fail("a name on the tab %s became part of the page: %s", tab, found)
		}
		frame := "#topbar #workbench #outline #canvas"
		if tab == "history" {
			frame = "#topbar #workbench #canvas"
		}
		for id := range strings.FieldsSeq(frame) {
			if !ask[bool](v, "document.querySelectorAll(¿).length === 1", id) {
				v.fail("a name on the tab %s broke the page: it has no %s of its own", tab, id)
			}
		}
	}
	v.open(model + "/logical")
	shown := ask[[]string](v, `[...document.querySelectorAll("#outline-list a")].map(a => a.textContent.trim())`)
	for _, name := range hostileNames {
		if !strings.Contains(strings.Join(shown, "\n"), name) {
			v.t.Errorf("the outline lacks %q", name)
		}
	}
	for _, kind := range []string{"er", "workflow", "logical", "physical"} {
		response, svg := server.get(model + "/" + kind + ".svg")
		drawing(v.t, svg)
		if policy := response.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "default-src 'none'") || !strings.Contains(policy, "sandbox") {
			v.t.Errorf("%s.svg has the policy %q", kind, policy)
		}
		for _, tag := range []string{"<script", "<img", "<hx-", "onerror=", "href=\"javascript:"} {
			if strings.Contains(strings.ReplaceAll(svg, "&lt;", ""), tag) && !strings.Contains(tag, "onerror") {
				v.t.Errorf("%s.svg has %s", kind, tag)
			}
		}
	}
}
