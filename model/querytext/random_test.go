package querytext

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/example"
)

// TestExamplesRoundTrip formats and parses each query of the examples.
func TestExamplesRoundTrip(t *testing.T) {
	for _, slug := range example.All() {
		m := load(t, slug.Slug)
		for _, item := range model.Sorted(m.Workflow.Queries) {
			checkRoundTrip(t, m, Of(item.Value))
		}
	}
}

// TestRandomRoundTrip formats and parses random queries on models with and without
// concepts, and turns one query into the next.
func TestRandomRoundTrip(t *testing.T) {
	for _, m := range []*model.Model{load(t, "hotel"), load(t, "supermarket"), team(t), model.New("none")} {
		m, err := edit.Apply(m, model.RandomIDs(), edit.Add{Kind: model.QueryKind, ID: "random", Values: map[string]string{"name": "random"}})
		if err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(150) {
			g := generator{rand.New(rand.NewPCG(seed, 1)), m, newScope(m)}
			wanted := g.parts()
			checkRoundTrip(t, m, wanted)
			m = checkCommands(t, m, "random", wanted)
			if t.Failed() {
				t.Fatalf("seed %d", seed)
			}
		}
	}
}

func checkRoundTrip(t *testing.T, m *model.Model, parts Parts) {
	t.Helper()
	text := Format(m, parts)
	again, problems := Parse(m, text)
	if len(problems) > 0 {
		t.Fatalf("Parse(%s) = %+v", text, problems)
	}
	if difference := cmp.Diff(parts, again, cmpopts.EquateEmpty()); difference != "" {
		t.Fatalf("Parse(%s) differs (-want +got):\n%s", text, difference)
	}
}

// checkCommands applies the commands and checks that the query is as wanted, and
// that what was wanted before kept its ID.
func checkCommands(t *testing.T, m *model.Model, query model.ID, wanted Parts) *model.Model {
	t.Helper()
	before := m.Workflow.Queries[query]
	after, err := edit.Apply(m, model.RandomIDs(), Commands(m, query, wanted)...)
	if err != nil {
		t.Fatalf("from %s to %s: %v", Format(m, Of(before)), Format(m, wanted), err)
	}
	now := after.Workflow.Queries[query]
	if difference := cmp.Diff(wanted, Of(now), cmpopts.EquateEmpty()); difference != "" {
		t.Fatalf("from %s to %s (-want +got):\n%s", Format(m, Of(before)), Format(m, wanted), difference)
	}
	for id, find := range before.Find {
		if _, kept := now.Find[id]; !kept && indexOf(wanted.Find, *find, itemOf) >= 0 {
			t.Errorf("%s lost its ID", newScope(m).selector(*find))
		}
	}
	for id, given := range before.Given {
		if _, kept := now.Given[id]; !kept && indexOf(wanted.Given, *given, givenReference) >= 0 && indexOf(valuesOf(before.Given), *given, givenReference) == len(before.Given)-1 {
			t.Errorf("the condition on %s lost its ID", newScope(m).format(givenReference(*given)))
		}
	}
	if more := Commands(after, query, wanted); len(more) > 0 {
		t.Errorf("the commands leave %+v to do", more)
	}
	if words := Words(m, after, query); utf8.RuneCountInString(words) > maxWords || (words == "") != (Format(m, Of(before)) == Format(m, wanted)) {
		t.Errorf("from %s to %s: words are %q", Format(m, Of(before)), Format(m, wanted), words)
	}
	return after
}

func valuesOf(givens map[model.ID]*model.Given) []model.Given {
	var values []model.Given
	for _, item := range model.Sorted(givens) {
		values = append(values, *item.Value)
	}
	return values
}

type generator struct {
	*rand.Rand
	model *model.Model
	*scope
}

func (g generator) parts() Parts {
	parts := Parts{Distinct: g.IntN(4) == 0}
	for range g.IntN(5) {
		if find := g.find(); indexOf(parts.Find, find, itemOf) < 0 {
			parts.Find = append(parts.Find, find)
		}
	}
	for range g.IntN(4) {
		if given := g.given(); indexOf(parts.Given, given, givenReference) < 0 {
			parts.Given = append(parts.Given, given)
		}
	}
	for range g.IntN(3) {
		r := g.reference(false)
		sort := model.SortBy{Attribute: r.id, Name: r.name, Participant: r.participant, Descending: g.IntN(2) == 0}
		if indexOf(parts.SortBy, sort, sortReference) < 0 {
			parts.SortBy = append(parts.SortBy, sort)
		}
	}
	if g.IntN(3) == 0 {
		parts.Limit, parts.PageSize = 1+g.IntN(100), 1+g.IntN(5000)
	}
	for _, kind := range g.types {
		if kind.relationship && g.IntN(10) == 0 {
			parts.Path, parts.Twice = model.SetOfIDs(kind.id), nil
			if g.model.IsRepeatable(kind.id) && g.IntN(2) == 0 {
				parts.Twice = model.SetOfIDs(kind.id)
			}
		}
	}
	return parts
}

// reference returns an attribute, in a random role, a type or a free name.
func (g generator) reference(whole bool) reference {
	if len(g.types) == 0 || g.IntN(10) == 0 {
		names := []string{"id", "Added date", "select", "Video.title", "a..b", `"quoted"`, "größe", "5 days", "by", "count", "Hotel"}
		return reference{name: names[g.IntN(len(names))]}
	}
	kind := g.types[g.IntN(len(g.types))]
	r := reference{id: kind.id}
	if !whole || g.IntN(3) > 0 {
		if len(kind.attributes) == 0 {
			return g.reference(whole)
		}
		r.id = kind.attributes[g.IntN(len(kind.attributes))].ID
	}
	if roles := g.roles(kind.id); len(roles) > 0 && g.IntN(3) == 0 {
		r.participant = roles[g.IntN(len(roles))].id
	}
	return r
}

func (g generator) find() model.Find {
	if g.IntN(10) == 0 {
		return model.Find{Name: "*", Aggregate: model.Count}
	}
	aggregate := []model.Aggregate{"", "", model.Count, model.Sum, model.Max}[g.IntN(5)]
	r := g.reference(aggregate == "" || aggregate == model.Count)
	return model.Find{Attribute: r.id, Name: r.name, Participant: r.participant, Aggregate: aggregate, Grouped: g.IntN(4) == 0}
}

func (g generator) given() model.Given {
	r := g.reference(false)
	given := model.Given{Attribute: r.id, Name: r.name, Participant: r.participant}
	given.Operator = []model.Operator{model.Equal, model.Range, model.In, model.Prefix}[g.IntN(4)]
	given.Source = []model.GivenSource{"", model.UserInput, model.ConstantSource}[g.IntN(3)]
	bounds := []model.Bounds{"", model.ExclusiveBoth, model.ExclusiveLower, model.ExclusiveUpper, model.AtLeast, model.MoreThan, model.AtMost, model.LessThan}
	switch {
	case given.Source == model.ConstantSource && given.Operator == model.In:
		given.Constant, given.Count = "('a', 5,true)", "3"
	case given.Source == model.ConstantSource:
		constants := []string{"5", "'o''k'", "true", "-1.5", "0xAB", "now()", "{'a': [1, 2]}", "1h30m", "'100%'"}
		given.Constant = constants[g.IntN(len(constants))]
	case given.Operator == model.In:
		given.Count = g.model.BindExpression([]string{"", "20", "2*many"}[g.IntN(3)])
	}
	if given.Operator == model.Range {
		given.Bounds = bounds[g.IntN(len(bounds))]
	}
	return given
}

// FuzzParse checks that every problem marks a part of the text, and that a text
// without a problem means the same after it was formatted.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"SELECT Hotel.name WHERE hotel_id = ? ORDER BY name DESC LIMIT 5", `select "a`, "SELECT count(*), x WHERE a >= 1 AND a < 2 GROUP BY x VIA y",
		"WHERE a IN ?[2] AND b LIKE 'x%' AND c IN (1, 'b')", "SELECT Person(manager, 2).id,,", "WHERE x = {'a': (1)}", "\xff\"\x00'",
	} {
		f.Add(text)
	}
	models := []*model.Model{load(f, "hotel"), team(f), model.New("none")}
	f.Fuzz(func(t *testing.T, text string) {
		for _, m := range models {
			parts, problems := Parse(m, text)
			for _, problem := range problems {
				if problem.Start < 0 || problem.Start > problem.End || problem.End > len(text) || problem.Message == "" {
					t.Errorf("Parse(%q) has the problem %+v", text, problem)
				}
			}
			if len(problems) == 0 {
				checkRoundTrip(t, m, parts)
			}
			for _, completion := range Complete(m, text, len(text)/2) {
				if completion.Start < 0 || completion.Start > completion.End || completion.End > len(text) || completion.Insert == "" {
					t.Errorf("Complete(%q) has %+v", text, completion)
				}
			}
		}
	})
}

// TestDamagedTexts parses texts from which a part was cut out, or to which one was
// added, as while typing.
func TestDamagedTexts(t *testing.T) {
	m := team(t)
	random := rand.New(rand.NewPCG(7, 7))
	pieces := strings.Fields(`SELECT DISTINCT WHERE AND ORDER BY GROUP LIMIT 5 PAGE VIA ( ) , . * ? : % [ ] ' " = >= < IN LIKE Person (manager) .id has since count( max( 'x' {`)
	for range 3000 {
		var text []string
		for range random.IntN(12) {
			text = append(text, pieces[random.IntN(len(pieces))])
		}
		whole := strings.Join(text, []string{" ", ""}[random.IntN(2)])
		parts, problems := Parse(m, whole)
		for _, problem := range problems {
			if problem.Start < 0 || problem.Start > problem.End || problem.End > len(whole) {
				t.Fatalf("Parse(%q) has the problem %+v", whole, problem)
			}
		}
		if len(problems) == 0 {
			checkRoundTrip(t, m, parts)
		}
		if found := Complete(m, whole, random.IntN(len(whole)+1)); slices.ContainsFunc(found, func(c Completion) bool { return c.Label == "" }) {
			t.Fatalf("Complete(%q) has an empty label", whole)
		}
	}
}

func TestTextsOfAnySizeAreRead(t *testing.T) {
	m := load(t, "hotel")
	for _, text := range []string{strings.Repeat("SELECT ", 2000), "WHERE nights = " + strings.Repeat("(", 10_000), strings.Repeat("a", 1_000_000), "SELECT " + strings.Repeat("x,", 9_000)} {
		if _, problems := Parse(m, text); len(problems) == 0 {
			t.Errorf("Parse of %d bytes has no problem", len(text))
		}
	}
	_, problems := Parse(m, strings.Repeat("a", maxText+1))
	if want := fmt.Sprintf("The text has %d bytes; the limit is %d", maxText+1, maxText); len(problems) != 1 || problems[0].Message != want {
		t.Errorf("problems %+v, want %q", problems, want)
	}
}
