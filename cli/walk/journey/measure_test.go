package journey

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/cli/walk/browser"
)

// measure enters the lengths of values and the numbers of rows, and checks the
// sizes. Those by the book's formula are computed by hand in testdata/sizes.txt.
func measure(v *browser.Walker) {
	v.T.Helper()
	v.Tab("physical")
	measureTable(v, "*address*", "", "street 30", "city 15")
	v.Pick("loans_by_member")
	v.Set("rows", "loans_per_week * 52")
	if got := v.Reads("#size .assumptions"); got != "Assumed: rows of loans_by_member: 1,000; length of loans_by_member.title_isbn: 30; length of loans_by_member.member_name: 30." {
		v.T.Errorf("of the size of loans_by_member: %q", got)
	}
	measureColumn(v, "loans_by_member", "title_isbn", "length", "13")
	measureColumn(v, "loans_by_member", "member_name", "length", "30")
	v.Tab("sizes")
	addQuantity(v, "loans_per_week", "3", "20")
	v.Tab("physical")
	v.Pick("loans_by_member")
	// On disk: 2 + 16 + 12, a static row of 2 + 1 + 1 + 1 + 6 + 31 and 4 for its TTL, 156
	// rows of 1 + 1 + 5 + 14 + 4 + 1 + 1 + 6 + 4 + 1 + 5, and 1: 6,785. Some times and
	// expiries have a byte less.
	wantSize(v, "157", "6.8 kB", "44.7 kB", "6,776 bytes on disk")
	v.SetIn("due_on", "type", "timestamp")
	wantSize(v, "157", "7.2 kB", "47.9 kB", "7,244 bytes on disk")
	v.SetIn("due_on", "type", "date")
	wantSize(v, "157", "6.8 kB", "44.7 kB", "6,776 bytes on disk")

	measureTable(v, "titles_by_subject", "titles_per_subject", "subject 15", "title 40", "isbn 13", "author 20")
	measureTable(v, "copies_by_title", "copies_per_title", "title_isbn 13", "condition 10", "branch_name 25")
	measureTable(v, "titles", "", "isbn 13", "title 40", "author 20", "subjects 12", "subjects 3 elements", "cover 40_000")
	measureTable(v, "titles_by_author", "titles_per_author", "author 20", "isbn 13", "title 40")
	measureTable(v, "views_by_title", "", "isbn 13")
	measureTable(v, "branches", "", "name 25", "phones 12", "phones 2 elements", "opening_hours 7 elements")
	v.Tab("sizes")
	addQuantity(v, "copies_per_title", "4", "60")
	addQuantity(v, "titles_per_author", "5", "titles_per_subject / 375")
	addQuantity(v, "titles_per_subject", "5_000", "150_000")
	editInTable(v, "views_by_title")
	for _, by := range []struct{ formula, file string }{{"book", "sizes.txt"}, {"legacy", "sizes-legacy.txt"}} {
		v.ExpectUpdate(func() { v.Click(`#canvas .switch a[href*="formula=` + by.formula + `"]`) })
		checkFile(v.T, by.file, sizes(v))
	}
	v.ExpectUpdate(func() { v.Click("#canvas .switch a") })

	v.Tab("physical")
	want := "titles_by_subject 435 kB worst, titles 40.2 kB, copies_by_title 240 B, branches 367 B, loans_by_member 6.8 kB, views_by_title 75 B, titles_by_author 365 B"
	got := browser.Ask[string](v, `[...document.querySelectorAll("#outline-list li:has(> .dot)")].map(li => li.querySelector("a").textContent.trim() + " " +
		li.querySelector(".note").textContent.trim() + (li.querySelector(".dot.warn.worst") ? " worst" : li.querySelector(".dot.ok:not(.worst)") ? "" : " ?")).join(", ")`)
	if got != want {
		v.T.Errorf("the badges of the outline are\n%s, want\n%s", got, want)
	}
}

// editInTable enters rows in the table of sizes, and sets them back to what is assumed.
func editInTable(v *browser.Walker, table string) {
	v.T.Helper()
	input := browser.Ask[string](v, `[...document.querySelectorAll("#sizes tbody tr")].find(row => row.querySelector("a").textContent.trim() === ¿).id.replace("size-", "set-") + "-rows"`, table)
	rows := func() string { return browser.Ask[string](v, `document.getElementById(¿).closest("td").title`, input) }
	v.ExpectUpdate(func() { v.Fill("#"+input, "2/4"); v.Press("\t") })
	if got := rows() + v.Reads("td:has(#"+input+") .note"); got != "2= 2 / 4" {
		v.T.Errorf("2/4 rows of %s are %s", table, got)
	}
	v.ExpectUpdate(func() { v.Click("#clear-" + input) })
	if got := rows(); got != "1" {
		v.T.Errorf("without rows of its own, %s has %s", table, got)
	}
}

// measureTable sets the rows of a table and, for each column, its length
// ("title 40") or its number of elements ("phones 2 elements").
func measureTable(v *browser.Walker, table, rows string, columns ...string) {
	v.T.Helper()
	v.Pick(table)
	if rows != "" {
		v.Set("rows", rows)
	}
	for _, column := range columns {
		words := append(strings.Fields(column), "length")
		measureColumn(v, table, words[0], words[2], words[1])
	}
}

func measureColumn(v *browser.Walker, table, column, field, value string) {
	v.T.Helper()
	v.ExpectUpdate(func() { v.Click(v.Button("All fields of " + column)) })
	v.Set(field, value)
	v.Pick(table)
}

func addQuantity(v *browser.Walker, name, typical, worst string) {
	v.T.Helper()
	v.Add("quantity", "name", name, "typical", typical, "worst", worst)
}

func wantSize(v *browser.Walker, cells, typical, worst, exact string) {
	v.T.Helper()
	want := strings.Join([]string{cells, typical, worst, exact}, " | ")
	got := browser.Ask[string](v, `[...document.querySelectorAll("#size .figures dd")].map(d => d.textContent.trim()).join(" | ") +
		" | " + document.querySelector("#size .figures dd[title]").title`)
	if got != want {
		v.T.Errorf("the size is %s, want %s", got, want)
	}
}

// sizes returns the table of the Sizes tab, without the names of the formulas.
func sizes(v *browser.Walker) string {
	v.T.Helper()
	return browser.Ask[string](v, `[...document.querySelectorAll("#sizes tbody tr")].map(row => [row.querySelector("a").textContent.trim(),
		...[...row.querySelectorAll("td")].map(cell => (cell.title || cell.textContent.trim()).replace(/ (on disk|by the .*)$/, ""))].join(" | ") + "\n").join("")`)
}

// checkFile compares got with a file that was written by hand. Lines of the
// file that begin with # are comments.
func checkFile(t *testing.T, name, got string) {
	t.Helper()
	want := readWalkFile(t, name)
	if difference := cmp.Diff(want, got); difference != "" {
		t.Errorf("%s (- by hand, + the program):\n%s", name, difference)
	}
}

func readWalkFile(t *testing.T, name string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	var lines strings.Builder
	for line := range strings.Lines(string(content)) {
		if !strings.HasPrefix(line, "#") {
			lines.WriteString(line)
		}
	}
	return lines.String()
}
