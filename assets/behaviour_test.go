package assets_test

import (
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/cdproto/domdebugger"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

const (
	saved   = "document.querySelector('#saved').textContent"
	focused = "document.activeElement.id"
	viewBox = "document.querySelector('#canvas > svg').getAttribute('viewBox')"
	// columnPlace is where a column is on the screen.
	columnPlace = "(b => Math.round(b.x) + ' ' + Math.round(b.y))(document.querySelector('#d-r1col0').getBoundingClientRect())"
	level       = "document.querySelector('[data-zoom-level]').textContent"
)

// The user types on while the first save is under way: no text is lost, and the caret stays.
func TestTypingSurvivesTheMorph(t *testing.T) {
	g, p := openModel(t)
	g.locked(func() { g.wait = 500 * time.Millisecond })
	p.script("document.querySelector('#edit-name').focus()")
	p.press(kb.End)
	p.press("_by_date")
	p.expect(saved, "Not saved yet")
	p.press(kb.Enter)
	p.expect(saved, "Saving…")
	p.press("_x")
	p.press(kb.ArrowLeft)
	p.expect(saved, "Not saved yet")
	p.press(kb.Enter)
	p.expect(saved, "Saved · r14")
	p.expect(focused, "edit-name")
	p.expect("document.activeElement.value + document.activeElement.selectionStart", "rooms_by_date_x14")
	g.locked(func() {
		if want := []string{"12 rooms_by_date", "13 rooms_by_date_x"}; !slices.Equal(g.sent, want) {
			t.Errorf("saves are %q, want %q: the second one on the revision of the first", g.sent, want)
		}
	})
}

// A morph replaces a drawing as SVG, and keeps the view and the focus.
func TestDrawingKeepsItsViewAndFocus(t *testing.T) {
	_, p := openModel(t)
	p.script("document.querySelector('[data-zoom=in]').click()")
	before := p.script(viewBox)
	p.script("document.querySelector('#d-r1col1').focus()")
	p.script("document.querySelector('#edit-name').value = 'other', document.querySelector('#edit').requestSubmit()")
	p.expect("document.querySelector('#drawing-revision').textContent", "revision 13")
	p.expect("document.querySelectorAll('#canvas > svg *').length > 100 && [...document.querySelectorAll('#canvas > svg *')].every(e => e instanceof SVGElement)", "true")
	p.expect(viewBox, before)
	p.expect(focused, "d-r1col1")
	p.expect("document.querySelector('#edit-name').value", "other")
}

func TestControlsFollowTheServer(t *testing.T) {
	g, p := openModel(t)
	total := "document.querySelector('#edit-total').checked"
	p.script("document.querySelector('#edit-total').click(), 1")
	p.expect(saved, "Saved · r13")
	p.script("document.querySelector('#edit-total').click(), 1")
	p.expect(saved, "Saved · r14")
	p.expect(total, "false")
	p.script("(s => { s.value = 'int'; s.dispatchEvent(new Event('change', {bubbles: true})) })(document.querySelector('#edit-type'))")
	p.expect(saved, "Saved · r15")
	p.expect(total, "true") // int columns are total here, although the user unticked the box
	p.script("(f => { f.value = '  spaced '; f.dispatchEvent(new Event('input', {bubbles: true})); f.dispatchEvent(new Event('change', {bubbles: true})) })(document.querySelector('#edit-name'))")
	p.expect(saved, "Saved · r16")
	p.expect("document.querySelector('#edit-name').value", "spaced")
	g.locked(func() {
		if len(g.sent) != 4 {
			t.Errorf("%d saves, want 4: %q", len(g.sent), g.sent)
		}
	})
}

func TestFailedSaveKeepsWhatWasTyped(t *testing.T) {
	g, p := openModel(t)
	g.locked(func() { g.fail = http.StatusInsufficientStorage })
	p.script("document.querySelector('#edit-name').focus()")
	p.press(kb.End)
	p.press("_kept" + kb.Enter)
	p.expect(saved, "Not saved, your text is kept")
	p.expect("document.querySelector('#failed').textContent", "The disk is full.")
	p.expect("document.querySelector('#edit-name').value", "rooms_kept")

	p.expect("Object.keys(localStorage).filter((key) => key.startsWith('draft:')).map((key) => JSON.parse(localStorage[key]).text).join()", "rooms_kept")
	p.expect("!window.dispatchEvent(new Event('beforeunload', {cancelable: true}))", "true") // the page asks before it is left

	// A page opened later offers the draft; after a save it is gone.
	g.locked(func() { g.fail = 0 })
	p.script("window.dispatchEvent(new Event('pagehide')), 1")
	q := p.another()
	q.do(chromedp.Navigate(p.script("location.href")))
	q.expect("document.querySelector('.draft-mark')?.textContent.replace(/from .*:/, 'from …:')", "Draft from …: rooms_keptRestoreDiscard")
	q.expect("document.querySelector('#edit-name').value", "rooms")
	q.script("document.querySelector('.draft-mark button').click()")
	q.expect("document.querySelector('#edit-name').value + document.querySelector('.draft-mark').textContent.replace(/from .*D/, 'from … D')", "rooms_keptDraft from … Discard")
	q.script("document.activeElement.blur()")
	q.expect(saved, "Saved · r13")
	q.expect("document.querySelector('#edit-name').value", "rooms_kept")
	q.expect("Object.keys(localStorage).filter((key) => key.startsWith('draft:')).join()", "")
	q.expect("window.dispatchEvent(new Event('beforeunload', {cancelable: true}))", "true")
}

func TestLinksOfOutlineAndDrawingSwapInPlace(t *testing.T) {
	_, p := openModel(t)
	p.script("window.samePage = true, document.querySelector('#inspector').scrollTop = 120")
	p.script("document.querySelector('#link-1').focus(), document.querySelector('#link-1').click()")
	p.expect("location.search + document.querySelector('#canvas').dataset.selected", "?on=1d-1")
	p.expect(focused, "link-1")
	p.expect("document.querySelector('#inspector').scrollTop", "120")
	p.script("document.querySelector('#d-r3col0').dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true}))")
	p.expect("location.search + document.querySelector('#canvas').dataset.selected", "?on=r3col0d-r3col0")
	p.script("history.back()")
	p.expect("location.search + document.querySelector('#canvas').dataset.selected", "?on=1d-1")
	p.expect("window.samePage", "true")
	p.expect("document.querySelectorAll('#workbench').length + ' ' + document.querySelectorAll('.topbar').length", "1 1")
	// The canvas of the restored page works again.
	p.script("document.querySelector('[data-zoom=actual]').click()")
	p.expect(level, "100 %")
}

func TestKeysForUndo(t *testing.T) {
	g, p := openModel(t)
	p.script("document.querySelector('#edit-name').focus()")
	p.press(kb.End)
	p.press("abc")
	p.press("z", chromedp.ModifierCtrl) // of the field itself: the last letter
	p.expect("document.querySelector('#edit-name').value", "roomsab")
	g.locked(func() {
		if g.view.Name == "undone" {
			t.Error("Ctrl+Z in a field with own edits undid a revision")
		}
	})
	p.script("document.activeElement.blur()")
	p.expect("document.querySelector('#saved').dataset.state", "saved") // what was typed
	p.press("z", chromedp.ModifierCtrl)
	p.expect("document.querySelector('#edit-name').value", "undone")
}

// Undo right after a field is left waits for its save and undoes that change. If the save is rejected, there is no undo.
func TestUndoWaitsForTheSave(t *testing.T) {
	for _, test := range []struct{ name, undo string }{
		{"button", "document.querySelector('#undo button').click()"},
		{"keys", "document.dispatchEvent(new KeyboardEvent('keydown', {key: 'z', ctrlKey: true, bubbles: true}))"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g, p := openModel(t)
			leave := func(letter string) {
				p.script("document.querySelector('#edit-name').focus()")
				p.press(kb.End)
				p.press(letter)
				p.script("document.activeElement.blur(), " + test.undo + ", 1")
			}
			g.locked(func() { g.wait = 300 * time.Millisecond })
			leave("x")
			p.expect("document.querySelector('#edit-name').value", "undone")
			p.expect(saved, "Saved · r14")
			g.locked(func() {
				if want := []string{"12 roomsx", "undo 13"}; !slices.Equal(g.sent, want) {
					t.Errorf("requests are %q, want %q", g.sent, want)
				}
				g.sent, g.fail = nil, http.StatusInsufficientStorage
			})
			leave("y")
			p.expect(saved, "Not saved, your text is kept")
			p.expect("document.querySelector('#edit-name').value", "undoney")
			g.locked(func() {
				if want := []string{"14 undoney"}; !slices.Equal(g.sent, want) {
					t.Errorf("requests are %q, want %q", g.sent, want)
				}
			})
		})
	}
}

func TestKeysForFindAndCanvas(t *testing.T) {
	_, p := openModel(t)
	p.press("/")
	p.expect(focused, "find")
	p.script("document.activeElement.blur()")
	p.press("1")
	p.expect(level, "100 %")
	p.press("-")
	p.expect(level, "80 %")
	before := p.script(columnPlace)
	p.press(kb.ArrowRight)
	p.expect("String("+columnPlace+" !== '"+before+"')", "true")
	p.press("0")
	fitted := p.script(level)
	p.script("document.querySelector('#find').focus()")
	p.press("1")
	p.expect(level, fitted)
}

func TestPointerPansZoomsAndClicks(t *testing.T) {
	_, p := openModel(t)
	p.press("1")
	p.script("document.querySelector('#canvas').scrollTop")
	before := p.script(columnPlace)
	// A drag that starts and ends on the drawing does not follow a link under it.
	p.do(chromedp.DragAndDropXY(600, 300, 500, 250))
	p.expect("String("+columnPlace+" !== '"+before+"')", "true")
	p.expect("location.search", "")

	// Zooming by ctrl and wheel keeps the point under the pointer.
	point := func() string {
		return p.script(`(m => Math.round(m.x) + ' ' + Math.round(m.y))(new DOMPoint(700, 400).matrixTransform(document.querySelector('#canvas > svg').getScreenCTM().inverse()))`)
	}
	under, wheel := point(), "document.querySelector('#canvas > svg').dispatchEvent(new WheelEvent('wheel', {bubbles: true, cancelable: true, ctrlKey: true, deltaY: -60, clientX: 700, clientY: 400}))"
	p.script(wheel)
	p.expect(level, "110 %")
	if got := point(); got != under {
		t.Errorf("under the pointer is now %s, was %s", got, under)
	}

	// A plain click on a column selects it.
	p.script("document.querySelector('[data-zoom=fit]').click()")
	var x, y float64
	box, err := chromedp.Run(p.ctx, chromedp.Evaluate[[]float64]("(b => [b.x + b.width / 2, b.y + b.height / 2])(document.querySelector('#d-r1col0').getBoundingClientRect())"))
	if err != nil {
		t.Fatal(err)
	}
	x, y = box[0], box[1]
	p.do(chromedp.MouseClickXY(x, y))
	p.expect("location.search", "?on=r1col0")
}

func TestThemeIsSwitchedAndRemembered(t *testing.T) {
	_, p := openModel(t)
	ground := "getComputedStyle(document.body.parentElement).backgroundColor"
	p.expect(ground, "rgb(246, 247, 249)")
	p.script("document.querySelector('[data-theme-switch]').click(), document.querySelector('[data-theme-switch]').click()")
	p.expect(ground, "rgb(15, 20, 29)")
	p.do(chromedp.Reload())
	p.expect(ground, "rgb(15, 20, 29)")
	p.expect("document.querySelector('[data-theme-switch]').textContent", "Theme: dark")
}

func TestNarrowPageShowsOnePane(t *testing.T) {
	_, p := openModel(t)
	p.do(chromedp.EmulateViewport(390, 800))
	shown := "['outline', 'canvas', 'inspector'].filter(id => document.getElementById(id).checkVisibility()).join()"
	p.expect(shown, "inspector")
	p.script("document.querySelector('#pane-outline').click()")
	p.expect(shown, "outline")
	p.expect("document.documentElement.scrollWidth", "390")
	p.script("document.querySelector('#link-2').click()")
	p.expect(shown, "inspector") // what was chosen
}

// A whole page, such as one of a proxy, is opened and never swapped into the workbench.
func TestWholePageIsNotSwappedIn(t *testing.T) {
	_, p := openModel(t)
	p.script("document.querySelector('#link-1').setAttribute('href', '/whole'), document.querySelector('#link-1').click()")
	p.expect("document.title + location.pathname", "Whole/whole")
}

// Text that was saved, undone and typed again is a new edit.
func TestSameEditAfterUndoIsSavedAgain(t *testing.T) {
	_, p := openModel(t)
	const typeB = "((i) => { i.value = 'b'; i.dispatchEvent(new Event('input', {bubbles: true})); i.dispatchEvent(new Event('change', {bubbles: true})) })(document.querySelector('#edit-name'))"
	p.script(typeB)
	p.expect(saved, "Saved · r13")
	p.script("document.querySelector('#undo').requestSubmit()")
	p.expect("document.querySelector('#edit-name').value", "undone")
	p.script(typeB)
	p.expect(saved, "Saved · r15")
}

// A click while a save is under way waits for it: the answer of the save must not restore the old page.
func TestLinkWaitsForTheSave(t *testing.T) {
	g, p := openModel(t)
	g.locked(func() { g.wait = 400 * time.Millisecond })
	p.script("document.querySelector('#edit-name').focus()")
	p.press("x")
	p.script("document.querySelector('#link-1').click()")
	p.expect("location.search", "?on=1")
	p.expect(saved, "Saved · r13")
	p.expect("document.querySelector('#canvas').dataset.selected", "d-1")

	// If the save fails, the page stays with the text that was typed.
	g.locked(func() { g.fail = http.StatusInsufficientStorage })
	p.script("document.querySelector('#edit-name').focus()")
	p.press("y")
	p.script("document.querySelector('#link-2').click()")
	p.expect(saved, "Not saved, your text is kept")
	p.expect("location.search", "?on=1")
}

// Only a page with something unsaved is asked before it is left. If each page were,
// Chromium would lose a navigation that begins while another page is about to appear,
// as after a form was sent.
func TestOnlyUnsavedPagesAreAsked(t *testing.T) {
	g, p := openModel(t)
	asked := func() int {
		window, err := chromedp.Call(p.ctx, runtime.Evaluate, runtime.EvaluateParams{Expression: "window"})
		if err != nil {
			t.Fatal(err)
		}
		found, err := chromedp.Call(p.ctx, domdebugger.GetEventListeners, domdebugger.GetEventListenersParams{ObjectID: window.Result.ObjectID})
		if err != nil {
			t.Fatal(err)
		}
		count := 0
		for _, listener := range found.Listeners {
			if listener.Type == "beforeunload" {
				count++
			}
		}
		return count
	}
	if count := asked(); count > 0 {
		t.Errorf("%d parts of the page want to be asked before anything was typed", count)
	}
	g.locked(func() { g.wait = time.Second })
	p.script("document.querySelector('#edit-name').focus()")
	p.press("x")
	if count := asked(); count == 0 {
		t.Error("the page would be left without a word while a name is not saved")
	}
	p.script("document.activeElement.blur()")
	p.expect(saved, "Saved · r13")
	if count := asked(); count > 0 {
		t.Errorf("%d parts of the page want to be asked after all was saved", count)
	}
}
