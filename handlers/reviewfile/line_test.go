package reviewfile

import (
	"strings"
	"testing"

	"widerow/cql/migration"
	"widerow/diagram/prose"
	webreview "widerow/web/review"
)

// A thread about a line of CQL shows in each kind of file the line as it is, as it was
// if it has changed, and what became of it. The line is code: nothing in it is markup.
func TestLineOfThread(t *testing.T) {
	for _, test := range []struct {
		name                string
		line                webreview.ThreadLine
		markdown, html, pdf string // the paragraph, and the blocks of the sheets
	}{
		{"unchanged", webreview.ThreadLine{Text: "name text,"}, "` name text, `", "<p><code>name text,</code></p>", "name text,"},
		{"changed", webreview.ThreadLine{Text: "name text,", Was: "name ascii,"}, "` name text, `, was ` name ascii, `",
			`<p><code>name text,</code> <span class="dim">was <code>name ascii,</code></span></p>`, "name text,|It was:|name ascii,"},
		{"removed", webreview.ThreadLine{Text: "name text,", Note: "line removed since"}, "` name text, `, line removed since",
			`<p><code>name text,</code> <span class="dim">line removed since</span></p>`, "name text,|line removed since"},
		{"changed, then removed", webreview.ThreadLine{Text: "a int,", Was: "b int,", Note: "line removed since"}, "` a int, `, was ` b int, `, line removed since",
			`<p><code>a int,</code> <span class="dim">was <code>b int,</code></span> <span class="dim">line removed since</span></p>`, "a int,|It was:|b int,|line removed since"},
		{"markup", webreview.ThreadLine{Text: "-- a `b` **c** <d>", Was: "``"}, "`` -- a `b` **c** <d> ``, was ``` `` ```",
			"<p><code>-- a `b` **c** &lt;d&gt;</code> <span class=\"dim\">was <code>``</code></span></p>", "-- a `b` **c** <d>|It was:|``"},
	} {
		t.Run(test.name, func(t *testing.T) {
			thread := webreview.Thread{Open: true, About: webreview.CommentPlace{Kind: "column", Title: "guests.name"}, Line: &test.line}
			document := webreview.ReviewDocument{ComparePage: webreview.ComparePage{Review: &webreview.Review{Entries: []webreview.ReviewEntry{{Thread: &thread}}}}}
			if got := string(Markdown(document, &migration.Plan{}, nil)); !strings.Contains(got, "\n\n"+test.markdown+"\n\n") {
				t.Errorf("the Markdown lacks %q:\n%s", test.markdown, got)
			}
			var html strings.Builder
			if err := webreview.ReviewFile(document).Render(t.Context(), &html); err != nil {
				t.Fatal(err)
			}
			_, talk, _ := strings.Cut(strings.ReplaceAll(html.String(), " </p>", "</p>"), "Conversation")
			if !strings.Contains(talk, test.html) {
				t.Errorf("the HTML lacks %q:\n%s", test.html, talk)
			}
			if got := textsAfter("column guests.name", blocks(document, nil)); got != test.pdf {
				t.Errorf("the sheets say %q, want %q", got, test.pdf)
			}
		})
	}
}

// textsAfter joins the texts of the blocks below a heading.
func textsAfter(heading string, blocks []prose.Block) string {
	var texts []string
	begun := false
	for _, block := range blocks {
		switch block := block.(type) {
		case prose.Heading:
			begun = block.Text == heading
		case prose.Statement:
			if begun {
				texts = append(texts, block.Text)
			}
		case prose.Paragraph:
			if begun {
				texts = append(texts, block.Text)
			}
		}
	}
	return strings.Join(texts, "|")
}
