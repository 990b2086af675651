package mapping_test

import (
	"slices"
	"testing"

	"widerow/model"
	"widerow/model/mapping"
)

// TestOwnerBesideRole: of two instances of one type in a row, a name tells whose a column is: that of the museum that borrows
// has its role, that of the museum that owns the object the name of what it owns.
func TestOwnerBesideRole(t *testing.T) {
	const concepts = "Museum: museum_id, country\nweak Collection: *collection_no\nweak Object: *inventory_no, title\nLoan: loan_id, status\n" +
		"Museum 1 owns n Collection\nCollection 1 holds n Object\nMuseum(borrower) 1 borrows n Loan\nLoan n covers m Object"
	for _, test := range []struct {
		query string
		want  []string
	}{
		{"SELECT Museum(borrower).country, Object.title WHERE Loan.status = ? VIA borrows, covers",
			[]string{"borrower_country", "collection_museum_id", "collection_no", "loan_id", "status", "object_inventory_no", "object_title"}},
		{"SELECT Object.title WHERE Loan.status = ? VIA covers", []string{"museum_id", "collection_no", "loan_id", "loan_status", "inventory_no", "title"}},
	} {
		m := document(t, concepts, test.query)
		m = apply(t, m, mapping.Derive(m, nil, nil).Commands(model.RandomIDs(), nil)...)
		for _, table := range m.Logical.Tables {
			var got []string
			for _, c := range table.Columns {
				got = append(got, c.Name)
			}
			slices.Sort(got)
			slices.Sort(test.want)
			if !slices.Equal(got, test.want) {
				t.Errorf("%s: got %v, want %v", test.query, got, test.want)
			}
		}
	}
}
