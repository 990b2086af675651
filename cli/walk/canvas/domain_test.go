package canvas

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"widerow/cli/walk/browser"
	"widerow/model"
)

// A domain of 8 entity types, 7 relationship types and a hierarchy. The first
// attribute of each is its key; Member is a kind of Customer.
var cinemaEntities = []struct {
	name, attributes string
	weak             bool
}{
	{"Cinema", "cinema_id name city", false},
	{"Hall", "hall_number seats", true},
	{"Film", "film_id title genres", false},
	{"Showing", "showing_id starts_at price", false},
	{"Customer", "customer_id name email", false},
	{"Member", "points", false},
	{"Booking", "booking_id booked_at seats_booked", false},
	{"Review", "review_id stars text written_at", false},
}

// cinemaRelationships are all from one to many.
var cinemaRelationships = [][3]string{
	{"Cinema", "has", "Hall"}, {"Hall", "offers", "Showing"}, {"Film", "runs in", "Showing"}, {"Customer", "makes", "Booking"},
	{"Showing", "has", "Booking"}, {"Customer", "writes", "Review"}, {"Film", "gets", "Review"},
}

// cinemaQueries are 15 queries, each with the step that asks it.
var cinemaQueries = []struct{ text, find, where, order, step string }{
	{"SELECT Cinema.* WHERE Cinema.city = ?", "Cinema", "Cinema.city", "", "new"},
	{"SELECT Cinema.* WHERE Cinema.cinema_id = ?", "Cinema", "Cinema.cinema_id", "", "Q1"},
	{"SELECT Hall.* WHERE Cinema.cinema_id = ?", "Hall", "Cinema.cinema_id", "", "Q1"},
	{"SELECT Film.* WHERE Film.genres = ?", "Film", "Film.genres", "", "new"},
	{"SELECT Film.* WHERE Film.film_id = ?", "Film", "Film.film_id", "", "Q4"},
	{"SELECT Showing.*, Film.title WHERE Cinema.cinema_id = ? AND Showing.starts_at >= ? AND Showing.starts_at <= ? ORDER BY Showing.starts_at",
		"Showing Film.title", "Cinema.cinema_id Showing.starts_at", "Showing.starts_at", "new"},
	{"SELECT Showing.* WHERE Film.film_id = ? ORDER BY Showing.starts_at", "Showing", "Film.film_id", "Showing.starts_at", "Q6"},
	{"SELECT Showing.* WHERE Showing.showing_id = ?", "Showing", "Showing.showing_id", "", "Q6"},
	{"SELECT Customer.* WHERE Customer.email = ?", "Customer", "Customer.email", "", "new"},
	{"SELECT Member.* WHERE Customer.customer_id = ?", "Member", "Customer.customer_id", "", "Q9"},
	{"SELECT Booking.* WHERE Customer.customer_id = ? ORDER BY Booking.booked_at DESC", "Booking", "Customer.customer_id", "Booking.booked_at Booking.booked_at", "new"},
	{"SELECT Booking.* WHERE Booking.booking_id = ?", "Booking", "Booking.booking_id", "", "Q11"},
	{"SELECT Booking.* WHERE Showing.showing_id = ?", "Booking", "Showing.showing_id", "", "Q11"},
	{"SELECT Review.* WHERE Film.film_id = ? ORDER BY Review.written_at DESC", "Review", "Film.film_id", "Review.written_at Review.written_at", "new"},
	{"SELECT Review.*, Film.title WHERE Customer.customer_id = ?", "Review Film.title", "Customer.customer_id", "", "Q14"},
}

// person counts what a person does: clicks, where a drag or a choice in a list is
// one, and keys, where a character is one, and Shift another one.
type person struct {
	*browser.Walker
	clicks, pressed int
}

func (p *person) clickOn(selector string) {
	p.T.Helper()
	if p.Scripts && browser.Ask[bool](p.Walker, `(details => Boolean(details) && !details.checkVisibility())(document.querySelector(¿)?.closest("#inspector[data-idle]"))`, selector) {
		p.clicks++ // shows the details
	}
	p.clicks++
	p.Click(selector)
}

// enters types a text and saves it with Enter.
func (p *person) enters(text string) {
	p.T.Helper()
	p.pressed += strokes(text) + 1
	p.ExpectSave(func() { p.Keys(text); p.EnterKey() })
}

// strokes counts the keys of a text on an American keyboard.
func strokes(text string) int {
	shifted := strings.Count(text, "_")
	for _, letter := range text {
		if unicode.IsUpper(letter) {
			shifted++
		}
	}
	return utf8.RuneCountInString(text) + shifted
}

// presses presses a key that types no text.
func (p *person) presses(key string) {
	p.T.Helper()
	p.pressed++
	p.Press(key)
}

// seen brings a point of the diagram into view if necessary, and returns it.
func (p *person) seen(at func() (x, y float64)) (x, y float64) {
	p.T.Helper()
	for range 2 {
		x, y = at()
		if browser.Ask[bool](p.Walker, `Boolean(document.elementFromPoint(¿, ¿)?.closest("#canvas > svg [data-box], #canvas > svg [data-owner]"))`, x, y) {
			return x, y
		}
		p.clickOn("#zoom-fit")
	}
	p.Fail("(%.0f, %.0f) shows no part of the diagram", x, y)
	return 0, 0
}

// TestDomainInMinutes builds a domain from an empty model to 15 proved queries,
// without the text boxes: by forms, drags and clicks on the diagram, in at most 120
// clicks and 1,200 keys.
func TestDomainInMinutes(t *testing.T) {
	p := &person{Walker: browser.Walk(t)}
	p.ReduceMotion()
	p.Open("")
	p.clickOn("#new-name")
	p.Keys("Cinemas")
	p.pressed += strokes("Cinemas") + 1
	p.ExpectLoad(p.EnterKey)

	p.addEntities()
	p.relateEntities()
	p.ExpectUpdate(func() { p.clickOn(".add-here[aria-label='Add an IsA hierarchy']") })
	p.choice("#new-hierarchy-supertype", "Customer")
	p.choice("#new-hierarchy-subtype", "Member")
	p.ExpectSave(func() { p.clickOn("#add-hierarchy") })
	p.Picture("domain-concepts")
	t.Logf("concepts: %d clicks, %d keys", p.clicks, p.pressed)

	p.pickQueries()
	t.Logf("with queries: %d clicks, %d keys", p.clicks, p.pressed)
	p.placeQueries()
	p.Picture("domain-workflow")
	p.ExpectUpdate(func() { p.clickOn("#derive-tables") })
	p.ExpectSave(func() { p.clickOn("#derive-apply") })
	p.Wait(`document.activeElement.matches(".notice[data-landing]")`)
	p.Picture("domain-tables")

	if got := browser.Ask[string](p.Walker, `document.querySelector("#tab-queries .count")?.textContent`); got != "15/15" {
		t.Errorf("the badge of the queries is %q, want 15/15", got)
	}
	p.wantCinemas()
	t.Logf("%d clicks, %d keys", p.clicks, p.pressed)
	if p.clicks > 120 || p.pressed > 1200 {
		t.Errorf("%d clicks and %d keys, want at most 120 and 1,200", p.clicks, p.pressed)
	}
}

// choice chooses from a list, which is one click.
func (p *person) choice(selector, label string) {
	p.T.Helper()
	p.clicks++
	p.Choose(selector, label)
}

// addEntities adds the entity types by the "+" of their heading. The focus goes on to
// the attributes; the first of them becomes the key.
func (p *person) addEntities() {
	p.T.Helper()
	for _, entity := range cinemaEntities {
		p.ExpectUpdate(func() { p.clickOn(".add-here[aria-label='Add an entity type']") })
		p.enters(entity.name)
		p.WantFocus("new-attribute-name")
		if entity.weak {
			p.ExpectSave(func() { p.clickOn(p.Field("weak")) })
			p.clickOn("#new-attribute-name")
		}
		for _, attribute := range strings.Fields(entity.attributes) {
			p.enters(attribute)
		}
		if entity.name == "Film" {
			p.ExpectSave(func() { p.clickOn(p.Cell("genres", "multi_valued")) })
			p.expectLines("attribute")
		}
	}
}

// expectLines checks that each part in the details takes one line, and that all of its
// fields lie inside that line.
func (p *person) expectLines(kind string) {
	p.T.Helper()
	for _, row := range browser.Ask[[]string](p.Walker, `[...document.querySelectorAll("#list-" + ¿ + " > li")].filter(row => {
		const line = row.getBoundingClientRect();
		return line.height > 34 || [...row.querySelectorAll(".cell > :is(label, input, select)")].some(part => part.getBoundingClientRect().bottom > line.bottom);
	}).map(row => row.id)`, kind) {
		p.T.Errorf("row %s takes more than a line", row)
	}
}

// relateEntities drags from the side of an entity type to another.
func (p *person) relateEntities() {
	p.T.Helper()
	for _, relationship := range cinemaRelationships {
		middleOf := func(name string) func() (x, y float64) {
			return func() (x, y float64) { return p.Middle("#canvas [data-box='" + p.entityID(name) + "']") }
		}
		p.seen(middleOf(relationship[0]))
		p.seen(middleOf(relationship[2]))
		p.clicks++
		dragFromSide(p.Walker, p.entityID(relationship[0]), p.entityID(relationship[2]))
		p.Wait(`document.activeElement.matches(".over.anew input")`)
		p.enters(relationship[1])
		p.Wait(`!document.querySelector(".over")`)
	}
}

func (p *person) entityID(name string) string {
	p.T.Helper()
	return browser.Ask[string](p.Walker, `[...document.querySelectorAll("#canvas > svg a.entity")].find((a) => a.querySelector("title").textContent.split(" · ")[0] === ¿)?.dataset.box ?? ""`, name)
}

// pickQueries makes each query by clicks on the ER diagram: N begins it, W and O
// choose the clause.
func (p *person) pickQueries() {
	p.T.Helper()
	for i, query := range cinemaQueries {
		if i == 0 {
			p.ExpectUpdate(func() { p.clickOn(`#outline-list a[href$="select=` + p.entityID("Cinema") + `"]`) })
			p.ExpectSave(func() { p.clickOn(p.Button("New query")) })
		} else {
			p.ExpectSave(func() { p.presses("n") })
			p.pickAll(query.find)
		}
		p.presses("w")
		p.pickAll(query.where)
		if strings.Contains(query.text, ">=") {
			p.clicks++
			p.SetIn("Showing.starts_at", "operator", "range")
			p.clicks++ // on free space, so that keys choose the clause again
			p.Do(chromedp.Focus("#canvas"))
		}
		if query.order != "" {
			p.presses("o")
			p.pickAll(query.order)
		}
		want := strings.NewReplacer(" WHERE", "\nWHERE", " ORDER", "\nORDER").Replace(query.text)
		wantQuery(p.Walker, want)
		if i == 5 {
			p.Picture("domain-picked")
		}
	}
}

func (p *person) pickAll(names string) {
	p.T.Helper()
	for _, name := range strings.Fields(names) {
		x, y := p.seen(func() (x, y float64) {
			if strings.Contains(name, ".") {
				at := conceptAt(p.Walker, name)
				return at[0], at[1]
			}
			return p.Middle("#canvas [data-box='" + p.entityID(name) + "']")
		})
		p.clicks++
		p.ExpectSave(func() { p.Do(chromedp.MouseClickXY(x, y)) })
	}
}

// placeQueries drags each query onto free space, for a step of its own, or onto the
// step that an earlier one has made.
func (p *person) placeQueries() {
	p.T.Helper()
	p.pressed++
	p.Do(chromedp.Focus("#canvas"))
	p.ExpectUpdate(func() { p.Press(kb.Escape) })
	p.Wait(`location.pathname.endsWith("/queries") && document.getElementById("tray")`)
	steps := map[string]string{}
	for i, query := range cinemaQueries {
		label := "Q" + string("123456789"[i%9])
		if i >= 9 {
			label = "Q1" + string("0123456789"[i-9])
		}
		x, y := p.emptyPlace(query.step, steps)
		p.clicks++
		before := browser.Ask[string](p.Walker, allSteps)
		p.ExpectSave(func() {
			dragLink(p.Walker, "#tray [data-access]", x, y) // the first of the tray is the next query
		})
		for step := range strings.FieldsSeq(browser.Ask[string](p.Walker, allSteps)) {
			if !strings.Contains(" "+before+" ", " "+step+" ") {
				steps[label] = step
			}
		}
	}
	p.Wait(`!document.getElementById("tray")`)
}

const allSteps = `[...document.querySelectorAll("#canvas > svg [data-box]")].map((box) => box.dataset.box).join(" ")`

// emptyPlace returns where a query is dropped: on the step of another query, or on
// free space.
func (p *person) emptyPlace(step string, steps map[string]string) (x, y float64) {
	p.T.Helper()
	switch {
	case step != "new":
		return p.seen(func() (x, y float64) { return p.Middle("#canvas [data-box='" + steps[step] + "']") })
	case len(steps) == 0:
		return p.Middle("#canvas")
	}
	return freePlace(p.Walker)
}

// wantCinemas checks what the forms set by themselves: keys, the identifying
// relationship type, and the number of elements of each kind.
func (p *person) wantCinemas() {
	p.T.Helper()
	_, document := p.Server.Get(p.Path()[:strings.LastIndex(p.Path(), "/")] + "/model.json")
	m, err := model.Decode([]byte(document))
	if err != nil {
		p.T.Fatal(err)
	}
	c, w := m.Concepts, m.Workflow
	if len(c.Entities) != 8 || len(c.Relationships) != 7 || len(c.Hierarchies) != 1 || len(w.Queries) != 15 || len(w.Steps) != 6 {
		p.T.Errorf("%d entity types, %d relationship types, %d hierarchies, %d queries, %d steps; want 8, 7, 1, 15, 6",
			len(c.Entities), len(c.Relationships), len(c.Hierarchies), len(w.Queries), len(w.Steps))
	}
	for _, entity := range model.Sorted(c.Entities) {
		want := model.Key
		switch entity.Value.Name {
		case "Hall":
			want = model.PartialKey
		case "Member":
			want = model.NoKey // it has that of Customer
		}
		if first := model.Sorted(entity.Value.Attributes)[0].Value; first.Key != want {
			p.T.Errorf("%s.%s is %q, want %q", entity.Value.Name, first.Name, first.Key, want)
		}
	}
	for _, relationship := range c.Relationships {
		joinsHall := false
		for _, end := range relationship.Participants {
			joinsHall = joinsHall || c.Entities[end.Entity].Name == "Cinema"
		}
		if relationship.Identifying != joinsHall {
			p.T.Errorf("%s is identifying: %v", relationship.Name, relationship.Identifying)
		}
	}
	if len(m.Physical.Relations) != len(m.Logical.Tables) || len(m.Logical.Tables) < 10 {
		p.T.Errorf("%d logical and %d physical tables", len(m.Logical.Tables), len(m.Physical.Relations))
	}
}
