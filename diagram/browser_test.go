package diagram

import (
	"context"
	"encoding/base64"
	"math"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"widerow/model"
)

// chromium starts a browser, or skips the test where there is none unless
// WIDEROW_REQUIRE asks for it.
func chromium(t *testing.T) context.Context {
	t.Helper()
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
	ctx, cancel = context.WithTimeout(ctx, 5*time.Minute)
	t.Cleanup(cancel)
	return ctx
}

// inBrowser opens a picture and gives the list that a script makes of it.
func inBrowser[T any](ctx context.Context, t *testing.T, svg []byte, script string) []T {
	t.Helper()
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

// TestBrowserSetsTextAsMeasured opens pictures alone, under a font name that
// no machine has, so that the subset in the picture must have set them.
func TestBrowserSetsTextAsMeasured(t *testing.T) {
	ctx := chromium(t)
	long := hotelModel()
	rename(long, "Größe_Ж_π_available_rooms_by_hotel_and_by_date_and_by_everything_else")
	chinese := hotelModel()
	rename(chinese, "酒店_hotel_客房가격ホテル")
	for _, m := range []*model.Model{hotelModel(), notationModel(), long, chinese} {
		for _, kind := range kinds {
			svg := string(render(t, m, kind, Options{Standalone: true, Imprint: Imprint{Revision: 12}}))
			svg = strings.NewReplacer("Arimo", "OnlyHere", "Widerow CJK", "OnlyHereToo", "Liberation Sans", "Nowhere", ",Arial,sans-serif", ",monospace").Replace(svg)
			texts := inBrowser[setText](ctx, t, []byte(svg), readTexts)
			if len(texts) < 10 {
				t.Fatalf("%s %s: the browser found %d texts", m.Name, kind, len(texts))
			}
			for _, text := range texts {
				want, _ := Measure(text.Content, Font{Bold: text.Bold, Italic: text.Italic, Size: text.Size})
				if math.Abs(text.Length-want) > 0.05 {
					t.Errorf("%s %s: %q is %.3f px wide in the browser, measured %.3f", m.Name, kind, text.Content, text.Length, want)
				}
			}
		}
	}
}

// TestBrowserKeepsTextInItsCell gives every element names that no font of
// ours has, or that are long, and looks whether a text leaves its box.
func TestBrowserKeepsTextInItsCell(t *testing.T) {
	ctx := chromium(t)
	for _, name := range []string{"旅館の部屋と予約の一覧表", "😀😀😀😀 party", "فندق_الغرف_المتاحة", "ﬁ\u202edrawkcab", strings.Repeat("Wide", 60), "x"} {
		for _, kind := range kinds {
			m := notationModel()
			rename(m, name)
			svg := render(t, m, kind, Options{Standalone: true})
			for _, text := range inBrowser[string](ctx, t, svg, readOverflows) {
				t.Errorf("%s, name %.30q: %s", kind, name, text)
			}
		}
	}
}

// readOverflows lists the texts that are wider than the shape round them.
const readOverflows = `document.fonts.ready.then(() => [...document.querySelectorAll("text")].flatMap(e => {
	const frame = e.closest(".table,.type-box,.task,.entity,.relationship,.attribute,.keyspace,.hierarchy")
	const shape = frame && frame.querySelector(".box,.step,.entity-shape,.relationship-shape,.attribute-shape,.container,.isa-shape")
	if (!shape) return []
	const b = e.getBBox(), s = shape.getBBox()
	const over = Math.max(s.x - b.x, b.x + b.width - s.x - s.width)
	return over > 0 ? [e.getAttribute("class") + " " + e.textContent.slice(0, 30) + " is " + over.toFixed(2) + " px over"] : []
}))`
