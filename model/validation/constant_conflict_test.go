package validation_test

import (
	"fmt"
	"slices"
	"testing"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/validation"
)

// TestConstantConflicts: queries that compare an attribute with constants of different
// types are named, unless the attribute has a type, by which the statements are judged.
func TestConstantConflicts(t *testing.T) {
	for _, test := range []struct {
		typed     string
		constants []string
		want      []string
	}{
		{"", []string{"2", "3"}, nil},
		{"", []string{"2", "2.5"}, nil},
		{"", []string{"2", "3", "'it''s'"}, []string{"Hotel.grade is int by 2 (Q10), 3 (Q11), which 'it''s' (Q12) is not"}},
		{"text", []string{"2", "3", "'x'"}, nil},
	} {
		commands := []edit.Command{edit.Add{Kind: model.AttributeKind, Parent: "hotel", ID: "grade", Values: map[string]string{"name": "grade", "type": test.typed}}}
		for i, constant := range test.constants {
			id := fmt.Sprint("q", 10+i)
			commands = append(commands, edit.Add{Kind: model.QueryKind, ID: model.ID(id), Values: map[string]string{"label": fmt.Sprint("Q", 10+i), "name": "x"}},
				edit.Add{Kind: model.GivenKind, Parent: model.ID(id), Values: map[string]string{"attribute": "grade", "operator": "=", "source": "constant", "constant": constant}})
		}
		m, err := edit.Apply(booking(t), model.RandomIDs(), commands...)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, conflict := range validation.ConstantConflicts(m) {
			got = append(got, conflict.Words(m))
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%v: %q, want %q", test.constants, got, test.want)
		}
	}
}

// TestNarrowAggregates: a column of averages has fractions.
func TestNarrowAggregates(t *testing.T) {
	for typ, want := range map[string][]string{"int": {"hotels.name is int, which has no fractions: averages need double"}, "double": nil, "decimal": nil} {
		m := booking(t)
		m.Logical.Tables["h"].Columns["hname"].Aggregate = model.Avg
		for _, relation := range m.Physical.Relations {
			for _, column := range relation.Columns {
				if column.From["hname"] {
					column.Type = model.Native(typ)
				}
			}
		}
		var got []string
		for _, narrow := range validation.NarrowAggregates(m) {
			got = append(got, narrow.Words(m))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", typ, got, want)
		}
	}
}
