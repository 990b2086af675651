package model

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestElementsOf(t *testing.T) {
	m := must(t, New("Shop"), shopCommands()...)
	for relation := range m.Physical.Relations {
		m.Physical.Relations[relation].Keyspace = "gone" // its parent is then the document
		break
	}
	all := slices.Collect(m.Elements())
	for _, kinds := range [][]Kind{
		{EntityKind}, {AttributeKind}, {QueryKind, UpdateElement}, {GivenKind, ColumnKind}, {KeyspaceKind}, {UserTypeKind},
		{RelationElement}, {RelationColumnKind}, {IndexKind, TypeFieldKind}, {QuantityKind}, {ModelKind}, nil,
	} {
		var want, got []ID
		for _, element := range all {
			if slices.Contains(kinds, element.Kind) {
				want = append(want, element.ID)
			}
		}
		for element := range m.ElementsOf(kinds...) {
			got = append(got, element.ID)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("ElementsOf(%v) is not what Elements has of them (-want +got):\n%s", kinds, diff)
		}
	}
}
