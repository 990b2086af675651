package journey

import (
	"path/filepath"
	"strings"
	"testing"

	"widerow/cli/walk/browser"
)

var hostileNames = []string{
	`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `'; DROP TABLE x; --`, `{{alert(1)}} ${7*7} <%= 1 %>`,
	`javascript:alert(1)`, "🚲👩‍👩‍👧‍👦 ✓", "שלום evil مرحبا", `</title></svg><hx-partial hx-target="body">`, `&lt;b&gt; &amp; \0 %00`,
}

// TestHostileNames enters names that look like code wherever a name can be
// entered. They remain text on every page and in every picture.
func TestHostileNames(t *testing.T) {
	v := browser.Walk(t)
	for _, name := range hostileNames {
		v.Open("you")
		v.Fill("#name", name)
		v.ExpectLoad(func() { v.EnterKey() })
		if got := v.Reads("#visitor"); got != strings.Join(strings.Fields(name), " ") {
			t.Errorf("the visitor %q is shown as %q", name, got)
		}
	}
	v.Open("")
	v.Fill("#new-name", hostileNames[0])
	v.ExpectLoad(func() { v.Click(".new-model button") })
	model := filepath.Dir(v.Path())
	for i, name := range hostileNames {
		addHostile(v, name, i)
	}
	checkHostile(v, v.Server, model)
}

// addHostile gives the name to one element of each kind.
func addHostile(v *browser.Walker, name string, number int) {
	v.T.Helper()
	v.Tab("concepts")
	v.Add("entity", "name", name)
	v.Add("attribute", "name", name)
	v.Unselect()
	v.Add("relationship", "name", name)
	v.Tab("queries")
	v.Add("query", "name", name)
	v.Unselect()
	v.Add("step", "name", name)
	if number == 0 {
		v.Unselect()
		v.Add("actor", "name", name)
	}
	v.Tab("logical")
	v.Add("table", "name", name)
	v.Add("column", "name", name, "role", "K partition key")
}

func checkHostile(v *browser.Walker, server *browser.Program, model string) {
	v.T.Helper()
	for _, tab := range []string{"concepts", "queries", "logical", "physical", "sizes", "cql", "history"} {
		v.Tab(tab)
		const strange = `[...document.querySelectorAll("img[src=x], body script, hx-partial, svg svg, main b:not(.history b, .formula b, .asks b, #outline .words > b)")].map(e => e.outerHTML.slice(0, 200)).join(" ")`
		if found := browser.Ask[string](v, strange); found != "" {
			v.Fail("a name on the tab %s became part of the page: %s", tab, found)
		}
		frame := "#topbar #workbench #outline #canvas"
		if tab == "history" {
			frame = "#topbar #workbench #canvas"
		}
		for id := range strings.FieldsSeq(frame) {
			if !browser.Ask[bool](v, "document.querySelectorAll(¿).length === 1", id) {
				v.Fail("a name on the tab %s broke the page: it has no %s of its own", tab, id)
			}
		}
	}
	v.Open(model + "/logical")
	shown := browser.Ask[[]string](v, `[...document.querySelectorAll("#outline-list a")].map(a => a.textContent.trim())`)
	for _, name := range hostileNames {
		if !strings.Contains(strings.Join(shown, "\n"), name) {
			v.T.Errorf("the outline lacks %q", name)
		}
	}
	for _, kind := range []string{"er", "workflow", "logical", "physical"} {
		response, svg := server.Get(model + "/" + kind + ".svg")
		drawing(v.T, svg)
		if policy := response.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "default-src 'none'") || !strings.Contains(policy, "sandbox") {
			v.T.Errorf("%s.svg has the policy %q", kind, policy)
		}
		for _, tag := range []string{"<script", "<img", "<hx-", "onerror=", "href=\"javascript:"} {
			if strings.Contains(strings.ReplaceAll(svg, "&lt;", ""), tag) && !strings.Contains(tag, "onerror") {
				v.T.Errorf("%s.svg has %s", kind, tag)
			}
		}
	}
}
