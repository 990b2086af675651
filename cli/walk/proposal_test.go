package walk

import (
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestWalkProposal has two people go from a draft to a merge: Ada by mouse and Ben
// by keyboard, and at the end at 390 px.
func TestWalkProposal(t *testing.T) {
	axe := axeCore(t)
	ada := walk(t)
	hotel := ada.makeHotel()
	ben := newWalker(t, ada.server)
	for who, v := range map[string]*walker{"Ada": ada, "Ben Ray": ben} {
		v.open("you")
		v.fill("input[name=name]", who)
		v.expectLoad(func() { v.click("main button") })
	}
	ada.open(hotel + "/physical")
	ada.expectGo(func() { ada.click("#tab-proposals") })
	ada.fill("#propose-title", "Given names")
	ada.fill("#propose-text", "Guests have **given** names.")
	ada.fill("#propose-reviewers", "Ben Ray")
	ada.look(axe, "proposals-new")
	ada.expectLoad(func() { ada.click("#propose-form button[type=submit]") })
	ada.hasText("#proposal-banner", "Proposal #1: Given names")
	branch := ada.path()
	ada.open(branch + "?select=pq9firstname")
	ada.expectSave(func() { ada.set("name", "given_name") })
	ada.server.post(strings.TrimSuffix(branch, "/physical")+"/edit", url.Values{"do": {"remove-anyway:pq9title"}})
	ada.server.post(hotel+"/edit", url.Values{"was.pq9firstname.name": {"first_name"}, "set.pq9firstname.name": {"forename"}})
	ada.expectLoad(func() { ada.click("#proposal-review") })
	ada.wait(`document.querySelector("#canvas > svg") && document.querySelectorAll("#compare-rows > li").length === 2`)
	ada.hasText("#review-behind", "1 save ahead, 1 conflict")
	review := ada.path()
	ada.expectUpdate(func() { ada.click("#review-ready button") })
	ada.hasText("#review-phase", "open")

	ben.reviewByKeys(hotel, review)
	ben.look(axe, "proposal")
	ada.open(review)
	ada.hasText("#review-phase", "changes requested")
	ada.applySuggestion(axe)
	ada.expect(409)
	ada.expectLoad(func() { ada.click("#review-update button") })
	ada.look(axe, "proposal-conflict")
	ada.click(".merge input[value=target]")
	ada.expectLoad(func() { ada.click(".merge button.primary") })
	ada.wait(`!document.getElementById("review-behind")`)

	ben.do(chromedp.EmulateViewport(390, 844))
	ben.open(review)
	ben.decideInReach()
	ben.expectUpdate(func() { ben.click("#verdict-approve") })
	ben.hasText("#review-phase", "approved")
	ben.expectLoad(func() { ben.click("#review-merge button") })
	ben.hasText("#review-phase", "merged")
	ben.hasText("#review-ended", "by Ben Ray")
	ben.open(hotel + "/history")
	ben.hasText("#rev-3 .what", "merged proposal #1: Given names")
	ben.open(hotel + "/proposals?state=ended")
	ben.hasText(".proposals", "Given names")
	ben.inspect(axe, "proposals-ended-390")
}

// reviewByKeys looks at a change, comments on it and requests changes.
func (v *walker) reviewByKeys(hotel, review string) {
	v.t.Helper()
	v.open(hotel + "/physical")
	v.hasText("#inbox .comment-count", "1")
	v.do(chromedp.Focus("#inbox"))
	v.expectLoad(v.enterKey)
	v.look(axeCore(v.t), "inbox")
	v.do(chromedp.Focus("#inbox-1"))
	v.expectLoad(v.enterKey)
	if v.path() != review {
		v.fail("the inbox leads to %s, want %s", v.path(), review)
	}
	v.wait(`document.querySelector("#canvas > svg")`)
	v.press("j")
	v.wait(`document.querySelector("#chosen-title")?.textContent.includes("About change 1")`)
	v.do(chromedp.Focus(".about-change textarea"))
	v.keys("Why not forename?")
	v.press(kb.Tab)
	v.expectUpdate(v.enterKey)
	v.hasText(".about-change .thread", "Why not forename?")
	v.suggestByKeys(review)
	v.talkInThePicture()
	v.talkAtALine(review)
	v.do(chromedp.Focus("#verdict-text"))
	v.keys("See my comment")
	v.do(chromedp.Focus("#verdict-changes"))
	v.expectUpdate(v.enterKey)
	v.hasText(".thread.said", "See my comment")
	v.hasText("#reviewers", "wants changes")
}

// decideInReach looks for the buttons of a review in a narrow window: they are in
// sight at once, cover nothing at the end, and one that needs a text leads there.
func (v *walker) decideInReach() {
	v.t.Helper()
	const top = `document.getElementById("verdict-approve").getBoundingClientRect().top`
	v.wait(top + ` < innerHeight - 30 && scrollY === 0 && document.getElementById("verdict-text").getBoundingClientRect().top > innerHeight`)
	v.click("#verdict-changes")
	v.wait(`document.activeElement.id === "verdict-text" && document.activeElement.getBoundingClientRect().bottom < ` + top)
	ask[bool](v, `(scrollTo(0, document.documentElement.scrollHeight), true)`)
	v.wait(`document.querySelector("#talk > :last-child").getBoundingClientRect().bottom < ` + top)
	ask[bool](v, `(scrollTo(0, 0), true)`)
}

// talkInThePicture opens the threads of a column at its pin, and begins one about a
// table that the proposal leaves as it is.
func (v *walker) talkInThePicture() {
	v.t.Helper()
	v.wait(`document.querySelector(".layer > .pin[data-pin=pq9firstname]")?.textContent === "2"`)
	v.do(chromedp.Focus(".layer > .pin[data-pin=pq9firstname]"))
	v.enterKey()
	v.wait(`document.activeElement?.id === "about-chosen" && document.querySelector("#chosen-title").textContent === "About guests.given_name" && document.querySelectorAll(".about-change .thread").length === 2`)
	v.do(chromedp.Focus(`#canvas a[href="#at-photelsbyid"]`))
	v.enterKey()
	v.wait(`document.querySelector("#chosen-title").textContent === "About hotels" && document.querySelector("#d-photelsbyid.selected")`)
	v.do(chromedp.Focus(".about-change textarea"))
	v.keys("And this?")
	v.press(kb.Tab)
	v.expectUpdate(v.enterKey)
	v.hasText(".about-change .thread", "And this?")
	v.wait(`document.querySelector(".layer > .pin[data-pin=photelsbyid]")?.textContent === "1" && new URL(location.href).searchParams.get("at") === "photelsbyid"`)
	v.commentBeside("photelsbyid", "Prices go here")
	v.hasText(".about-change .thread", "Prices go here")
}

// talkAtALine goes to a line of the CQL by the arrow keys, and comments on it; its step of
// the plan has the same thread.
func (v *walker) talkAtALine(review string) {
	v.t.Helper()
	v.open(review + "?tab=plan")
	v.inspect(axeCore(v.t), "proposal-plan-1280")
	v.open(review + "?tab=cql")
	v.inspect(axeCore(v.t), "proposal-cql-1280")
	v.do(chromedp.Focus(".compare-script .line-mark[tabindex='0']"))
	v.press(kb.ArrowDown)
	v.press(kb.ArrowDown)
	v.wait(`document.activeElement.ariaLabel === "2 open threads of comments on the line given_name text,"`)
	v.expectUpdate(v.enterKey)
	v.wait(`document.activeElement?.id === "comment-pq9firstname-column-text" && document.querySelectorAll(".about-change .thread").length === 2`)
	v.keys("Or forenames?")
	v.press(kb.Tab)
	v.expectUpdate(v.enterKey)
	v.hasText(".about-change .thread", "Or forenames?")
	v.wait(`document.getElementById("chosen-line")?.dataset.count === "3"`)
	v.open(review + "?tab=plan")
	v.wait(`document.querySelector("#step-1 .line-mark.counted")?.dataset.count === "3"`)
}

// suggestByKeys suggests another name for the column of the chosen change.
func (v *walker) suggestByKeys(review string) {
	v.t.Helper()
	v.do(chromedp.Focus("#suggest"))
	v.expectLoad(v.enterKey)
	v.hasText("#suggesting", "Nothing changes until")
	name := v.field("name")
	v.do(chromedp.Focus(name))
	v.press("a", chromedp.ModifierCtrl)
	v.keys("names_given")
	v.do(chromedp.Focus("#suggest-why"))
	v.keys("Some have several")
	v.look(axeCore(v.t), "suggest")
	revision := v.revision()
	v.do(chromedp.Focus("#suggest-send"))
	v.expectUpdate(v.enterKey)
	v.hasText(".comments .suggestion", "names_given")
	if now := v.revision(); now != revision {
		v.fail("a suggestion made r%d", now)
	}
	v.open(review + "?change=1")
	v.hasText(".about-change .suggestion", "names_given")
}

// applySuggestion applies what Ben suggests on the page of the proposal.
func (v *walker) applySuggestion(axe string) {
	v.t.Helper()
	v.wait(`document.querySelector(".suggestion")`)
	v.look(axe, "proposal-suggestion")
	v.expectUpdate(func() { v.click(".suggestion button") })
	v.hasText(".suggestion", "Applied by Ada")
	v.hasText("#compare-rows", "names_given")
}
