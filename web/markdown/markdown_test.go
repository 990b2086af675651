package markdown

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"widerow/model/richtext/richtexttest"
)

func rendered(t testing.TB, text string) string {
	t.Helper()
	var page strings.Builder
	if err := Text(text, People{"Ben", "Ben Ray"}).Render(context.Background(), &page); err != nil {
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
		"> so":                               "<blockquote dir=\"auto\"><p dir=\"auto\">so</p></blockquote>",
		"```cql\nSELECT *\n  FROM t\n```\nx": "<pre class=\"code\" tabindex=\"0\">SELECT * FROM t</pre><p dir=\"auto\">x</p>",
		"```\nopen":                          "<pre class=\"code\" tabindex=\"0\">open</pre>",
		"see @Ada, x@y":                      "see <b class=\"mention\">@Ada</b>, x@y",
		"to @ben ray: x":                     "to <b class=\"mention\">@ben ray</b>: x",
		"@Ben Rayn":                          "<b class=\"mention\">@Ben</b> Rayn",
		"[the docs](https://a.example/b)":    `<a href="https://a.example/b" rel="noopener noreferrer nofollow" data-links="off">the docs</a>`,
		"go to https://a.example/b.":         `<a href="https://a.example/b" rel="noopener noreferrer nofollow" data-links="off">https://a.example/b</a>.`,
		"# Why\n## How\n##### x":             "<h4 dir=\"auto\">Why</h4><h5 dir=\"auto\">How</h5><h6 dir=\"auto\">x</h6>",
		"|a|b|\n|-|-:|\n|1|`2`|":             `<th dir="auto" align="">a</th><th dir="auto" align="right">b</th></tr><tr><td dir="auto" align="">1</td><td dir="auto" align="right"><code>2</code></td>`,
		"3. x\n   - y\n4. z":                 `<ol start="3"><li dir="auto">x<ul><li dir="auto">y</li></ul></li><li dir="auto">z</li></ol>`,
		"~~no~~ \\*x\\* &copy; &lt;b&gt;":    "<del>no</del> *x* © &lt;b&gt;",
		"a @Ada's & <b>":                     "<b class=\"mention\">@Ada</b>&#39;s &amp; &lt;b&gt;",
		"**@Ben Ray**":                       "<strong><b class=\"mention\">@Ben Ray</b></strong>",
		"`@Ada <b>`":                         "<code>@Ada &lt;b&gt;</code>",
		"![x](https://a.example/p.png)":      `<a href="https://a.example/p.png" rel="noopener noreferrer nofollow" data-links="off">x</a>`,
		"<https://a.example/?q=<b>>":         "&lt;https://a.example/?q=&lt;b&gt;&gt;",
		"[x]\n\n[x]: javascript:alert(1)":    "[x](javascript:alert(1))",
		"www.a.example and a@b.example":      "<p dir=\"auto\">www.a.example and a@b.example</p>",
		"<!-- x -->\n<style>p{}</style>":     "&lt;!-- x --&gt;<br>&lt;style&gt;p{}&lt;/style&gt;",
		"<img src=x onerror=alert(1)>":       "&lt;img src=x onerror=alert(1)&gt;",
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

// active are the elements and attributes that a text may not bring in.
func active(t testing.TB, shown string) string {
	t.Helper()
	allowed := map[string]bool{"href": true, "rel": true, "data-links": true, "dir": true, "class": true, "tabindex": true, "start": true, "align": true}
	elements := strings.Fields("div p h4 h5 h6 blockquote ol ul li pre hr table tr th td br code em strong del a b")
	for tokens := html.NewTokenizer(strings.NewReader(shown)); ; {
		switch kind := tokens.Next(); kind {
		case html.ErrorToken:
			return ""
		case html.CommentToken, html.DoctypeToken:
			return "a comment"
		case html.StartTagToken, html.SelfClosingTagToken:
			token := tokens.Token()
			if !slices.Contains(elements, token.Data) {
				return token.String()
			}
			for _, attribute := range token.Attr {
				if !allowed[attribute.Key] || attribute.Key == "href" && !strings.HasPrefix(attribute.Val, "https://") && !strings.HasPrefix(attribute.Val, "http://") {
					return token.String()
				}
			}
		}
	}
}

func TestHostileMarkdown(t *testing.T) {
	for _, text := range richtexttest.Hostile {
		shown := rendered(t, text)
		if found := active(t, shown); found != "" {
			t.Errorf("%.60q brings in %s", text, found)
		}
		if most := 60*len(text) + 1000; len(shown) > most {
			t.Errorf("%.60q of %d bytes becomes %d bytes", text, len(text), len(shown))
		}
	}
}

// BenchmarkMarkdown takes the longest of the hostile texts.
func BenchmarkMarkdown(b *testing.B) {
	for _, text := range richtexttest.Hostile {
		if len(text) > 1000 {
			b.Run(fmt.Sprintf("%.6q", text), func(b *testing.B) {
				for b.Loop() {
					rendered(b, text)
				}
			})
		}
	}
}

func FuzzMarkdown(f *testing.F) {
	for _, text := range richtexttest.Hostile {
		if len(text) < 1000 {
			f.Add(text)
		}
	}
	for _, text := range []string{"**a *b* c**", "# a\n|b|c|\n|-|-|\n|d|", "- a\n  1. b\n\n     c", "`", "@", "http", "https://", "_a_b_", "é*ü*"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if found := active(t, rendered(t, text)); found != "" {
			t.Errorf("%q brings in %s", text, found)
		}
		richtexttest.CheckBlocks(t, text)
	})
}
