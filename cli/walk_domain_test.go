package cli_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// cinemas is a domain of 8 entity types, 7 relationship types and a hierarchy.
const cinemas = `Cinema: cinema_id, name, city
weak Hall: hall_number, seats
Film: film_id, title, {genres}
Showing: showing_id, starts_at, price
Customer: customer_id, name, email
Member: points
Booking: booking_id, booked_at, seats_booked
Review: review_id, stars, text, written_at
Cinema 1 has n Hall
Hall 1 offers n Showing
Film 1 runs in n Showing
Customer 1 makes n Booking
Showing 1 has n Booking
Customer 1 writes n Review
Film 1 gets n Review
Member isa Customer`

// cinemaQueries are 15 queries.
const cinemaQueries = `SELECT Cinema WHERE city = ?
SELECT Cinema WHERE cinema_id = ?
SELECT Hall WHERE cinema_id = ?
SELECT Film WHERE genres = ?
SELECT Film WHERE film_id = ?
SELECT Showing, title WHERE cinema_id = ? AND starts_at >= ? ORDER BY starts_at
SELECT Showing WHERE film_id = ? ORDER BY starts_at
SELECT Showing WHERE showing_id = ?
SELECT Customer WHERE email = ?
SELECT Member WHERE customer_id = ?
SELECT Booking WHERE customer_id = ? ORDER BY booked_at DESC
SELECT Booking WHERE booking_id = ?
SELECT Booking WHERE showing_id = ?
SELECT Review WHERE film_id = ? ORDER BY written_at DESC
SELECT Review, title WHERE customer_id = ?`

// person counts what a person does: clicks, of which a choice in a list is one,
// and keys, of which a character is one.
type person struct {
	*walker
	clicks, pressed int
}

func (p *person) clickOn(selector string) {
	p.t.Helper()
	p.clicks++
	p.click(selector)
}

// types types lines into the focused text. Shift and Enter begin a line, which is
// two keys; Enter alone ends the text.
func (p *person) types(text string) {
	p.t.Helper()
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			p.press(kb.Enter, chromedp.ModifierShift)
			p.pressed += 2
		}
		p.keys(line)
		p.pressed += utf8.RuneCountInString(line)
	}
}

func (p *person) enters(text string) {
	p.t.Helper()
	p.types(text)
	p.pressed++
	p.expectSave(p.enterKey)
}

// TestDomainInMinutes takes a domain from an empty model to 15 queries that are
// proved, in at most 120 clicks and 1,200 keys.
func TestDomainInMinutes(t *testing.T) {
	p := &person{walker: walk(t)}
	p.open("")
	p.clickOn("#new-name")
	p.keys("Cinemas")
	p.pressed += 8
	p.expectLoad(p.enterKey)

	p.clickOn("#new-entity-text")
	p.enters(cinemas)
	p.picture("domain-concepts")
	p.clicks++
	p.tab("queries")
	p.clickOn("#new-query-text")
	p.enters(cinemaQueries)
	p.expectSave(func() { p.clickOn("#placement-add") }) // each query gets a step
	p.expectUpdate(func() { p.clickOn("#derive-tables") })
	p.expectSave(func() { p.clickOn("#derive-apply") })
	p.picture("domain-tables")

	if got := ask[string](p.walker, `document.querySelector("#tab-queries .count")?.textContent`); got != "15/15" {
		t.Errorf("the badge of the queries is %q, want 15/15", got)
	}
	t.Logf("%d clicks, %d keys", p.clicks, p.pressed)
	if p.clicks > 120 || p.pressed > 1200 {
		t.Errorf("%d clicks and %d keys, want at most 120 and 1,200", p.clicks, p.pressed)
	}
}
