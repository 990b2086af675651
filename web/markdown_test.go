package web

import (
	"context"
	"strings"
	"testing"
)

func rendered(t testing.TB, text string) string {
	t.Helper()
	var page strings.Builder
	if err := markdown(text, people{"Ben", "Ben Ray"}).Render(context.Background(), &page); err != nil {
		t.Fatal(err)
	}
	return strings.Join(strings.Fields(page.String()), " ")
}

func TestMarkdown(t *testing.T) {
	for text, want := range map[string]string{
		"one\ntwo\n\nthree":                  "<p dir=\"auto\">one<br>two</p><p dir=\"auto\">three</p>",
		"a **b** and `c * d`":                "a <strong>b</strong> and <code>c * d</code>",
		"- x\n- *y*":                         "<ul><li dir=\"auto\">x</li><li dir=\"auto\"><em>y</em></li></ul>",
		"1. x\n2. y":                         "<ol><li dir=\"auto\">x</li><li dir=\"auto\">y</li></ol>",
		"> so":                               "<blockquote dir=\"auto\">so</blockquote>",
		"```cql\nSELECT *\n  FROM t\n```\nx": "<pre class=\"code\" tabindex=\"0\">SELECT * FROM t</pre><p dir=\"auto\">x</p>",
		"```\nopen":                          "<pre class=\"code\" tabindex=\"0\">open</pre>",
		"see @Ada, x@y":                      "see <b class=\"mention\">@Ada</b>, x@y",
		"to @ben ray: x":                     "to <b class=\"mention\">@ben ray</b>: x",
		"@Ben Rayn":                          "<b class=\"mention\">@Ben</b> Rayn",
		"[the docs](https://a.example/b)":    `<a href="https://a.example/b" rel="noopener noreferrer nofollow" data-links="off">the docs</a>`,
		"go to https://a.example/b.":         `<a href="https://a.example/b" rel="noopener noreferrer nofollow" data-links="off">https://a.example/b</a>.`,
		"hotels_by_poi * 2 * x":              "<p dir=\"auto\">hotels_by_poi * 2 * x</p>",
		"[x](javascript:alert(1))":           "<p dir=\"auto\">[x](javascript:alert(1))</p>",
		"<script>alert(1)</script>":          "&lt;script&gt;alert(1)&lt;/script&gt;",
		`[x](https://a.example/"onclick=y)`:  `href="https://a.example/%22onclick=y"`,
	} {
		if got := strings.ReplaceAll(strings.ReplaceAll(rendered(t, text), "> ", ">"), " <", "<"); !strings.Contains(got, strings.ReplaceAll(strings.ReplaceAll(want, "> ", ">"), " <", "<")) {
			t.Errorf("%q is shown as %s, want %s", text, got, want)
		}
	}
}

// A text of marks takes no longer than its length allows, and shows every letter.
func FuzzMarkdown(f *testing.F) {
	for _, text := range []string{"**a *b* c**", strings.Repeat("[", 9999), strings.Repeat("**", 5000) + "a", "`", "@", "http", "https://", "_a_b_", "é*ü*"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		shown := rendered(t, text)
		if strings.Contains(shown, "<script") || strings.Contains(shown, "javascript:") && strings.Contains(shown, `href="javascript:`) {
			t.Errorf("%q is shown as %s", text, shown)
		}
	})
}
