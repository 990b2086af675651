package people

import (
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"widerow/cli/walk/browser"
)

// TestWalkProposal has two people go from a draft to a merge: Ada by mouse and Ben
// by keyboard, and at the end at 390 px.
func TestWalkProposal(t *testing.T) {
	axe := browser.AxeCore(t)
	ada := browser.Walk(t)
	hotel := ada.MakeHotel()
	ben := browser.NewWalker(t, ada.Server)
	for who, v := range map[string]*browser.Walker{"Ada": ada, "Ben Ray": ben} {
		v.Open("you")
		v.Fill("input[name=name]", who)
		v.ExpectLoad(func() { v.Click("main button") })
	}
	ada.Open(hotel + "/physical")
	expectGo(ada, func() { ada.Click("#tab-proposals") })
	ada.Click("#propose-summary")
	ada.Fill("#propose-title", "Given names")
	ada.Fill("#propose-text", "Guests have **given** names.")
	ada.Fill("#propose-reviewers", "Ben Ray")
	ada.Look(axe, "proposals-new")
	ada.ExpectLoad(func() { ada.Click("#propose-form button[type=submit]") })
	hasText(ada, "#proposal-banner", "Proposal #1: Given names")
	branch := ada.Path()
	ada.Open(branch + "?select=pq9firstname")
	ada.ExpectSave(func() { ada.Set("name", "given_name") })
	ada.Server.Post(strings.TrimSuffix(branch, "/physical")+"/edit", url.Values{"do": {"remove-anyway:pq9title"}})
	ada.Server.Post(hotel+"/edit", url.Values{"was.pq9firstname.name": {"first_name"}, "set.pq9firstname.name": {"forename"}})
	ada.ExpectLoad(func() { ada.Click("#proposal-review") })
	ada.Wait(`document.querySelector("#canvas > svg") && document.querySelectorAll("#compare-rows > li").length === 2`)
	hasText(ada, "#review-behind", "1 save ahead, 1 conflict")
	review := ada.Path()
	ada.ExpectUpdate(func() { ada.Click("#review-ready button") })
	hasText(ada, "#review-phase", "open")

	reviewByKeys(ben, hotel, review)
	ben.Look(axe, "proposal")
	ada.Open(review)
	hasText(ada, "#review-phase", "changes requested")
	applySuggestion(ada, axe)
	ada.Expect(409)
	ada.ExpectLoad(func() { ada.Click("#review-update button") })
	ada.Look(axe, "proposal-conflict")
	ada.Click(".merge input[value=target]")
	ada.ExpectLoad(func() { ada.Click(".merge button.primary") })
	ada.Wait(`!document.getElementById("review-behind")`)

	ben.Do(chromedp.EmulateViewport(390, 844))
	ben.Open(review)
	decideInReach(ben)
	ben.ExpectUpdate(func() { ben.Click("#verdict-approve") })
	hasText(ben, "#review-phase", "approved")
	ben.ExpectLoad(func() { ben.Click("#review-merge button") })
	hasText(ben, "#review-phase", "merged")
	hasText(ben, "#review-ended", "by Ben Ray")
	ben.Open(hotel + "/history")
	hasText(ben, "#rev-3 .what", "merged proposal #1: Given names")
	ben.Open(hotel + "/proposals?state=ended")
	hasText(ben, ".proposals", "Given names")
	ben.Inspect(axe, "proposals-ended-390")
}

// reviewByKeys looks at a change, comments on it and requests changes.
func reviewByKeys(v *browser.Walker, hotel, review string) {
	v.T.Helper()
	v.Open(hotel + "/physical")
	hasText(v, "#inbox .comment-count", "1")
	v.Do(chromedp.Focus("#inbox"))
	v.ExpectLoad(v.EnterKey)
	v.Look(browser.AxeCore(v.T), "inbox")
	v.Do(chromedp.Focus("#inbox-1"))
	v.ExpectLoad(v.EnterKey)
	if v.Path() != review {
		v.Fail("the inbox leads to %s, want %s", v.Path(), review)
	}
	v.Wait(`document.querySelector("#canvas > svg")`)
	v.Press("j")
	v.Wait(`document.querySelector("#chosen-title")?.textContent.includes("About change 1")`)
	v.Do(chromedp.Focus(".about-change textarea"))
	v.Keys("Why not forename?")
	v.Press(kb.Tab)
	v.ExpectUpdate(v.EnterKey)
	hasText(v, ".about-change .thread", "Why not forename?")
	suggestByKeys(v, review)
	talkInThePicture(v)
	talkAtALine(v, review)
	v.Do(chromedp.Focus("#verdict-text"))
	v.Keys("See my comment")
	v.Do(chromedp.Focus("#verdict-changes"))
	v.ExpectUpdate(v.EnterKey)
	hasText(v, ".thread.said", "See my comment")
	hasText(v, "#reviewers", "wants changes")
}

// decideInReach looks for the buttons of a review in a narrow window: they are in
// sight at once, cover nothing at the end, and one that needs a text leads there.
func decideInReach(v *browser.Walker) {
	v.T.Helper()
	const top = `document.getElementById("verdict-approve").getBoundingClientRect().top`
	v.Wait(top + ` < innerHeight - 30 && scrollY === 0 && document.getElementById("verdict-text").getBoundingClientRect().top > innerHeight`)
	v.Click("#verdict-changes")
	v.Wait(`document.activeElement.id === "verdict-text" && document.activeElement.getBoundingClientRect().bottom < ` + top)
	browser.Ask[bool](v, `(scrollTo(0, document.documentElement.scrollHeight), true)`)
	v.Wait(`document.querySelector("#talk > :last-child").getBoundingClientRect().bottom < ` + top)
	browser.Ask[bool](v, `(scrollTo(0, 0), true)`)
}

// talkInThePicture opens the threads of a column at its pin, and begins one about a
// table that the proposal leaves as it is.
func talkInThePicture(v *browser.Walker) {
	v.T.Helper()
	v.Wait(`document.querySelector(".layer > .pin[data-pin=pq9firstname]")?.textContent === "2"`)
	v.Do(chromedp.Focus(".layer > .pin[data-pin=pq9firstname]"))
	v.EnterKey()
	v.Wait(`document.activeElement?.id === "about-chosen" && document.querySelector("#chosen-title").textContent === "About guests.given_name" && document.querySelectorAll(".about-change .thread").length === 2`)
	v.Do(chromedp.Focus(`#canvas a[href="#at-photelsbyid"]`))
	v.EnterKey()
	v.Wait(`document.querySelector("#chosen-title").textContent === "About hotels" && document.querySelector("#d-photelsbyid.selected")`)
	v.Do(chromedp.Focus(".about-change textarea"))
	v.Keys("And this?")
	v.Press(kb.Tab)
	v.ExpectUpdate(v.EnterKey)
	hasText(v, ".about-change .thread", "And this?")
	v.Wait(`document.querySelector(".layer > .pin[data-pin=photelsbyid]")?.textContent === "1" && new URL(location.href).searchParams.get("at") === "photelsbyid"`)
	commentBeside(v, "photelsbyid", "Prices go here")
	hasText(v, ".about-change .thread", "Prices go here")
}

// talkAtALine goes to a line of the CQL by the arrow keys, and comments on it; its step of
// the plan has the same thread.
func talkAtALine(v *browser.Walker, review string) {
	v.T.Helper()
	v.Open(review + "?tab=plan")
	v.Inspect(browser.AxeCore(v.T), "proposal-plan-1280")
	v.Open(review + "?tab=cql")
	v.Inspect(browser.AxeCore(v.T), "proposal-cql-1280")
	v.Do(chromedp.Focus(".compare-script .line-mark[tabindex='0']"))
	v.Press(kb.ArrowDown)
	v.Press(kb.ArrowDown)
	v.Wait(`document.activeElement.ariaLabel === "2 open threads of comments on the line given_name text,"`)
	v.ExpectUpdate(v.EnterKey)
	v.Wait(`document.activeElement?.id === "comment-pq9firstname-column-text" && document.querySelectorAll(".about-change .thread").length === 2`)
	v.Keys("Or forenames?")
	v.Press(kb.Tab)
	v.ExpectUpdate(v.EnterKey)
	hasText(v, ".about-change .thread", "Or forenames?")
	v.Wait(`document.getElementById("chosen-line")?.dataset.count === "3"`)
	v.Open(review + "?tab=plan")
	v.Wait(`document.querySelector("#step-1 .line-mark.counted")?.dataset.count === "3"`)
}

// suggestByKeys suggests another name for the column of the chosen change.
func suggestByKeys(v *browser.Walker, review string) {
	v.T.Helper()
	v.Do(chromedp.Focus("#suggest"))
	v.ExpectLoad(v.EnterKey)
	hasText(v, "#suggesting", "Nothing changes until")
	name := v.Field("name")
	v.Do(chromedp.Focus(name))
	v.Press("a", chromedp.ModifierCtrl)
	v.Keys("names_given")
	v.Do(chromedp.Focus("#suggest-why"))
	v.Keys("Some have several")
	v.Look(browser.AxeCore(v.T), "suggest")
	revision := v.Revision()
	v.Do(chromedp.Focus("#suggest-send"))
	v.ExpectUpdate(v.EnterKey)
	hasText(v, ".comments .suggestion", "names_given")
	if now := v.Revision(); now != revision {
		v.Fail("a suggestion made r%d", now)
	}
	v.Open(review + "?change=1")
	hasText(v, ".about-change .suggestion", "names_given")
}

// applySuggestion applies what Ben suggests on the page of the proposal.
func applySuggestion(v *browser.Walker, axe string) {
	v.T.Helper()
	v.Wait(`document.querySelector(".suggestion")`)
	v.Look(axe, "proposal-suggestion")
	v.ExpectUpdate(func() { v.Click(".suggestion button") })
	hasText(v, ".suggestion", "Applied by Ada")
	hasText(v, "#compare-rows", "names_given")
}
