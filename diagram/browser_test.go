package diagram

import (
	"context"
	"encoding/base64"
	"math"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"widerow/diagram/engine/enginetest"

	"github.com/chromedp/chromedp"

	"widerow/diagram/engine"
	"widerow/diagram/figure"
	"widerow/diagram/geom"
	"widerow/diagram/scene"
	"widerow/diagram/scene/svg"
	"widerow/diagram/typeface"
	"widerow/diagram/typeface/typefacetest"
)

// chromium starts a browser. It skips the test if there is none, unless
// WIDEROW_REQUIRE lists it.
func chromium(t *testing.T) context.Context {
	t.Helper()
	if testing.Short() {
		t.Skip("-short: compares pictures in a browser")
	}
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		if slices.Contains(strings.Split(os.Getenv("WIDEROW_REQUIRE"), ","), "chromium") {
			t.Fatal("WIDEROW_REQUIRE names chromium, and no chromium is in the PATH")
		}
		t.Skip("no chromium in the PATH: text is not compared with a browser's")
	}
	options := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]), chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU)
	allocator, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(cancel)
	ctx, cancel := chromedp.NewContext(allocator)
	t.Cleanup(cancel)
	// The first action opens the window, which lives as long as its context.
	if _, err := chromedp.Run(ctx, chromedp.Navigate("about:blank")); err != nil {
		t.Fatal(err)
	}
	return ctx
}

// patience limits how long a browser may take for a picture.
const patience = 2 * time.Minute

// inBrowser opens a picture and returns the list that a script computes from it.
func inBrowser[T any](ctx context.Context, t *testing.T, svg []byte, script string) []T {
	t.Helper()
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	address := "data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(svg)
	if _, err := chromedp.Run(ctx, chromedp.Navigate(address)); err != nil {
		t.Fatal(err)
	}
	list, err := chromedp.Run(ctx, chromedp.Evaluate[[]T](script, chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// setText is a text as the browser set it.
type setText struct {
	Content      string
	Length       float64
	Box          [4]float64 // left, top, right, bottom
	Size         float64
	Bold, Italic bool
}

const readTexts = `document.fonts.ready.then(() => [...document.querySelectorAll("text")].map(e => {
	const b = e.getBBox(), s = getComputedStyle(e)
	return {Content: e.textContent, Length: e.getComputedTextLength(), Box: [b.x, b.y, b.x + b.width, b.y + b.height],
		Size: parseFloat(s.fontSize), Bold: s.fontWeight == "700", Italic: s.fontStyle == "italic"}
}))`

// TestBrowserSetsTextAsMeasured opens standalone pictures under a font name that no
// machine has, so that the browser must use the subset in the picture.
func TestBrowserSetsTextAsMeasured(t *testing.T) {
	ctx := chromium(t)
	for _, name := range []string{"", "Größe_Ж_π_available_rooms_by_hotel_and_by_date_and_by_everything_else", "酒店_hotel_客房가격ホテル_㐀"} {
		for _, kind := range kinds {
			m := hotelModel()
			if name == "" {
				m = notationModel()
			} else {
				rename(m, name)
			}
			setAsMeasured(ctx, t, render(t, m, kind, figure.Options{Standalone: true, Revision: figure.Revision{Number: 12}}), 10)
		}
	}
	setAsMeasured(ctx, t, svg.Encode(allScripts()), 4*len(typefacetest.Scripts))
}

// allScripts returns a picture of each supported script, in each font.
func allScripts() *scene.Scene {
	picture := &scene.Scene{Standalone: true, Theme: scene.ThemeLight, Width: 1000, Height: float64(30*len(typefacetest.Scripts) + 20)}
	// Plain letters are next to letters that bring rules to the same font.
	picture.Items = append(picture.Items, &scene.Text{At: geom.Pt(20, picture.Height-5), Font: typeface.Font{Size: 13}, Content: "The quick brown fox jumps over the lazy dog"})
	for i, name := range typefacetest.Scripts {
		for k, font := range []typeface.Font{{Size: 13}, {Size: 13, Bold: true}, {Size: 13, Italic: true}, {Size: 13, Bold: true, Italic: true}} {
			picture.Items = append(picture.Items, &scene.Text{At: geom.Pt(20+240*float64(k), 30*float64(i+1)), Font: font, Content: "n_" + name.Text})
		}
	}
	return picture
}

var madeLong = regexp.MustCompile(` textLength="[^"]*" lengthAdjust="[^"]*"`)

// setAsMeasured opens a picture with its own fonts only, and with textLength
// removed.
func setAsMeasured(ctx context.Context, t *testing.T, svg []byte, least int) {
	t.Helper()
	alone := strings.NewReplacer("Arimo", "OnlyHere", "Widerow ", "OnlyHereToo ", "Noto ", "AndHere ", "Liberation Sans", "Nowhere", ",Arial,", ",Nor here,", "sans-serif", "monospace")
	texts := inBrowser[setText](ctx, t, []byte(alone.Replace(madeLong.ReplaceAllString(string(svg), ""))), readTexts)
	if len(texts) < least {
		t.Fatalf("the browser found %d texts", len(texts))
	}
	for _, text := range texts {
		want, _ := typeface.Measure(text.Content, typeface.Font{Bold: text.Bold, Italic: text.Italic, Size: text.Size})
		if math.Abs(text.Length-want) > 0.05 {
			t.Errorf("%q (bold: %t) is %.3f px wide in the browser, measured %.3f", text.Content, text.Bold, text.Length, want)
		}
	}
}

// namesToSet are names that are long, that run from right to left, or that no
// embedded font has.
var namesToSet = []string{
	"旅館の部屋と予約の一覧表", "😀😀😀😀 party", "فندق_الغرف_المتاحة", "ﬁ\u202edrawkcab", strings.Repeat("Wide", 60), strings.Repeat("long_name ", 20),
	"e\u0301\u0323\u0302galite\u0301", "x",
}

// TestBrowserKeepsTextApart gives every element hostile names, lays the pictures
// out as the app does, with all panels below them, and checks that no text leaves
// its cell and no label covers another label or a box.
func TestBrowserKeepsTextApart(t *testing.T) {
	ctx, engine := chromium(t), engine.New(enginetest.Pool(t, nil), nil)
	for _, name := range namesToSet {
		for _, kind := range kinds {
			m := signsModel()
			rename(m, name)
			for _, r := range m.Concepts.Relationships {
				for _, p := range r.Participants {
					p.Cardinality = "n" // the cardinality has no other name
				}
			}
			options := signsOptions()
			options.Standalone = true
			svg, err := Render(t.Context(), engine, m, kind, everything, options)
			if err != nil {
				t.Fatal(err)
			}
			for _, text := range inBrowser[string](ctx, t, svg, readOverflows+".then(over => over.concat(("+readOverlaps+")()))") {
				t.Errorf("%s, name %.30q: %s", kind, name, text)
			}
		}
	}
}

// readOverflows lists the texts that are larger than the shape around them.
const readOverflows = `document.fonts.ready.then(() => [...document.querySelectorAll("text")].flatMap(e => {
	const cells = [[".column", ".row"], [".arrow", ".label,.row"], [".legend,.key,.title-block", ".panel"],
		[".table,.type-box,.task,.entity,.relationship,.attribute,.keyspace,.hierarchy", ".box,.step,.entity-shape,.relationship-shape,.attribute-shape,.container,.isa-shape"]]
	return cells.flatMap(([frame, shape]) => {
		const cell = e.closest(frame)?.querySelector(shape)
		if (!cell) return []
		const b = e.getBBox(), s = cell.getBBox()
		if (b.width === 0) return [] // nothing is seen of it, and its box is at 0,0
		// Accents can come from another font, whose lines are higher than ours.
		const high = /\p{M}/u.test(e.textContent) ? 0 : Math.max(s.y - b.y, b.y + b.height - s.y - s.height)
		const over = Math.max(s.x - b.x, b.x + b.width - s.x - s.width, high)
		return over > 0 ? [e.getAttribute("class") + " " + e.textContent.slice(0, 30) + " is " + over.toFixed(2) + " px over its " + shape] : []
	})
}))`

// readOverlaps lists labels that cover another label or a box, point by point since
// boxes are not all rectangles, and texts of one panel that overlap.
const readOverlaps = `() => {
	const svg = document.documentElement, found = []
	const outside = e => !e.closest(".legend,.key,.title-block")
	const all = selector => [...document.querySelectorAll(selector)].filter(outside)
	const labels = all(".label:not(.in-head),.patch"), shapes = all(".box,.step,.entity-shape,.relationship-shape,.attribute-shape,.isa-shape")
	const meet = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
	// Lines of some scripts' fonts are higher than what they show.
	const line = e => {
		const { x, width } = e.getBBox(), size = parseFloat(getComputedStyle(e).fontSize)
		return { x, width, y: e.getAttribute("y") - 0.91 * size, height: 1.12 * size }
	}
	const textOf = e => e.parentElement.querySelector("text")?.textContent.slice(0, 20)
	labels.forEach((label, i) => {
		const r = label.getBBox()
		for (const other of labels.slice(0, i))
			if (meet(r, other.getBBox()) && label.parentElement !== other.parentElement) found.push("label " + textOf(label) + " covers label " + textOf(other))
		for (const shape of shapes) {
			if (!meet(r, shape.getBBox())) continue
			for (let k = 0; k < 121; k++) {
				const at = svg.createSVGPoint()
				at.x = r.x + r.width * (k % 11) / 10
				at.y = r.y + r.height * Math.floor(k / 11) / 10
				if (shape.isPointInFill(at)) { found.push("label " + textOf(label) + " covers a " + shape.getAttribute("class")); break }
			}
		}
	})
	for (const panel of document.querySelectorAll(".legend,.key,.title-block")) {
		const texts = [...panel.querySelectorAll("text")].map(e => [e, line(e)])
		texts.forEach(([e, r], i) => texts.slice(0, i).forEach(([other, s]) => {
			if (meet(r, s) && e.parentElement.closest(".sample") !== (other.parentElement.closest(".sample") ?? e)) {
				const high = Math.min(r.y + r.height, s.y + s.height) - Math.max(r.y, s.y)
				if (high > 3) found.push("in a panel, " + e.textContent.slice(0, 20) + " covers " + other.textContent.slice(0, 20))
			}
		}))
	}
	return found
}`
