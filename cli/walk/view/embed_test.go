package view

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image/color"
	"image/png"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/chromedp"

	"widerow/cli/walk/browser"
)

// TestWalkEmbed embeds a diagram in a page of another site, as a picture and in
// a frame, with the light and the dark theme.
func TestWalkEmbed(t *testing.T) {
	v := browser.Walk(t)
	model := strings.TrimPrefix(v.MakeHotel(), "m/")
	address := v.Site + "embed/" + model + "/physical"
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, `<!DOCTYPE html><link rel="icon" href="data:,"><meta name="color-scheme" content="light dark"><body style="margin: 0">
			<img src="%s.svg" alt="Physical model" width="600" height="300" style="object-fit: none; object-position: 0 0; display: block">
			<iframe src="%[1]s" title="Physical model" width="600" height="300" style="border: 0"></iframe>`, address)
	}))
	t.Cleanup(other.Close)
	for theme, want := range map[string]color.RGBA{"light": {255, 255, 255, 255}, "dark": {0x0f, 0x14, 0x1d, 255}} {
		v.Prefer(theme)
		v.Do(chromedp.Navigate(other.URL))
		v.Wait(`document.readyState === "complete" && document.images[0].naturalWidth > 600`)
		frame := framed(v)
		for _, part := range []string{"graphics-document", "available_rooms_by_hotel_date", "/m/" + model + "/physical?select="} {
			if !strings.Contains(frame, part) {
				t.Errorf("%s: the frame has no %s", theme, part)
			}
		}
		if got := pixels(v, [2]int{3, 3}, [2]int{3, 303}); got[0] != want || got[1] != want {
			t.Errorf("%s: the picture's background is %v, the frame's %v, want %v", theme, got[0], got[1], want)
		}
		v.Picture("embed-" + theme)
	}

	// Opened directly, the frame's page can be navigated by keyboard, from table
	// to table.
	v.Do(chromedp.Navigate(address))
	v.Wait(`document.querySelector(".embed svg")`)
	if browser.Ask[float64](v, `document.querySelector(".embed svg").getBoundingClientRect().right`) > browser.Ask[float64](v, `innerWidth`) {
		t.Error("the diagram is wider than its frame")
	}
	v.Press("\t")
	first := browser.Ask[string](v, `document.activeElement.getAttribute("href") + " " + getComputedStyle(document.activeElement.querySelector(".bar,.outline,.container") ?? document.body).strokeWidth`)
	if !strings.Contains(first, "select=") || strings.HasSuffix(first, " 1px") {
		t.Errorf("the first stop is %s", first)
	}
	stops := browser.Ask[int](v, `document.querySelectorAll("a").length`)
	if stops > 60 {
		t.Errorf("the keyboard stops %d times", stops)
	}
}

// framed returns the content of the frames of a page.
func framed(v *browser.Walker) string {
	v.T.Helper()
	depth, pierce := int64(-1), true
	tree, err := json.Marshal(browser.Command(v, dom.GetDocument, dom.GetDocumentParams{Depth: &depth, Pierce: &pierce}))
	if err != nil {
		v.T.Fatal(err)
	}
	_, frame, _ := strings.Cut(string(tree), "contentDocument")
	return frame
}

// pixels returns the colours at some points of the window.
func pixels(v *browser.Walker, at ...[2]int) []color.RGBA {
	v.T.Helper()
	shot, err := chromedp.Run(v.Ctx, chromedp.CaptureScreenshot())
	if err != nil {
		v.T.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(shot))
	if err != nil {
		v.T.Fatal(err)
	}
	var colors []color.RGBA
	for _, p := range at {
		colors = append(colors, color.RGBAModel.Convert(picture.At(p[0], p[1])).(color.RGBA))
	}
	return colors
}
