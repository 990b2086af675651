package write_test

import (
	"testing"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/querytext"
	"widerow/model/write"
)

// TestNewRow says which INSERT may leave out columns without a value: one whose row cannot be there. A
// relationship without a key of its own may be inserted again, and then replaces its attributes.
func TestNewRow(t *testing.T) {
	const concepts = `Leaf: leaf_id, title
Asset: asset_id, url
Leaf n embeds m Asset: caption
Leaf n cites m Asset: *cited_at timestamp, remark`
	m := derived(t, concepts, "SELECT Asset.asset_id, embeds.caption WHERE Leaf.leaf_id = ? VIA embeds",
		"SELECT Asset.asset_id, cites.remark WHERE Leaf.leaf_id = ? VIA cites", "SELECT Leaf.title WHERE Leaf.leaf_id = ?")
	for _, test := range []struct {
		update string
		new    bool
	}{
		{"insert Leaf", true}, {"insert embeds", false}, {"insert cites", true},
	} {
		parts, problems := querytext.ParseUpdate(m, test.update)
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		asked, err := edit.Apply(m, model.RandomIDs(), edit.Add{Kind: model.UpdateElement, ID: "u1", Values: map[string]string{"label": "U1", "name": test.update}})
		if err != nil {
			t.Fatal(err)
		}
		if asked, err = edit.Apply(asked, model.RandomIDs(), querytext.UpdateCommands(asked, "u1", parts)...); err != nil {
			t.Fatal(err)
		}
		plan, inserts := write.Of(asked, "u1"), 0
		for _, step := range plan.Steps {
			for i := range step.Statements {
				s := &step.Statements[i]
				if s.Write.Insert == nil {
					continue
				}
				if inserts++; s.NewRow != test.new {
					t.Errorf("%s: the row of %s is new: %v", test.update, s.Access.Name, s.NewRow)
				}
			}
		}
		if inserts == 0 {
			t.Errorf("%s inserts nothing", test.update)
		}
	}
}
