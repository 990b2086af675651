package perform

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"widerow/cql/parse"
	"widerow/cql/print"
	"widerow/cql/syntax"
	"widerow/model"
	"widerow/model/access"
	"widerow/model/write"
)

// asking makes the requests of a step, and collects what is to be asked before.
type asking struct {
	*Performance
	step      int
	questions []Question
}

// requests returns the requests of the k-th statement of the step.
func (a *asking) requests(s *write.Statement, k int) ([]Request, error) {
	if s.CannotRun() != "" {
		return nil, nil
	}
	runs, err := a.runs(s)
	if err != nil {
		return nil, err
	}
	var found []Request
	for i, one := range runs {
		key := fmt.Sprintf("%d.%d.%d", a.step, k, i)
		if s.IfGroup != write.AnyGroup && !a.inGroup(s, one, key) {
			continue
		}
		if s.UnlessWritten && a.isWrittenElsewhere(s, one) {
			continue
		}
		text, err := a.text(s, one, key)
		if errors.Is(err, errNothing) || errors.Is(err, errAsk) {
			continue
		}
		if err != nil {
			return nil, err
		}
		found = append(found, Request{Text: text, Tables: []string{s.Access.Keyspace + "." + s.Access.Name}, Conditional: s.Conditional(), statement: s, run: one})
	}
	return found, nil
}

// errNothing reports a read with a key that is not there: there is nothing to read.
var errNothing = errors.New("there is nothing to read")

// inGroup reports whether a group of instances is in the state in which a statement runs, as the person answers.
func (a *asking) inGroup(s *write.Statement, one run, key string) bool {
	answer, found := a.State.Asked[key+".group"]
	if !found {
		a.questions = append(a.questions, Question{Key: key + ".group", Name: "Is an instance of the group left?", About: a.about(s, one), Choice: true})
		return false
	}
	return (answer == "yes") == (s.IfGroup == write.Left)
}

// about names the row of a run.
func (a *asking) about(s *write.Statement, one run) string {
	var parts []string
	for i, m := range markersOf(s) {
		if column := columnOf(s.Access, m.column); column != nil && column.Role.InKey() && i < len(s.Values) {
			if value, err := a.value(s.Values[i], one, m.operator); err == nil {
				parts = append(parts, m.column+" = "+value)
			}
		}
	}
	return s.Access.Name + ": " + strings.Join(parts, ", ")
}

// text is a statement with the values of a run.
func (a *asking) text(s *write.Statement, one run, key string) (string, error) {
	literals, err := a.literals(s, one, key)
	if err != nil {
		return "", err
	}
	s, literals = withoutNulls(s, literals)
	text := strings.TrimSuffix(print.StatementLine(print.UpdateStatement(s)), ";")
	places := bindPlaces(text)
	if len(places) != len(literals) {
		return "", fmt.Errorf("the statement has %d parameters, the plan %d: %s", len(places), len(literals), text)
	}
	var out strings.Builder
	at := 0
	for i, literal := range literals {
		out.WriteString(text[at:places[i]] + literal)
		at = places[i] + 1
	}
	return out.String() + text[at:], nil
}

// literals are the values of the markers of a statement for a run.
func (a *asking) literals(s *write.Statement, one run, key string) ([]string, error) {
	markers := markersOf(s)
	literals := make([]string, len(markers))
	next, asked := 0, false
	for i, m := range markers {
		var from *write.Value
		if !m.isIf || len(s.Values) == len(markers) {
			if next >= len(s.Values) {
				return nil, fmt.Errorf("the plan does not say what %s is: %s", m.column, print.UpdateStatement(s))
			}
			from = &s.Values[next]
			next++
		}
		var err error
		literals[i], err = a.literal(s, m, from, one, key+"."+strconv.Itoa(i))
		if errors.Is(err, errAsk) {
			asked = true // the other values may be asked for, too
		} else if err != nil {
			return nil, err
		}
	}
	if asked {
		return nil, errAsk
	}
	return literals, nil
}

// withoutNulls leaves columns without a value out of an INSERT of a new row: null would be written as a tombstone.
func withoutNulls(s *write.Statement, literals []string) (*write.Statement, []string) {
	insert := s.Write.Insert
	if insert == nil || !s.NewRow && !s.Conditional() || !slices.Contains(literals, null) {
		return s, literals
	}
	kept, shorter, left := *s, *insert, []string(nil)
	shorter.Columns, shorter.Values = nil, nil
	next := 0
	for i, value := range insert.Values {
		if value.Kind == access.Marker {
			next++
			if literals[next-1] == null {
				continue
			}
			left = append(left, literals[next-1])
		}
		shorter.Columns, shorter.Values = append(shorter.Columns, insert.Columns[i]), append(shorter.Values, value)
	}
	kept.Write.Insert = &shorter
	return &kept, left
}

// bindPlaces are the places of the question marks that are parameters.
func bindPlaces(text string) (places []int) {
	parsed := parse.Parse(text)
	for _, statement := range parsed.Statements {
		syntax.Walk(statement, func(n syntax.Node) bool {
			if term, is := n.(*syntax.Term); is && term.Kind == syntax.BindTerm {
				places = append(places, int(term.Offset))
			}
			return true
		})
	}
	return places
}

// literal is the value of a marker as its column takes it.
func (a *asking) literal(s *write.Statement, m marker, from *write.Value, one run, key string) (string, error) {
	column := columnOf(s.Access, m.column)
	if column == nil {
		return "", fmt.Errorf("%s has no column %s", s.Access.Name, m.column)
	}
	if from == nil || from.Step == write.Computed || from.Step == write.Unknown {
		return a.ask(s, m, column, one, key)
	}
	used := *from
	if from.NewIf > 0 {
		if is, err := a.areOne(s.Alike[from.NewIf-1], one); err != nil {
			return "", err
		} else if is {
			used.Step, used.From, used.New, used.Element, used.Participant = write.Given, "", true, false, ""
		}
	}
	value, err := a.value(used, one, m.operator)
	if err != nil {
		return "", err
	}
	if isNull(value) && !m.isIf && (!m.isNew || column.Role.InKey()) {
		if s.Select != nil {
			return "", errNothing
		}
		return "", fmt.Errorf("%s has no value, and is in the key of %s", m.column, s.Access.Name)
	}
	return m.write(column, value), nil
}

// ask takes the answer of the person for a value that the application computes.
func (a *asking) ask(s *write.Statement, m marker, column *access.Column, one run, key string) (string, error) {
	if answer, found := a.State.Asked[key]; found {
		return answer, nil
	}
	typ := typeOf(s, m, false)
	if typ.IsCounter() {
		typ = model.Native("bigint")
	}
	a.questions = append(a.questions, Question{Key: key, Name: column.Name, About: a.about(s, one), Type: typ, Table: s.Table})
	return "", errAsk
}

// write is a value as a marker of a column takes it.
func (m marker) write(column *access.Column, value string) string {
	kind := column.Type.Unfrozen().Kind
	parts := partsOf(value)
	switch {
	case isNull(value):
		return null
	case m.field != "":
		return value
	case m.in && parts != nil:
		return "(" + strings.Join(parts, ", ") + ")"
	case m.in:
		return "(" + value + ")"
	case kind == model.ListType && !m.key && (parts != nil):
		return "[" + strings.Join(parts, ", ") + "]"
	case kind == model.ListType && !m.key:
		return "[" + value + "]"
	case kind == model.SetType && !m.key && parts == nil:
		return "{" + value + "}"
	}
	return value
}
