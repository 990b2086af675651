package access

import (
	"testing"

	"widerow/model"
)

// TestIndexedVectors: on a server of 5.0 each write of such a vector fails, and
// each query by it.
func TestIndexedVectors(t *testing.T) {
	float := model.Native("float")
	column := &Column{Name: "v", Type: model.Type{Kind: model.VectorType, Arguments: []model.Type{float}, Dimension: 2}}
	vector := func(first, second string) *Value {
		return &Value{Kind: List, Values: []Value{{Kind: Float, Text: first}, {Kind: Float, Text: second}}}
	}
	for _, test := range []struct {
		similarity, first, second string
		want                      *Code
	}{
		{"", "0", "-0.0", VectorWithoutAngle}, {"COSINE", "0.0", "0", VectorWithoutAngle}, {"cosine", "1e30", "1e30", VectorWithoutAngle},
		{"cosine", "1", "NaN", VectorNotFinite}, {"euclidean", "1", "-Infinity", VectorNotFinite}, {"dot_product", "3.5e40", "1", VectorNotFinite},
		{"euclidean", "0", "0", nil}, {"cosine", "1e-30", "1e-30", nil}, {"", "1", "2", nil},
	} {
		table := &Table{Indexes: []TableIndex{{Column: column, Kind: StorageAttachedIndex, Options: map[string]string{"similarity_function": test.similarity}}}}
		var got *Code
		if refusal := table.checkIndexed(column, vector(test.first, test.second)); refusal != nil {
			got = refusal.Code
		}
		if got != test.want {
			t.Errorf("[%s, %s] with the similarity %q: %v, want %v", test.first, test.second, test.similarity, got, test.want)
		}
		if refusal := (&Table{}).checkIndexed(column, vector(test.first, test.second)); refusal != nil {
			t.Errorf("[%s, %s] without an index: %v", test.first, test.second, refusal.Code)
		}
	}
}
