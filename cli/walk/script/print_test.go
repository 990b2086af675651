package script

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"widerow/cli/walk/browser"
)

// pagesPrinted returns the number of pages that the browser prints.
func pagesPrinted(v *browser.Walker) int {
	v.T.Helper()
	printed := browser.Command(v, page.PrintToPDF, page.PrintToPDFParams{})
	return len(regexp.MustCompile(`/Type /Page\b`).FindAll(printed.Data, -1))
}

// onPaper runs act with print media emulated, on A4 and with the dark theme.
func onPaper(v *browser.Walker, act func()) {
	v.T.Helper()
	dark := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}
	browser.Command(v, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print", Features: dark})
	v.Do(chromedp.EmulateViewport(718, 1047))
	browser.Ask[bool](v, `dispatchEvent(new Event("beforeprint"))`)
	act()
	browser.Ask[bool](v, `dispatchEvent(new Event("afterprint"))`)
	v.Do(chromedp.EmulateViewport(1280, 900))
	browser.Command(v, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{})
}

// wantText checks that an element has exactly this text, dark on light, and
// that nothing of it is cut off.
func wantText(v *browser.Walker, selector, text string) {
	v.T.Helper()
	found := browser.Ask[struct {
		Text, Font, Color, Cut string
		Controls               int
	}](v, `(element => {
		const style = getComputedStyle(element), cut = [];
		for (let around = element; around !== document.documentElement; around = around.parentElement) {
			const box = around.getBoundingClientRect(), hides = getComputedStyle(around).overflowY !== "visible";
			if (hides && around.scrollHeight > around.clientHeight + 1 || box.right > innerWidth || box.width === 0 || box.height < element.scrollHeight - 1)
				cut.push(around.tagName + "#" + around.id);
		}
		if (element.scrollWidth > element.clientWidth + 1) cut.push("lines");
		return {
			text: (element.value ?? element.textContent).trimEnd(), font: style.fontFamily, color: style.color, cut: cut.join(" "),
			controls: [...document.querySelectorAll("button, .button, .canvas, .cm-editor, aside")].filter(part => part.checkVisibility()).length,
		};
	})(document.querySelector(¿))`, selector)
	if strings.TrimRight(text, "\n") != found.Text {
		v.T.Errorf("%d bytes of a text of %d are printed", len(found.Text), len(text))
	}
	if found.Cut != "" || found.Controls > 0 {
		v.Picture("printed-script")
		v.T.Errorf("cut off: %q; %d controls are printed", found.Cut, found.Controls)
	}
	var red, green, blue int
	if fmt.Sscanf(found.Color, "rgb(%d, %d, %d)", &red, &green, &blue); !strings.Contains(found.Font, "Cousine") || red+green+blue > 300 {
		v.T.Errorf("the text has the font %s and the color %s", found.Font, found.Color)
	}
}

// wantBadgesPrinted checks that a diagram is printed without controls, and whether it is
// printed with the badges of sizes.
func wantBadgesPrinted(v *browser.Walker, path string, want bool) {
	v.T.Helper()
	v.Open(path)
	onPaper(v, func() {
		seen := browser.Ask[[]string](v, `[...document.querySelectorAll("#canvas .badge, .findings, .zoom, aside")].filter(part => part.checkVisibility()).map(part => part.getAttribute("class"))`)
		badges := slices.ContainsFunc(seen, func(class string) bool { return strings.HasPrefix(class, "badge") })
		others := slices.DeleteFunc(seen, func(class string) bool { return strings.HasPrefix(class, "badge") })
		if badges != want || len(others) > 0 {
			v.T.Errorf("%s: badges are printed: %t, want %t; others: %q", path, badges, want, others)
		}
	})
}

// longScript returns a script with more lines than an editor shows, and lines
// wider than the paper.
func longScript() string {
	return strings.Repeat("-- "+strings.Repeat("A long remark of the author. ", 12)+"\n"+strings.Repeat("-- a short one\n", 9), 30) + "-- the end\n"
}

// The CQL tab prints its whole script, including unsaved text.
func TestScriptIsPrinted(t *testing.T) {
	v := browser.Walk(t)
	model := v.MakeHotel()
	v.Open(model + "/cql")
	text := v.ScriptText() + longScript()
	v.Script(text)
	onPaper(v, func() { wantText(v, "pre.listing", text) })
	if v.Height("pre.listing") > 0 {
		t.Error("the printed listing remains on the page")
	}
	if pages, least := pagesPrinted(v), strings.Count(text, "\n")/80; pages < least {
		t.Errorf("%d lines are printed on %d pages", strings.Count(text, "\n"), pages)
	}
	wantBadgesPrinted(v, model+"/physical", false)
	wantBadgesPrinted(v, model+"/physical?legend=1", true)
	v.Open(model + "/statements")
	v.Wait(`document.querySelector(".cm-content")`)
	browser.Ask[bool](v, `((area, text) => {
		area.value = text;
		return area.dispatchEvent(new Event("input", {bubbles: true}));
	})(document.getElementById("statements-text"), ¿)`, text)
	onPaper(v, func() { wantText(v, "pre.listing", text) })
}

// Without JavaScript, the printed text area is as high as its text.
func TestScriptIsPrintedWithoutScripts(t *testing.T) {
	v := browser.Walk(t).WithoutScripts()
	v.Open(v.MakeHotel() + "/cql")
	text := v.ScriptText() + longScript()
	v.Script(text)
	onPaper(v, func() { wantText(v, "#script-text", text) })
}
