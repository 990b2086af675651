package edit

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/model"
)

func TestElementsOf(t *testing.T) {
	m := must(t, model.New("Shop"), shopCommands()...)
	for relation := range m.Physical.Relations {
		m.Physical.Relations[relation].Keyspace = "gone" // its parent is then the document
		break
	}
	all := slices.Collect(m.Elements())
	for _, kinds := range [][]model.Kind{
		{model.EntityKind}, {model.AttributeKind}, {model.QueryKind, model.UpdateElement}, {model.GivenKind, model.ColumnKind}, {model.KeyspaceKind}, {model.UserTypeKind},
		{model.RelationElement}, {model.RelationColumnKind}, {model.IndexKind, model.TypeFieldKind}, {model.QuantityKind}, {model.ModelKind}, nil,
	} {
		var want, got []model.ID
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
