package walk

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

const commentedColumn = "pq2name" // the name in the table hotels of the hotel

// TestWalkComments has two people talk about a column, with scripts and without,
// wide and narrow.
func TestWalkComments(t *testing.T) {
	axe := axeCore(t)
	ada := walk(t)
	hotel := ada.makeHotel()
	for _, walked := range []struct {
		name    string
		width   int64
		scripts bool
	}{{"wide", 1280, true}, {"narrow", 390, true}, {"plain", 1280, false}} {
		t.Run(walked.name, func(t *testing.T) {
			ada, ben := newWalker(t, ada.server), newWalker(t, ada.server)
			for who, v := range map[string]*walker{"Ada": ada, "Ben Ray": ben} {
				v.do(chromedp.EmulateViewport(walked.width, 900))
				if !walked.scripts {
					v.withoutScripts()
				}
				v.open("you")
				v.fill("input[name=name]", who)
				v.expectLoad(func() { v.click("main button") })
			}
			thread := ada.openThreadWith(ben, hotel)
			ada.settleWith(ben, hotel, thread)
			if walked.scripts {
				ada.open(hotel + "/physical?select=" + commentedColumn)
				ada.inspect(axe, "comments-panel-"+walked.name)
				ada.open(hotel + "/comments?threads=all")
				ada.inspect(axe, "comments-"+walked.name)
			}
		})
	}
	ada.renameAndRemove(hotel)
	ada.commentOnLines(axe, hotel)
}

// commentOnLines comments on a line of the schema by the mouse and by the keyboard, and on a
// clause of the statement of a query; a thread leads to its line and back.
func (v *walker) commentOnLines(axe, hotel string) {
	v.t.Helper()
	v.open(hotel + "/cql")
	v.wait(`document.querySelector(".cm-comments .line-mark")`)
	v.expectUpdate(func() {
		ask[bool](v, `([...document.querySelectorAll(".cm-comments .line-mark")].find((link) => link.href.endsWith("select=photelsbypoi&line=key")).click(), true)`)
	})
	v.wait(`document.activeElement?.id === "comment-photelsbypoi-key-text" && document.querySelector("#comments .thread-line").textContent === "PRIMARY KEY (poi_name, hotel_id)"`)
	v.keys("Wide?")
	v.expectUpdate(func() { v.click("#comment-photelsbypoi-key-send") })
	v.hasText("#comments .thread", "Wide?")
	v.wait(`document.querySelector(".cm-comments .line-mark[aria-current]")?.dataset.count === "1"`)
	v.inspect(axe, "comments-line")
	v.expectUpdate(func() { v.click("#close-comments") })
	v.wait(`!document.getElementById("comments") && document.querySelector(".cm-comments .line-mark.counted")`)

	v.open(hotel + "/queries?select=q4")
	v.do(chromedp.Focus(`#proof-statement .line-mark[href$="line=from"]`))
	v.expectUpdate(v.enterKey)
	v.wait(`document.activeElement?.id === "comment-q4-from-text"`)
	v.keys("This table?")
	v.press(kb.Tab)
	v.expectUpdate(v.enterKey)
	v.hasText("#comments .thread", "This table?")
	v.wait(`document.querySelector("#proof-statement .line-mark.counted").href.endsWith("line=from")`)
	v.inspect(axe, "comments-clause")

	v.open(hotel + "/comments")
	v.expectUpdate(func() {
		ask[bool](v, `([...document.querySelectorAll(".thread-line a")].find((link) => link.textContent.startsWith("PRIMARY KEY (poi_name")).click(), true)`)
	})
	v.wait(`location.pathname.endsWith("/cql") && document.querySelector(".cm-comments .line-mark[aria-current]")`)
	v.do(chromedp.Focus(".cm-content"))
	v.press(kb.ArrowDown, chromedp.ModifierCtrl)
	v.expectUpdate(func() {
		v.press(kb.Home, chromedp.ModifierCtrl)
		v.press(kb.ArrowDown)
		v.press(kb.ArrowDown)
		v.press(kb.ArrowDown)
		v.press("m", chromedp.ModifierCtrl, chromedp.ModifierAlt)
	})
	v.wait(`document.activeElement?.id === "comment-hotelks-create-text"`)
}

func (v *walker) hasText(selector, text string) {
	v.t.Helper()
	v.wait(`[...document.querySelectorAll(¿)].some((part) => part.textContent.includes(¿))`, selector, text)
}

// openThreadWith comments on the column, and Ben finds the thread by the mark in
// the outline and answers. It returns the selector of the thread.
func (v *walker) openThreadWith(ben *walker, hotel string) string {
	v.t.Helper()
	v.open(hotel + "/physical?select=" + commentedColumn)
	v.fill("#comment-"+commentedColumn+"-text", "Is **text** right, @Ben Ray? <b>x</b>")
	v.expectUpdate(func() { v.click("#comment-" + commentedColumn + "-send") })
	v.hasText(".comments .markdown strong", "text")
	if typed := ask[string](v, `document.getElementById(¿).value`, "comment-"+commentedColumn+"-text"); typed != "" {
		v.t.Errorf("the box still has %q after it was sent", typed)
	}
	thread := "#" + ask[string](v, `document.querySelector(".comments .thread:not(.resolved)").id`)

	ben.seeNew(hotel, thread)
	ben.open(hotel + "/comments?threads=mentions")
	ben.expectGo(func() { ben.click(thread + " .about a") })
	ben.wait(`new URL(location.href).searchParams.get("select") === ¿`, commentedColumn)
	if ben.scripts {
		ben.mention(thread + " textarea[name=text]")
	}
	ben.fill(thread+" textarea[name=text]", "No:\n\n- use `ascii`")
	ben.expectUpdate(func() { ben.click(thread + " .comment-box > .actions > button") })
	ben.hasText(thread+" .markdown li code", "ascii")
	if text := ask[string](ben, `document.querySelector(¿).textContent`, thread); !strings.Contains(text, "<b>x</b>") {
		ben.t.Error("HTML in a comment is not shown as it was typed")
	}
	return thread
}

// seeNew reads a new thread: after that it is not new any more. Without scripts there is
// a button for it.
func (v *walker) seeNew(hotel, thread string) {
	v.t.Helper()
	v.open(hotel + "/comments?threads=new")
	v.wait(`document.querySelector(¿)?.matches(".new") && document.querySelector(¿).textContent.includes("new")`, thread, thread+" .badge")
	if v.scripts {
		v.wait(`performance.getEntriesByType("resource").some(({ name }) => name.endsWith("/seen"))`)
		v.open(hotel + "/comments?threads=new")
	} else {
		v.expectLoad(func() { v.click("#see-all") })
	}
	v.hasText(".empty", "No new comments")
}

// mention completes a name after @ by the keyboard.
func (v *walker) mention(box string) {
	v.t.Helper()
	v.do(chromedp.Focus(box))
	v.keys("So, @ad")
	v.wait(`document.querySelector(".mentions .completions [aria-selected=true]")?.textContent === "Ada"`)
	v.enterKey()
	v.wait(`document.querySelector(¿).value === "So, @Ada " && !document.querySelector(".completions")`, box)
	v.keys("@zz")
	v.wait(`!document.querySelector(".completions")`)
}

// expectGo follows a link inside the page, or to another page without scripts.
func (v *walker) expectGo(act func()) {
	v.t.Helper()
	if v.scripts {
		v.expectUpdate(act)
	} else {
		v.expectLoad(act)
	}
}

// settleWith resolves the thread, reopens it, edits a comment and resolves it
// again with a last word.
func (v *walker) settleWith(ben *walker, hotel, thread string) {
	v.t.Helper()
	id := strings.TrimPrefix(thread, "#thread-")
	v.open(hotel + "/threads/" + id)
	v.hasText(thread, "use ascii")
	v.expectUpdate(func() { v.click("#reply-" + id + "-Resolve") })
	v.wait(`document.querySelector(¿)?.matches(".resolved")`, thread)

	ben.open(hotel + "/threads/" + id) // its address opens the resolved ones
	ben.wait(`document.querySelector(¿).checkVisibility()`, thread)
	ben.expectUpdate(func() { ben.click("#reply-" + id + "-Reopen") })
	ben.wait(`document.querySelector(¿).matches(":not(.resolved)")`, thread)
	ben.click(thread + " .edit-comment > summary")
	ben.fill(thread+" .edit-comment textarea", "No: use `uuid`")
	ben.expectUpdate(func() { ben.click(thread + " .edit-comment button[type=submit]") })
	ben.hasText(thread+" .markdown code", "uuid")
	ben.wait(`!document.querySelector(¿).open`, thread+" .edit-comment")

	v.open(hotel + "/threads/" + id)
	v.hasText(thread, "edited")
	v.fill("#reply-"+id+"-text", "Agreed")
	v.expectUpdate(func() { v.click("#reply-" + id + "-Resolve") })
	v.hasText(thread+" .markdown", "Agreed")
	v.wait(`document.querySelector(¿).matches(".resolved")`, thread)
}

// renameAndRemove checks that the thread of a column stays when the column is
// renamed, and is readable after the column is removed.
func (v *walker) renameAndRemove(hotel string) {
	v.t.Helper()
	v.server.post(hotel+"/comments", url.Values{"do": {"open"}, "about": {commentedColumn}, "text": {"Keep this in mind"}})
	v.open(hotel + "/physical?select=" + commentedColumn)
	v.expectSave(func() { v.set("name", "full_name") })
	v.hasText(".comments .thread .about", "was hotels.name")
	v.hasText(".comments .thread", "Keep this in mind")

	// The pin of the table opens its comments, also by the keyboard.
	v.open(hotel + "/physical")
	v.wait(`document.querySelector(".layer > .pin:not([hidden])")?.dataset.pin === "photelsbyid"`)
	v.click(".layer > .pin")
	v.wait(`document.activeElement?.id === "comments" && document.querySelector(".comments .about a")`)

	v.commentOnAPlace(hotel)
	v.server.post(hotel+"/edit", url.Values{"do": {"remove-anyway:" + commentedColumn}, "tab": {"physical"}})
	v.open(hotel + "/comments")
	v.hasText(".thread .about", "removed since")
	v.hasText(".thread", "Keep this in mind")
	v.wait(`document.querySelector("#comments-button .comment-count").textContent.startsWith("2")`)
}

// commentOnAPlace comments on a free place by the menu of the canvas, and resolves it.
func (v *walker) commentOnAPlace(hotel string) {
	v.t.Helper()
	v.open(hotel + "/physical")
	v.wait(`document.querySelector("#canvas > svg")`)
	ask[bool](v, `(() => { const box = document.querySelector("[data-box=photelsbyid]").getBoundingClientRect();
		document.querySelector("#canvas > svg").dispatchEvent(new MouseEvent("contextmenu", { bubbles: true, cancelable: true, button: 2, clientX: box.left + 30, clientY: box.bottom + 20 })); return true; })()`)
	v.wait(`[...document.querySelectorAll("#canvas-menu button")].some((button) => button.textContent === "Comment here…")`)
	ask[bool](v, `([...document.querySelectorAll("#canvas-menu button")].find((button) => button.textContent === "Comment here…").click(), true)`)
	v.wait(`document.activeElement.getAttribute("aria-label") === "Comment on this place"`)
	v.keys("Prices, here")
	v.expectUpdate(v.enterKey)
	v.wait(`document.querySelector(".layer > .pin[data-spot]:not([hidden])")?.dataset.pin === "photelsbyid" && !document.querySelector(".layer input")`)
	v.click(".layer > .pin[data-spot]")
	v.hasText("#comments .thread", "Prices, here")
	v.expectUpdate(func() {
		ask[bool](v, `([...document.querySelectorAll("#comments .thread")].find((thread) => thread.textContent.includes("Prices, here")).querySelector("button[value^=resolve]").click(), true)`)
	})
	v.wait(`!document.querySelector(".layer > .pin[data-spot]")`)
	v.open(hotel + "/physical")
	v.commentBeside("photelsbyid", "By keys")
}

// commentBeside comments on a place beside a box by the keyboard.
func (v *walker) commentBeside(box, text string) {
	v.t.Helper()
	v.wait(`document.querySelector(¿)?.getClientRects().length > 0`, "[data-box="+box+"]")
	ask[bool](v, `((box) => ((box.closest("a[href]") ?? box.querySelector("a[href]")).focus(), true))(document.querySelector(¿))`, "[data-box="+box+"]")
	v.press(kb.F10, chromedp.ModifierShift)
	v.wait(`document.activeElement.matches("#canvas-menu button")`)
	for range 10 {
		if ask[bool](v, `document.activeElement.textContent.startsWith("Comment beside hotels")`) {
			break
		}
		v.press(kb.ArrowDown)
	}
	v.enterKey()
	v.wait(`document.activeElement.matches(".layer > .spot-mark")`)
	v.press(kb.ArrowLeft)
	v.press(kb.ArrowDown, chromedp.ModifierShift)
	v.hasText("[data-status]", "70 below the corner of hotels")
	v.enterKey()
	v.wait(`document.activeElement.getAttribute("aria-label") === "Comment on this place"`)
	v.keys(text)
	v.expectUpdate(v.enterKey)
	v.wait(`document.querySelector(".layer > .pin[data-spot]:not([hidden])")?.dataset.spot.endsWith(" 70")`)
}

// TestCommentDraft: what was typed survives a reload and a comment that is
// refused.
func TestCommentDraft(t *testing.T) {
	v := walk(t)
	hotel := v.makeHotel()
	v.expect(422)
	box := "#comment-photelsbyid-text"
	v.open(hotel + "/physical?select=photelsbyid")
	v.fill(box, "Half a thou")
	v.open(hotel + "/physical?select=photelsbyid")
	v.takeFaults() // the browser asks before it leaves the page
	v.wait(`document.querySelector("#messages .notice button")`)
	v.click("#messages .notice button")
	v.wait(`document.querySelector(¿).value === "Half a thou"`, box)

	v.fill(box, "   ")
	v.expectUpdate(func() { v.click("#comment-photelsbyid-send") })
	v.hasText("#comment-photelsbyid-problem", "Write a comment first.")
	long := strings.Repeat("words ", 11000)
	ask[bool](v, fmt.Sprintf(`((box) => { box.value = ¿; box.dispatchEvent(new Event("input", { bubbles: true })); return true; })(document.querySelector(%q))`, box), long)
	v.expectUpdate(func() { v.click("#comment-photelsbyid-send") })
	v.hasText("#comment-photelsbyid-problem", "the most is 64 KB")
	v.wait(`document.querySelector(¿).value === ¿`, box, long)
	v.fill(box, "Short")
	v.expectUpdate(func() { v.click("#comment-photelsbyid-send") })
	v.hasText(".comments .markdown", "Short")
	v.wait(`document.querySelector(¿).value === "" && !Object.keys(localStorage).some((key) => key.includes("comment-photelsbyid"))`, box)
}
