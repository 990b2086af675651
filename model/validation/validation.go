// Package validation finds mistakes in the structure of a document: empty names,
// references to nothing, circles, expressions without a value. The document can
// still be opened, drawn and saved. Cassandra's rules are in model/schema.
//
// Read validation.go first; the other files check one layer of the document each.
package validation

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"widerow/model"
	"widerow/model/formula"
)

// The codes of problems.
const (
	emptyNameCode   = "model/empty-name"
	longTextCode    = "model/too-long"
	characterCode   = "model/character" // a control character
	duplicateCode   = "model/duplicate-name"
	valueCode       = "model/value" // not a value that the field can have
	danglingCode    = "model/dangling"
	cycleCode       = "model/cycle"
	expressionCode  = "model/expression"
	unresolvedCode  = "model/unresolved-type"
	keyCode         = "model/key"      // a partial key of an entity type that is not weak, …
	quantityCode    = "model/quantity" // a name that no expression can contain
	noPartitionCode = "model/no-partition-key"
	staticCode      = "model/static-without-clustering"
	baseCode        = "model/base"
	withinCode      = "model/within"     // an owner that does not own both ends
	unfinishedCode  = "model/unfinished" // a choice is missing
)

// unfinishedCodes are the codes of problems that are normal in an unfinished
// design.
var unfinishedCodes = []string{emptyNameCode, noPartitionCode, staticCode, unfinishedCode, unresolvedCode, keyCode, withinCode}

// Unfinished reports whether the problem is normal in an unfinished design, such
// as a table without a partition key. It is worth reporting, but no reason to
// reject the document.
func Unfinished(p model.Problem) bool { return slices.Contains(unfinishedCodes, p.Code) }

// Problems returns the problems in the structure of the document, in reading
// order. Missing quantities are not problems, since they are yet to be entered.
func Problems(m *model.Model) []model.Problem {
	v := validator{model: m, kinds: m.Kinds(), evaluator: m.NewEvaluator()}
	v.document()
	v.concepts()
	v.workflow()
	v.logical()
	v.physical()
	v.quantities()
	v.drawn()
	return v.problems
}

type validator struct {
	model     *model.Model
	kinds     map[model.ID]model.Kind
	evaluator *model.Evaluator
	owners    *model.Owners
	problems  []model.Problem
}

// location is an element and its place in the saved form. Both are empty for the
// document itself.
type location struct {
	parent  string // the path of the map that holds the element
	element model.ID
}

// path returns the element's path in the saved form.
func (s location) path() string {
	if s.element == "" {
		return s.parent
	}
	return s.parent + "." + string(s.element)
}

// each visits the elements of a map in their order.
func each[T model.Ordered](path string, elements map[model.ID]T, visit func(at location, value T)) {
	for _, item := range model.Sorted(elements) {
		visit(location{path, item.ID}, item.Value)
	}
}

func (v *validator) add(at location, field, code, format string, arguments ...any) {
	path := strings.TrimPrefix(at.path()+"."+field, ".")
	v.problems = append(v.problems, model.Problem{Path: path, Code: code, Message: fmt.Sprintf(format, arguments...), Element: at.element, Field: field})
}

// label returns a field's name for a message: "key_length" becomes "Key length".
func label(field string) string {
	words := strings.ReplaceAll(field, "_", " ")
	return strings.ToUpper(words[:1]) + words[1:]
}

// name checks a required name and, if scope is not nil, that the name is unique
// in it.
func (v *validator) name(at location, field, name string, scope map[string]bool) {
	if strings.TrimSpace(name) == "" {
		v.add(at, field, emptyNameCode, "%s is empty", label(field))
		return
	}
	v.text(at, field, name)
	if scope == nil {
		return
	}
	if scope[name] {
		v.add(at, field, duplicateCode, "%s %q is already used here", label(field), model.Excerpt(name))
	}
	scope[name] = true
}

// text checks a name that may be empty.
func (v *validator) text(at location, field, text string) {
	if length := utf8.RuneCountInString(text); length > model.MaxNameLength {
		v.add(at, field, longTextCode, "%s has %d characters; the limit is %d", label(field), length, model.MaxNameLength)
	}
	if i := strings.IndexFunc(text, unicode.IsControl); i >= 0 {
		r, _ := utf8.DecodeRuneInString(text[i:])
		v.add(at, field, characterCode, "%s contains the control character U+%04X; remove it", label(field), r)
	}
}

// reference checks that an element exists and has one of the kinds.
func (v *validator) reference(at location, field string, id model.ID, required bool, kinds ...model.Kind) {
	kind, found := v.kinds[id]
	switch {
	case id == "" && required:
		v.add(at, field, unfinishedCode, "%s has not been chosen yet", label(field))
	case id == "":
	case !found:
		v.add(at, field, danglingCode, "%s refers to %q, which does not exist", label(field), id)
	case !slices.Contains(kinds, kind):
		v.add(at, field, danglingCode, "%s refers to %q, which is of another kind: %s", label(field), id, kind.Words())
	}
}

// references checks a set of references.
func (v *validator) references(at location, field string, ids model.IDSet, kind model.Kind) {
	for _, id := range ids.Sorted() {
		v.reference(at, field, id, true, kind)
	}
}

// choice checks that a value is one of the known values.
func choice[T ~string](v *validator, at location, field string, value T, known ...T) {
	if slices.Contains(known, value) {
		return
	}
	words := make([]string, 0, len(known))
	for _, word := range known {
		if word != "" {
			words = append(words, strconv.Quote(string(word)))
		}
	}
	v.add(at, field, valueCode, "%s is %q; it can be %s", label(field), model.Excerpt(string(value)), strings.Join(words, ", "))
}

// expression checks that the expression can be evaluated, apart from missing
// quantities.
func (v *validator) expression(at location, field string, e model.Expression) {
	if e.IsEmpty() {
		return
	}
	if _, _, err := v.evaluator.Evaluate(e); err != nil {
		v.add(at, field, expressionCode, "%s: %v", label(field), err)
	}
}

func (v *validator) document() {
	v.name(location{}, "name", v.model.Name, nil)
	choice(v, location{}, "target", v.model.Target, "", model.Cassandra311, model.Cassandra40, model.Cassandra41,
		model.Cassandra50, model.Cassandra60, model.ScyllaDB, model.AstraDB, model.Keyspaces)
}

// quantities reports quantities that cannot be evaluated, once for typical and
// worst together.
func (v *validator) quantities() {
	names := map[string]bool{}
	each("quantities", v.model.Quantities, func(at location, q *model.Quantity) {
		v.name(at, "name", q.Name, names)
		if q.Name != "" && !formula.IsName(q.Name) {
			v.add(at, "name", quantityCode, "Name %q cannot be used in an expression: use letters, digits and "+
				"underscores, starting with a letter", model.Excerpt(q.Name))
		}
		before := len(v.problems)
		for field, e := range map[string]model.Expression{"typical": q.Typical, "worst": q.Worst} {
			if err := e.Check(); err != nil {
				v.add(at, field, expressionCode, "%s: %v", label(field), err)
			}
		}
		slices.SortFunc(v.problems[before:], func(a, b model.Problem) int { return strings.Compare(a.Path, b.Path) })
		if len(v.problems) == before && !q.Typical.IsEmpty() {
			if _, _, _, err := v.evaluator.EvaluateUnit(model.Expression("@" + string(at.element))); err != nil {
				v.add(at, "typical", expressionCode, "%s: %v", label("typical"), err)
			}
		}
	})
}

// drawn reports notes and areas that cannot be drawn.
func (v *validator) drawn() {
	diagrams := []string{"er", "workflow", "logical", "physical"}
	frame := func(at location, f model.Frame) {
		if !f.Valid() {
			v.add(at, "frame", valueCode, "Frame must be at most %d pixels from the origin", model.MaxCoordinate)
		}
	}
	each("notes", v.model.Notes, func(at location, n *model.Note) {
		choice(v, at, "diagram", n.Diagram, diagrams...)
		if length := utf8.RuneCountInString(n.Text); length > model.MaxNoteText {
			v.add(at, "text", longTextCode, "Text has %d characters; the limit is %d", length, model.MaxNoteText)
		}
		frame(at, n.Frame)
	})
	each("areas", v.model.Areas, func(at location, a *model.Area) {
		v.name(at, "name", a.Name, nil)
		choice(v, at, "diagram", a.Diagram, diagrams...)
		frame(at, a.Frame)
	})
}

// edge leads from one element to another in a graph that must not have a cycle.
type edge struct {
	at    location
	field string
	to    model.ID
}

// cycles reports each edge that closes a cycle.
func (v *validator) cycles(nodes []model.ID, edges map[model.ID][]edge, message string) {
	const entered, left = 1, 2
	state := map[model.ID]int{}
	var visit func(model.ID)
	visit = func(id model.ID) {
		state[id] = entered
		for _, e := range edges[id] {
			switch state[e.to] {
			case entered:
				v.add(e.at, e.field, cycleCode, message, model.Excerpt(v.model.Title(e.to)))
			case left:
			default:
				visit(e.to)
			}
		}
		state[id] = left
	}
	for _, id := range nodes {
		if state[id] == 0 {
			visit(id)
		}
	}
}

func idsOf[T model.Ordered](elements map[model.ID]T) []model.ID {
	ids := make([]model.ID, 0, len(elements))
	for _, item := range model.Sorted(elements) {
		ids = append(ids, item.ID)
	}
	return ids
}
