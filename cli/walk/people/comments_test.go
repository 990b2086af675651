package people

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"widerow/cli/walk/browser"
)

const commentedColumn = "pq2name"

// TestWalkComments has two people talk about a column, with scripts and without,
// wide and narrow.
func TestWalkComments(t *testing.T) {
	axe := browser.AxeCore(t)
	ada := browser.Walk(t)
	hotel := ada.MakeHotel()
	for _, walked := range []struct {
		name    string
		width   int64
		scripts bool
	}{{"wide", 1280, true}, {"narrow", 390, true}, {"plain", 1280, false}} {
		t.Run(walked.name, func(t *testing.T) {
			ada, ben := browser.NewWalker(t, ada.Server), browser.NewWalker(t, ada.Server)
			for who, v := range map[string]*browser.Walker{"Ada": ada, "Ben Ray": ben} {
				v.Do(chromedp.EmulateViewport(walked.width, 900))
				if !walked.scripts {
					v.WithoutScripts()
				}
				v.Open("you")
				v.Fill("input[name=name]", who)
				v.ExpectLoad(func() { v.Click("main button") })
			}
			thread := openThreadWith(ada, ben, hotel)
			settleWith(ada, ben, hotel, thread)
			if walked.scripts {
				ada.Open(hotel + "/physical?select=" + commentedColumn)
				ada.Inspect(axe, "comments-panel-"+walked.name)
				ada.Open(hotel + "/comments?threads=all")
				ada.Inspect(axe, "comments-"+walked.name)
			}
		})
	}
	renameAndRemove(ada, hotel)
	commentOnLines(ada, axe, hotel)
}

// commentOnLines comments on a line of the schema by the mouse and by the keyboard, and on a
// clause of the statement of a query; a thread leads to its line and back.
func commentOnLines(v *browser.Walker, axe, hotel string) {
	v.T.Helper()
	v.Open(hotel + "/cql")
	v.Wait(`document.querySelector(".cm-comments .line-mark")`)
	v.ExpectUpdate(func() {
		browser.Ask[bool](v, `([...document.querySelectorAll(".cm-comments .line-mark")].find((link) => link.href.endsWith("select=photelsbypoi&line=key")).click(), true)`)
	})
	v.Wait(`document.activeElement?.id === "comment-photelsbypoi-key-text" && document.querySelector("#comments .thread-line").textContent === "PRIMARY KEY (poi_name, hotel_id)"`)
	v.Keys("Wide?")
	v.ExpectUpdate(func() { v.Click("#comment-photelsbypoi-key-send") })
	hasText(v, "#comments .thread", "Wide?")
	v.Wait(`document.querySelector(".cm-comments .line-mark[aria-current]")?.dataset.count === "1"`)
	v.Inspect(axe, "comments-line")
	v.ExpectUpdate(func() { v.Click("#close-comments") })
	v.Wait(`!document.getElementById("comments") && document.querySelector(".cm-comments .line-mark.counted")`)

	v.Open(hotel + "/queries?select=q4")
	v.Do(chromedp.Focus(`#proof-statement .line-mark[href$="line=from"]`))
	v.ExpectUpdate(v.EnterKey)
	v.Wait(`document.activeElement?.id === "comment-q4-from-text"`)
	v.Keys("This table?")
	v.Press(kb.Tab)
	v.ExpectUpdate(v.EnterKey)
	hasText(v, "#comments .thread", "This table?")
	v.Wait(`document.querySelector("#proof-statement .line-mark.counted").href.endsWith("line=from")`)
	v.Inspect(axe, "comments-clause")

	v.Open(hotel + "/comments")
	v.ExpectUpdate(func() {
		browser.Ask[bool](v, `([...document.querySelectorAll(".thread-line a")].find((link) => link.textContent.startsWith("PRIMARY KEY (poi_name")).click(), true)`)
	})
	v.Wait(`location.pathname.endsWith("/cql") && document.querySelector(".cm-comments .line-mark[aria-current]")`)
	v.Do(chromedp.Focus(".cm-content"))
	v.Press(kb.ArrowDown, chromedp.ModifierCtrl)
	v.ExpectUpdate(func() {
		v.Press(kb.Home, chromedp.ModifierCtrl)
		v.Press(kb.ArrowDown)
		v.Press(kb.ArrowDown)
		v.Press(kb.ArrowDown)
		v.Press("m", chromedp.ModifierCtrl, chromedp.ModifierAlt)
	})
	v.Wait(`document.activeElement?.id === "comment-hotelks-create-text"`)
}

func hasText(v *browser.Walker, selector, text string) {
	v.T.Helper()
	v.Wait(`[...document.querySelectorAll(¿)].some((part) => part.textContent.includes(¿))`, selector, text)
}

// openThreadWith comments on the column, and Ben finds the thread by the mark in
// the outline and answers. It returns the selector of the thread.
func openThreadWith(v *browser.Walker, ben *browser.Walker, hotel string) string {
	v.T.Helper()
	v.Open(hotel + "/physical?select=" + commentedColumn)
	v.Fill("#comment-"+commentedColumn+"-text", "Is **text** right, @Ben Ray? <b>x</b>")
	v.ExpectUpdate(func() { v.Click("#comment-" + commentedColumn + "-send") })
	hasText(v, ".comments .markdown strong", "text")
	if typed := browser.Ask[string](v, `document.getElementById(¿).value`, "comment-"+commentedColumn+"-text"); typed != "" {
		v.T.Errorf("the box still has %q after it was sent", typed)
	}
	thread := "#" + browser.Ask[string](v, `document.querySelector(".comments .thread:not(.resolved)").id`)

	seeNew(ben, hotel, thread)
	ben.Open(hotel + "/comments?threads=mentions")
	expectGo(ben, func() { ben.Click(thread + " .about a") })
	ben.Wait(`new URL(location.href).searchParams.get("select") === ¿`, commentedColumn)
	if ben.Scripts {
		mention(ben, thread+" textarea[name=text]")
	}
	ben.Fill(thread+" textarea[name=text]", "No:\n\n- use `ascii`")
	ben.ExpectUpdate(func() { ben.Click(thread + " .comment-box > .actions > button") })
	hasText(ben, thread+" .markdown li code", "ascii")
	if text := browser.Ask[string](ben, `document.querySelector(¿).textContent`, thread); !strings.Contains(text, "<b>x</b>") {
		ben.T.Error("HTML in a comment is not shown as it was typed")
	}
	return thread
}

// seeNew reads a new thread: after that it is not new any more. Without scripts there is
// a button for it.
func seeNew(v *browser.Walker, hotel, thread string) {
	v.T.Helper()
	v.Open(hotel + "/comments?threads=new")
	v.Wait(`document.querySelector(¿)?.matches(".new") && document.querySelector(¿).textContent.includes("new")`, thread, thread+" .badge")
	if v.Scripts {
		v.Wait(`performance.getEntriesByType("resource").some(({ name }) => name.endsWith("/seen"))`)
		v.Open(hotel + "/comments?threads=new")
	} else {
		v.ExpectLoad(func() { v.Click("#see-all") })
	}
	hasText(v, ".empty", "No new comments")
}

// mention completes a name after @ by the keyboard.
func mention(v *browser.Walker, box string) {
	v.T.Helper()
	v.Do(chromedp.Focus(box))
	v.Keys("So, @ad")
	v.Wait(`document.querySelector(".mentions .completions [aria-selected=true]")?.textContent === "Ada"`)
	v.EnterKey()
	v.Wait(`document.querySelector(¿).value === "So, @Ada " && !document.querySelector(".completions")`, box)
	v.Keys("@zz")
	v.Wait(`!document.querySelector(".completions")`)
}

// expectGo follows a link inside the page, or to another page without scripts.
func expectGo(v *browser.Walker, act func()) {
	v.T.Helper()
	if v.Scripts {
		v.ExpectUpdate(act)
	} else {
		v.ExpectLoad(act)
	}
}

// settleWith resolves the thread, reopens it, edits a comment and resolves it
// again with a last word.
func settleWith(v *browser.Walker, ben *browser.Walker, hotel, thread string) {
	v.T.Helper()
	id := strings.TrimPrefix(thread, "#thread-")
	v.Open(hotel + "/threads/" + id)
	hasText(v, thread, "use ascii")
	v.ExpectUpdate(func() { v.Click("#reply-" + id + "-Resolve") })
	v.Wait(`document.querySelector(¿)?.matches(".resolved")`, thread)

	ben.Open(hotel + "/threads/" + id) // its address opens the resolved ones
	ben.Wait(`document.querySelector(¿).checkVisibility()`, thread)
	ben.ExpectUpdate(func() { ben.Click("#reply-" + id + "-Reopen") })
	ben.Wait(`document.querySelector(¿).matches(":not(.resolved)")`, thread)
	ben.Click(thread + " .edit-comment > summary")
	ben.Fill(thread+" .edit-comment textarea", "No: use `uuid`")
	ben.ExpectUpdate(func() { ben.Click(thread + " .edit-comment button[type=submit]") })
	hasText(ben, thread+" .markdown code", "uuid")
	ben.Wait(`!document.querySelector(¿).open`, thread+" .edit-comment")

	v.Open(hotel + "/threads/" + id)
	hasText(v, thread, "edited")
	v.Fill("#reply-"+id+"-text", "Agreed")
	v.ExpectUpdate(func() { v.Click("#reply-" + id + "-Resolve") })
	hasText(v, thread+" .markdown", "Agreed")
	v.Wait(`document.querySelector(¿).matches(".resolved")`, thread)
}

// renameAndRemove checks that the thread of a column stays when the column is
// renamed, and is readable after the column is removed.
func renameAndRemove(v *browser.Walker, hotel string) {
	v.T.Helper()
	v.Server.Post(hotel+"/comments", url.Values{"do": {"open"}, "about": {commentedColumn}, "text": {"Keep this in mind"}})
	v.Open(hotel + "/physical?select=" + commentedColumn)
	v.ExpectSave(func() { v.Set("name", "full_name") })
	hasText(v, ".comments .thread .about", "was hotels.name")
	hasText(v, ".comments .thread", "Keep this in mind")

	// The pin of the table opens its comments, also by the keyboard.
	v.Open(hotel + "/physical")
	v.Wait(`document.querySelector(".layer > .pin:not([hidden])")?.dataset.pin === "photelsbyid"`)
	v.Click(".layer > .pin")
	v.Wait(`document.activeElement?.id === "comments" && document.querySelector(".comments .about a")`)

	commentOnAPlace(v, hotel)
	v.Server.Post(hotel+"/edit", url.Values{"do": {"remove-anyway:" + commentedColumn}, "tab": {"physical"}})
	v.Open(hotel + "/comments")
	hasText(v, ".thread .about", "removed since")
	hasText(v, ".thread", "Keep this in mind")
	v.Wait(`document.querySelector("#comments-button .comment-count").textContent.startsWith("2")`)
}

// commentOnAPlace comments on a free place by the menu of the canvas, and resolves it.
func commentOnAPlace(v *browser.Walker, hotel string) {
	v.T.Helper()
	v.Open(hotel + "/physical")
	v.Wait(`document.querySelector("#canvas > svg")`)
	browser.Ask[bool](v, `(() => { const box = document.querySelector("[data-box=photelsbyid]").getBoundingClientRect();
		document.querySelector("#canvas > svg").dispatchEvent(new MouseEvent("contextmenu", { bubbles: true, cancelable: true, button: 2, clientX: box.left + 30, clientY: box.bottom + 20 })); return true; })()`)
	v.Wait(`[...document.querySelectorAll("#canvas-menu button")].some((button) => button.textContent === "Comment here…")`)
	browser.Ask[bool](v, `([...document.querySelectorAll("#canvas-menu button")].find((button) => button.textContent === "Comment here…").click(), true)`)
	v.Wait(`document.activeElement.getAttribute("aria-label") === "Comment on this place"`)
	v.Keys("Prices, here")
	v.ExpectUpdate(v.EnterKey)
	v.Wait(`document.querySelector(".layer > .pin[data-spot]:not([hidden])")?.dataset.pin === "photelsbyid" && !document.querySelector(".layer input")`)
	v.Click(".layer > .pin[data-spot]")
	hasText(v, "#comments .thread", "Prices, here")
	v.ExpectUpdate(func() {
		browser.Ask[bool](v, `([...document.querySelectorAll("#comments .thread")].find((thread) => thread.textContent.includes("Prices, here")).querySelector("button[value^=resolve]").click(), true)`)
	})
	v.Wait(`!document.querySelector(".layer > .pin[data-spot]")`)
	v.Open(hotel + "/physical")
	commentBeside(v, "photelsbyid", "By keys")
}

// commentBeside comments on a place beside a box by the keyboard.
func commentBeside(v *browser.Walker, box, text string) {
	v.T.Helper()
	v.Wait(`document.querySelector(¿)?.getClientRects().length > 0`, "[data-box="+box+"]")
	browser.Ask[bool](v, `((box) => ((box.closest("a[href]") ?? box.querySelector("a[href]")).focus(), true))(document.querySelector(¿))`, "[data-box="+box+"]")
	v.Press(kb.F10, chromedp.ModifierShift)
	v.Wait(`document.activeElement.matches("#canvas-menu button")`)
	for range 10 {
		if browser.Ask[bool](v, `document.activeElement.textContent.startsWith("Comment beside hotels")`) {
			break
		}
		v.Press(kb.ArrowDown)
	}
	v.EnterKey()
	v.Wait(`document.activeElement.matches(".layer > .spot-mark")`)
	v.Press(kb.ArrowLeft)
	v.Press(kb.ArrowDown, chromedp.ModifierShift)
	hasText(v, "[data-status]", "70 below the corner of hotels")
	v.EnterKey()
	v.Wait(`document.activeElement.getAttribute("aria-label") === "Comment on this place"`)
	v.Keys(text)
	v.ExpectUpdate(v.EnterKey)
	v.Wait(`document.querySelector(".layer > .pin[data-spot]:not([hidden])")?.dataset.spot.endsWith(" 70")`)
}

// TestCommentDraft: what was typed survives a reload and a comment that is
// refused.
func TestCommentDraft(t *testing.T) {
	v := browser.Walk(t)
	hotel := v.MakeHotel()
	v.Expect(422)
	box := "#comment-photelsbyid-text"
	v.Open(hotel + "/physical?select=photelsbyid")
	v.Fill(box, "Half a thou")
	v.Open(hotel + "/physical?select=photelsbyid")
	v.Wait(`document.querySelector(¿).value === "Half a thou"`, box)

	v.Fill(box, "   ")
	v.ExpectUpdate(func() { v.Click("#comment-photelsbyid-send") })
	hasText(v, "#comment-photelsbyid-problem", "Write a comment first.")
	long := strings.Repeat("words ", 11000)
	browser.Ask[bool](v, fmt.Sprintf(`((box) => { box.value = ¿; box.dispatchEvent(new Event("input", { bubbles: true })); return true; })(document.querySelector(%q))`, box), long)
	v.ExpectUpdate(func() { v.Click("#comment-photelsbyid-send") })
	hasText(v, "#comment-photelsbyid-problem", "the limit is 64 KB")
	v.Wait(`document.querySelector(¿).value === ¿`, box, long)
	v.Fill(box, "Short")
	v.ExpectUpdate(func() { v.Click("#comment-photelsbyid-send") })
	hasText(v, ".comments .markdown", "Short")
	v.Wait(`document.querySelector(¿).value === "" && !Object.keys(localStorage).some((key) => key.includes("comment-photelsbyid"))`, box)
}
