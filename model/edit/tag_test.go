package edit

import (
	"slices"
	"strings"
	"testing"

	"widerow/model"
)

func TestTags(t *testing.T) {
	m := model.New("tagged")
	m.Logical.Tables = map[model.ID]*model.LogicalTable{"l1": {Name: "orders", Order: "a", Tags: model.TagSet{"billing": true}}}
	m.Physical.Keyspaces = map[model.ID]*model.Keyspace{"k1": {Name: "shop", Order: "a"}}
	m.Physical.Relations = map[model.ID]*model.Relation{"r1": {Name: "orders", Order: "a", Keyspace: "k1", Kind: model.Table, Realizes: model.SetOfIDs("l1")}}
	for _, test := range []struct{ typed, kept, problem string }{
		{" hot  path,billing ,, hot path", "billing, hot path", ""},
		{"", "", ""},
		{" , ", "", ""},
		{strings.Repeat("x", 41), "", "The tag " + strings.Repeat("x", 39) + "… has more than 40 characters"},
		{"1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21", "", "There are 21 tags; the limit is 20"},
	} {
		after, err := Apply(m, model.RandomIDs(), Set{Element: "r1", Field: "tags", Value: test.typed})
		if test.problem != "" {
			if err == nil || !strings.Contains(err.Error(), test.problem) {
				t.Errorf("tags %q: error %v, want %q", test.typed, err, test.problem)
			}
			continue
		}
		if err != nil {
			t.Errorf("tags %q: %v", test.typed, err)
			continue
		}
		if got := strings.Join(after.Physical.Relations["r1"].Tags.Sorted(), ", "); got != test.kept {
			t.Errorf("tags %q are kept as %q, want %q", test.typed, got, test.kept)
		}
	}
	m.Physical.Relations["r1"].Tags = model.TagSet{"hot path": true}
	if got, want := m.TagsOf(m.Physical.Relations["r1"]), []string{"billing", "hot path"}; !slices.Equal(got, want) {
		t.Errorf("TagsOf = %q, want %q: its own, and those of what it realises", got, want)
	}
	if len(m.Physical.Relations["r1"].Tags) != 1 {
		t.Error("TagsOf changed the relation")
	}
	again, err := model.Decode(m.Encode())
	if err != nil {
		t.Fatal(err)
	}
	if got, want := again.Tags(), []string{"billing", "hot path"}; !slices.Equal(got, want) {
		t.Errorf("Tags after Decode(Encode) = %q, want %q", got, want)
	}
}
