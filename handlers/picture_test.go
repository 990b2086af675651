package handlers_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"widerow/model"
	"widerow/model/edit"
)

// browserPicture is the drawing of a page as assets/js/parts.js keeps it.
type browserPicture struct {
	name  string
	parts []string
}

var sincePattern = regexp.MustCompile(`data-since="([^"]*)"`)

// follow takes over the drawing of an answer, and reports whether that had only changes.
func (p *browserPicture) follow(t *testing.T, body string) (changes bool) {
	t.Helper()
	section := attributesIn(parse(t, body), "section", "data-picture")
	svg := first(parse(t, body), func(n *html.Node) bool { return n.Data == "svg" && strings.HasPrefix(attribute(n, "class"), "diagram") })
	if len(section) != 1 || svg == nil {
		t.Fatalf("the answer has no drawing:\n%.2000s", body)
	}
	since, found := sincePattern.FindStringSubmatch(body), strings.Contains(body, "data-since")
	if found && since[1] != p.name {
		t.Fatalf("the changes are since %q, the browser shows %q", since[1], p.name)
	}
	var parts []string
	for child := range svg.ChildNodes() {
		if child.Type != html.ElementNode {
			continue
		}
		first, last, kept := strings.Cut(attribute(child, "data-kept"), " ")
		if !kept {
			parts = append(parts, unselected(t, child))
			continue
		}
		from, _ := strconv.Atoi(first)
		to, _ := strconv.Atoi(last)
		parts = append(parts, p.parts[from:to+1]...)
	}
	p.name, p.parts = section[0], parts
	return found
}

// unselected is the markup of a node in which nothing is selected.
func unselected(t *testing.T, node *html.Node) string {
	t.Helper()
	var text strings.Builder
	if err := html.Render(&text, node); err != nil {
		t.Fatal(err)
	}
	return strings.NewReplacer(` selected"`, `"`, ` aria-current="true"`, "").Replace(text.String())
}

func first(n *html.Node, is func(*html.Node) bool) *html.Node {
	for child := range n.Descendants() {
		if child.Type == html.ElementNode && is(child) {
			return child
		}
	}
	return nil
}

func attribute(n *html.Node, name string) string {
	for _, attribute := range n.Attr {
		if attribute.Key == name {
			return attribute.Val
		}
	}
	return ""
}

// TestChangesOfAPictureGiveThePicture edits random fields and compares the drawing that grows in a
// browser from answer to answer with the one of a server that begins from nothing.
func TestChangesOfAPictureGiveThePicture(t *testing.T) {
	oneByOne(t)
	for _, tab := range []string{"physical", "logical", "concepts", "queries"} {
		t.Run(tab, func(t *testing.T) {
			s := newSite(t)
			hotel := s.open("hotel")
			var shown browserPicture
			shown.follow(t, s.get(hotel+"/"+tab).body)
			random, changes := rand.New(rand.NewPCG(7, 1)), 0
			for round := range 40 {
				m, _ := s.model(hotel)
				form, selected := randomEdit(random, m, tab, round)
				answer := s.do("POST", hotel+"/edit", form, "HX-Request", "true", "HX-Request-Type", "partial", "Widerow-Picture", shown.name)
				if answer.StatusCode != http.StatusOK || !strings.Contains(answer.body, `class="diagram`) {
					continue
				}
				if shown.follow(t, answer.body) {
					changes++
				}
				fresh := newSiteOn(t, "/", s.store)
				var want browserPicture
				want.follow(t, fresh.get(hotel+"/"+tab+"?select="+selected).body)
				if shown.name != want.name || strings.Join(shown.parts, "") != strings.Join(want.parts, "") {
					t.Fatalf("after %v the browser shows\n%s\nwant\n%s", form, strings.Join(shown.parts, "\n"), strings.Join(want.parts, "\n"))
				}
			}
			if changes < 10 {
				t.Errorf("%d answers had only changes, want most of 40", changes)
			}
		})
	}
}

// randomEdit changes a text field of an element that a tab edits.
func randomEdit(random *rand.Rand, m *model.Model, tab string, round int) (form url.Values, selected string) {
	kinds := map[string][]model.Kind{
		"physical": {model.RelationElement, model.RelationColumnKind, model.KeyspaceKind}, "logical": {model.TableKind, model.ColumnKind},
		"concepts": {model.EntityKind, model.AttributeKind, model.RelationshipKind}, "queries": {model.StepKind, model.QueryKind},
	}[tab]
	var elements []model.Element
	for element := range m.ElementsOf(kinds...) {
		elements = append(elements, element)
	}
	element := elements[random.IntN(len(elements))]
	field, _ := edit.FieldOf(element.Kind, "name")
	name := string(element.ID) + ".name"
	return url.Values{"tab": {tab}, "select": {string(element.ID)}, "operation": {fmt.Sprint("round", round)},
		"was." + name: {field.Text(m, element)}, "set." + name: {strings.Repeat("n", 1+random.IntN(20)) + strconv.Itoa(round)}}, string(element.ID)
}
