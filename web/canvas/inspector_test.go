package canvas_test

import (
	"strings"
	"testing"

	"widerow/model/edit"
	"widerow/web"
	"widerow/web/canvas"
)

// TestSaveAfterRefusal: scripts hide the button, as forms save themselves,
// except after a refusal, whose message asks to save again.
func TestSaveAfterRefusal(t *testing.T) {
	details := canvas.Inspector{Element: "t1", Fields: []web.Field{{Element: "t1", Name: "name", Input: edit.TextInput}}}
	for _, refused := range []bool{false, true} {
		var html strings.Builder
		if err := details.Show(web.WorkbenchPage{Refused: refused}).Render(t.Context(), &html); err != nil {
			t.Fatal(err)
		}
		_, button, found := strings.Cut(html.String(), `<button class="button primary`)
		if class, _, _ := strings.Cut(button, `"`); !found || strings.Contains(class, "js-hidden") == refused {
			t.Errorf("after a refusal %t the button Save is hidden %t:\n%s", refused, !refused, html.String())
		}
	}
}
