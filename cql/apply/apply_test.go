package apply_test

import (
	"bytes"
	"fmt"
	"testing"

	"widerow/cql"
	"widerow/cql/apply"
	"widerow/cql/parse"
	"widerow/model"
	"widerow/model/example"
)

// print is the script of a model as the CQL tab shows it.
func print(m *model.Model) string { return cql.PrintModel(m, cql.PrintOptions{Revision: 7}) }

// listed returns the IDs n1, n2, …
type listed int

func (l *listed) New() model.ID {
	*l++
	return model.ID(fmt.Sprintf("n%d", *l))
}

func options(mode apply.Mode) apply.Options { return apply.Options{Mode: mode, IDs: new(listed)} }

// mustApply applies a script and fails the test on any finding.
func mustApply(t testing.TB, m *model.Model, text string, options apply.Options) *model.Model {
	t.Helper()
	result := apply.Script(m, text, options)
	if result.Model == nil {
		t.Fatalf("refused: %v\n%s", result.Findings, text)
	}
	return result.Model
}

func TestOwnScriptChangesNothing(t *testing.T) {
	for _, shown := range example.All() {
		m, err := example.Load(shown.Slug)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(m.Name, func(t *testing.T) {
			for _, mode := range []apply.Mode{"", apply.Whole, apply.Addition} {
				if got := mustApply(t, m, print(m), options(mode)).Encode(); !bytes.Equal(got, m.Encode()) {
					t.Errorf("mode %q: the model is another one:\n%s", mode, got)
				}
			}
		})
	}
}

func TestGuess(t *testing.T) {
	m, _ := cql.Import("CREATE TABLE shop.orders (id int PRIMARY KEY, total int); CREATE INDEX ON shop.orders (total);", "Shop")
	for _, test := range []struct {
		text string
		want apply.Mode
	}{
		{print(m), apply.Whole},
		{"CREATE TABLE shop.orders (id int PRIMARY KEY)", apply.Whole},
		{"USE shop; CREATE TABLE orders (id int PRIMARY KEY)", apply.Whole},
		{"DROP TABLE IF EXISTS shop.orders; CREATE TABLE shop.orders (id int PRIMARY KEY)", apply.Whole},
		{"CREATE INDEX ON shop.orders (total)", apply.Whole},
		{"CREATE INDEX totals ON shop.orders (total)", apply.Changes},
		{"DROP TABLE shop.orders; CREATE TABLE shop.orders (id int PRIMARY KEY)", apply.Changes},
		{"ALTER TABLE shop.orders ADD note text", apply.Changes},
		{"CREATE TABLE shop.items (id int PRIMARY KEY)", apply.Changes},
		{"SELECT * FROM shop.orders", apply.Whole},
		{"", apply.Whole},
		{"-- nothing", apply.Whole},
	} {
		if got := apply.Guess(m, parse.Parse(test.text)); got != test.want {
			t.Errorf("Guess(%q) = %s, want %s", test.text, got, test.want)
		}
	}
	if got := apply.Guess(model.New("empty"), parse.Parse("CREATE TABLE shop.items (id int PRIMARY KEY)")); got != apply.Whole {
		t.Errorf("for an empty model it is %s", got)
	}
}
