package fields

import (
	"flag"
	"html"
	"math/rand/v2"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"widerow/cli/walk/browser"
)

var (
	heldSeed  = flag.Uint64("held-seed", 31, "seed of the random typing beside a colleague")
	heldSteps = flag.Int("held-steps", 60, "steps of the random typing beside a colleague")
)

// typist is somebody who types at random beside a colleague.
type typist struct {
	*browser.Walker
	random *rand.Rand
	page   string
	text   []rune // what the field with the focus must show
	caret  int
}

var heldFields = []string{"photelsbyid.name", "photelsbyid.note", "pq2phone.name"}

// TestWalkHeldRandom types letters and moves between fields while a colleague saves the
// same fields: the field with the focus always shows what was typed into it.
func TestWalkHeldRandom(t *testing.T) {
	t.Parallel()
	t.Logf("-held-seed=%d -held-steps=%d", *heldSeed, *heldSteps)
	browser.OpenBrowser(t)
	server := browser.StartProgram(t)
	v := &typist{Walker: browser.NewLiveWalker(t, server), random: rand.New(rand.NewPCG(*heldSeed, 0))}
	v.Expect(409)
	v.page = server.CopyExample("hotel")
	v.Open(v.page + "/physical?select=photelsbyid")
	v.Wait(`document.getElementById("live").dataset.liveUrl`)
	v.Reveal(tableNote)
	v.enter(heldFields[0])
	for step := range *heldSteps {
		what := v.step()
		shown := browser.Ask[[]any](v.Walker, `(e => [e.value, e.selectionStart])(document.activeElement)`)
		if shown[0] != string(v.text) || shown[1] != float64(v.caret) {
			t.Fatalf("step %d, %s: the field shows %q with the caret at %v, want %q at %d", step, what, shown[0], shown[1], string(v.text), v.caret)
		}
	}
	v.TakeFaults() // a save may be refused
}

// step does something at random and returns its name.
func (v *typist) step() string {
	switch v.random.IntN(10) {
	case 0:
		v.enter(heldFields[v.random.IntN(len(heldFields))])
		return "another field"
	case 1:
		v.Press(kb.Home)
		v.caret = 0
		return "Home"
	case 2, 3, 4:
		v.colleague(heldFields[v.random.IntN(len(heldFields))])
		return "a change by a colleague"
	}
	letter := 'a' + rune(v.random.IntN(26))
	v.Press(string(letter))
	v.text = slices.Insert(v.text, v.caret, letter)
	v.caret++
	return "a letter"
}

// enter goes to a field, whose text is then whatever was saved or typed there.
func (v *typist) enter(field string) {
	v.Press(kb.Tab) // the field is left, and saved
	v.Wait(`walk.done === walk.asked`)
	for _, whose := range []string{"mine", "theirs"} {
		if at := v.random.IntN(2); browser.Ask[bool](v.Walker, `document.querySelector(¿) !== null`, `[id$="-`+whose+`"]`) && at == 0 {
			v.ExpectUpdate(func() { v.Click(`[id$="-` + whose + `"]`) })
		}
	}
	v.Click(`[name="set.` + field + `"]`)
	v.Press(kb.End)
	v.text = []rune(browser.Ask[string](v.Walker, `document.activeElement.value`))
	v.caret = browser.Ask[int](v.Walker, `document.activeElement.selectionStart`)
}

var seenValue = regexp.MustCompile(`name="was\.([a-z0-9.]+)" value="([^"]*)"`)

// colleague saves a field, and sometimes waits until the page has heard of it.
func (v *typist) colleague(field string) {
	_, page := v.Server.Get(v.page + "/physical?select=photelsbyid")
	for _, found := range seenValue.FindAllStringSubmatch(page, -1) {
		if found[1] != field {
			continue
		}
		text := "x" + string('a'+rune(v.random.IntN(26))) + string('a'+rune(v.random.IntN(26)))
		response, err := http.PostForm(v.Site+v.page+"/edit", url.Values{"tab": {"physical"}, "do": {"save"}, "was." + field: {html.UnescapeString(found[2])}, "set." + field: {text}})
		if err != nil {
			v.T.Fatal(err)
		}
		response.Body.Close() // a conflict saves nothing, which is fine
	}
	if v.random.IntN(2) == 0 {
		v.Wait(`(document.getElementById("live").textContent === "" || document.querySelector("[data-live-held]")) && walk.done === walk.asked`)
	}
}
