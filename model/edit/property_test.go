package edit

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"widerow/model"
)

// TestRandomCommands applies random commands, valid and invalid ones. After each
// it checks that the input is unchanged, that an error is one of the three kinds,
// that no reference dangles, that siblings have different names, that a change
// has a description, and that the saved form can be decoded.
func TestRandomCommands(t *testing.T) {
	for seed := range uint64(25) {
		t.Run(fmt.Sprintf("seed=%d", seed), func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(seed, 1))
			ids := model.SeededIDs(fmt.Append(nil, seed))
			m := shop(t)
			before := string(m.Encode())
			for range 60 {
				commands := []Command{randomCommand(random, m)}
				if random.IntN(3) == 0 {
					commands = append(commands, randomCommand(random, m))
				}
				after, err := Apply(m, ids, commands...)
				if string(m.Encode()) != before {
					t.Fatalf("Apply(%+v) changed its input", commands)
				}
				if err != nil {
					checkError(t, err, commands)
					continue
				}
				text := checkApplied(t, m, after, before, commands)
				if t.Failed() {
					t.Fatalf("after %+v", commands)
				}
				m, before = after, text
			}
		})
	}
}

func checkError(t *testing.T, err error, commands []Command) {
	t.Helper()
	var wrong *InvalidError
	var gone *GoneError
	switch {
	case errors.As(err, &wrong):
		for _, problem := range wrong.Problems {
			if problem.Message == "" || problem.Code == "" {
				t.Errorf("Apply(%+v) has a problem without code or message: %+v", commands, problem)
			}
		}
	case errors.As(err, &gone), len(Conflicts(err)) > 0:
	default:
		t.Errorf("Apply(%+v) = %v (%T), want one of the three kinds of error", commands, err, err)
	}
}

func checkApplied(t *testing.T, before, after *model.Model, was string, commands []Command) (text string) {
	t.Helper()
	for _, dangling := range danglingReferences(after) {
		t.Errorf("dangling: %s", dangling)
	}
	for element := range after.Elements() {
		if name := model.NameOfValue(element.Value); name != "" && element.Kind != model.RelationshipKind && newForm(after).siblingNamed(element, name) {
			t.Errorf("two siblings are named %s", after.TitleOf(element))
		}
	}
	text = string(after.Encode())
	words := Words(before, after, commands...)
	if changed := text != was; changed && words == "" || utf8.RuneCountInString(words) > maxWords {
		t.Errorf("words of %+v are %q", commands, words)
	}
	if again, err := model.Decode([]byte(text)); err != nil || string(again.Encode()) != text {
		t.Errorf("Decode(Encode): %v", err)
	} else if _, kept, _ := after.Canonical(); kept == after {
		checkSame(t, after, again)
	}
	return text
}

// checkSame checks that two models are equal. An empty map equals a nil map.
func checkSame(t *testing.T, want, got *model.Model) {
	t.Helper()
	if difference := cmp.Diff(want, got, cmpopts.EquateEmpty(), cmpopts.IgnoreUnexported(model.Model{})); difference != "" {
		t.Errorf("the saved form reads as another model (-want +got):\n%s", difference)
	}
}

// danglingReferences returns every reference to an element that does not exist.
// It finds references by the types of the document's fields.
func danglingReferences(m *model.Model) []string {
	var dangling []string
	elements := slices.Collect(m.Elements())
	present := map[model.ID]bool{"": true} // the model itself
	for _, element := range elements {
		present[element.ID] = true
	}
	check := func(id model.ID, what ...any) {
		if !present[id] {
			dangling = append(dangling, fmt.Sprintln(append(what, id)...))
		}
	}
	for _, element := range elements {
		value := reflect.ValueOf(element.Value).Elem()
		for i := range value.NumField() {
			what := []any{element.Kind, element.ID, value.Type().Field(i).Name}
			switch reference := value.Field(i).Interface().(type) {
			case model.ID:
				check(reference, what...)
			case model.IDSet:
				for id := range reference {
					check(id, what...)
				}
			case model.Type:
				for _, id := range reference.UserTypes() {
					check(id, what...)
				}
			case model.Expression:
				for _, id := range reference.Quantities() {
					check(id, what...)
				}
			case []model.IndexPart:
				for _, part := range reference {
					check(part.Column, what...)
				}
			}
		}
	}
	for diagram, positions := range m.Layout {
		for id := range positions {
			check(id, diagram)
		}
	}
	return dangling
}

func randomCommand(random *rand.Rand, m *model.Model) Command {
	elements := []model.Element{m.Root()}
	for element := range m.Elements() {
		elements = append(elements, element)
	}
	pick := func(kinds ...model.Kind) model.Element {
		for range 200 {
			element := elements[random.IntN(len(elements))]
			if len(kinds) == 0 || slices.Contains(kinds, element.Kind) {
				return element
			}
		}
		return m.Root()
	}
	element := pick()
	switch random.IntN(17) {
	case 0:
		return Remove{element.ID}
	case 1, 2:
		return Move{element.ID, random.IntN(5) - 2}
	case 3, 4, 5, 6:
		return randomAdd(random, m, pick(model.ModelKind, model.ModelKind, model.EntityKind, model.QueryKind, model.TableKind, model.KeyspaceKind, model.UserTypeKind, model.RelationElement))
	case 7:
		return Realize{Table: pick(model.TableKind).ID}
	case 8:
		return randomDerivation(random, m, pick(model.QueryKind).ID, pick(model.TableKind).ID)
	case 9:
		return Pin{"logical", map[model.ID]model.Position{pick(model.TableKind).ID: {X: float64(random.IntN(900)), Y: float64(random.IntN(900))}}}
	case 10:
		return []Command{Release{Diagram: "logical"}, Tidy{"logical", map[model.ID]model.Position{pick(model.TableKind).ID: {X: 40}}, float64(random.IntN(900))}}[random.IntN(2)]
	}
	fields := FieldsOf(element.Kind)
	field := fields[random.IntN(len(fields))]
	set := Set{Element: element.ID, Field: field.Name, Was: field.Text(m, element), Value: randomValue(random, m, element, field)}
	if random.IntN(10) == 0 {
		set.Was = "something else"
	}
	return set
}

// randomDerivation derives a table again with its columns in another order, and
// with a new one, or makes it serve a query.
func randomDerivation(random *rand.Rand, m *model.Model, query, id model.ID) Command {
	table := m.Logical.Tables[id]
	if table == nil || random.IntN(3) == 0 {
		return ServeQuery{Query: query, Table: id}
	}
	derived := model.LogicalColumn{Name: fmt.Sprint("derived", random.Uint64()), Role: model.Clustering}
	columns := []DerivedColumn{{Value: derived, Derived: &derived}}
	for _, column := range table.SortedColumns() {
		value := *column.Value
		columns = append(columns, DerivedColumn{ID: column.ID, Value: value, Derived: &value, Removed: random.IntN(6) == 0})
	}
	random.Shuffle(len(columns), func(i, j int) { columns[i], columns[j] = columns[j], columns[i] })
	return DeriveTable{ID: id, Title: table.Name, DerivedName: table.Name, Columns: columns}
}

func randomAdd(random *rand.Rand, m *model.Model, parent model.Element) Command {
	kinds := model.ChildrenOf(parent.Kind)
	if len(kinds) == 0 {
		return Add{Kind: model.ColumnKind, Parent: parent.ID}
	}
	kind := kinds[random.IntN(len(kinds))]
	element := Draft(kind, parent.ID)
	values := map[string]string{}
	for _, field := range FieldsOf(kind) {
		if field.Required || random.IntN(4) == 0 {
			values[field.Name] = randomValue(random, m, element, field)
		}
	}
	return Add{Kind: kind, Parent: parent.ID, Values: values}
}

var randomTexts = []string{"", "a", "b", "name", "order_id", "place<x>", "ключ", "x\x00y", "\u202ertl", "int", "set<text>", "map<text, frozen<address>>",
	"address", "frozen<list<frozen<address>>>", "nobody<", "1", "7 * 8", "orders_per_customer / 2", "1 / 0", "unknown_quantity", "true", "k = 1", "k", "regular"}

func randomValue(random *rand.Rand, m *model.Model, e model.Element, field Field) string {
	if choices := field.Choices(m, e); len(choices) > 0 && random.IntN(8) > 0 {
		return choices[random.IntN(len(choices))].Value
	}
	if field.Name == "name" && random.IntN(3) > 0 {
		return fmt.Sprint("name_", random.IntN(1000))
	}
	return randomTexts[random.IntN(len(randomTexts))]
}
