package handlers_test

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html"
	"net/http"
	"strings"
	"testing"
)

// TestReviewDocument: a proposal as one file has the content of its page, and runs nothing.
func TestReviewDocument(t *testing.T) {
	ada := newSite(t).named("Ada")
	path := ada.open("hotel")
	branch, review := ada.propose(path, "Names <script>", "Grace")
	ada.want(http.StatusSeeOther, ada.post(branch+"/edit", set("pq9firstname", "name", "first_name", "given_name")))
	ada.want(http.StatusSeeOther, ada.post(branch+"/comments", form("do", "open", "about", "pq9firstname", "text",
		"Is **this** what the passport says? [Why](https://a.example/why)")))
	ada.want(http.StatusSeeOther, ada.suggest(branch, set("pq9title", "name", "title", "salutation"), "why", "Clearer"))

	file := ada.want(http.StatusOK, ada.get(review+"/review.html"))
	parse(t, file.body)
	ada.lists(file.body, "Names &lt;script&gt;", "reservation.guests.first_name renamed to given_name", "breaking",
		"0 of 1 approval", "data:image/svg+xml;base64,",
		"<strong>this</strong>", "salutation", "Clearer", "Grace", "ALTER TABLE")
	if strings.Contains(file.body, "<script") || strings.Contains(file.body, "<form") || strings.Contains(file.body, "<button") {
		t.Error("the document has something that runs or sends")
	}
	wantOwnPolicy(t, file)

	markdown := ada.want(http.StatusOK, ada.get(review+"/review.md?download"))
	for _, want := range []string{
		"# #1 Names &lt;script&gt;", `> **Why**: \<b>x\</b>`,
		"- column reservation.guests.first\\_name renamed to given\\_name **(breaking)**", "![Physical](http://",
		"/compare.svg?from=1",
		"> Is **this** what the passport says?", "Suggested change:", "## Migration of a running cluster", "```cql", "Grace: asked",
	} {
		if !strings.Contains(markdown.body, want) {
			t.Errorf("the Markdown lacks %q:\n%s", want, markdown.body)
		}
	}
	if name := markdown.Header.Get("Content-Disposition"); !strings.Contains(name, "hotel-proposal-1.md") {
		t.Errorf("the file is named %q", name)
	}

	pdf := ada.want(http.StatusOK, ada.get(review+"/review.pdf"))
	if !strings.HasPrefix(pdf.body, "%PDF-1.7") || !strings.HasSuffix(pdf.body, "%%EOF\n") || strings.Count(pdf.body, "/Subtype/Form") < 3 || !strings.Contains(pdf.body, fmt.Sprintf("/URI<%X>", "https://a.example/why")) {
		t.Errorf("the PDF has not its text, two pictures and a link; it begins with %.20q", pdf.body)
	}
	ada.want(http.StatusNotFound, ada.get(path+"/proposals/9/review.html"))
	ada.want(http.StatusNotFound, ada.get(path+"/proposals/x/review.md"))
	ada.lists(ada.want(http.StatusOK, ada.get(review)).body, review+"/review.html", review+"/review.md", review+"/review.pdf")
}

// wantOwnPolicy checks that a file has its policy in itself, since it is opened from a
// disk, that this names its style sheet by its hash, and that nothing else has a style.
func wantOwnPolicy(t *testing.T, file answer) {
	t.Helper()
	head, _, _ := strings.Cut(file.body, "<title>")
	_, style, _ := strings.Cut(file.body, "<style>")
	style, rest, _ := strings.Cut(style, "</style>")
	sum := sha256.Sum256([]byte(style))
	policy := "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'; img-src data:; base-uri 'none'; form-action 'none'"
	if !strings.Contains(html.UnescapeString(head), `<meta http-equiv="Content-Security-Policy" content="`+policy+`">`) {
		t.Errorf("the file begins with %s, want the policy %s", head, policy)
	}
	if got := file.Header.Get("Content-Security-Policy"); got != policy+"; sandbox" {
		t.Errorf("its header says %q", got)
	}
	if strings.Contains(rest, "<style") || strings.Contains(rest, "style=") {
		t.Error("the policy forbids a style in the file")
	}
}
