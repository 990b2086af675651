package moves

import (
	"testing"

	"widerow/model"
)

// A typical and a worst case stay two cases in what is computed from them.
func TestPairsStayPairs(t *testing.T) {
	m := model.New("test")
	for _, test := range []struct {
		name, text     string
		typical, worst float64
	}{
		{"times", times("1000/5000", "8"), 8000, 40000},
		{"times the other way", times("8", "1000/5000"), 8000, 40000},
		{"times 1", times("1000/5000", "1"), 1000, 5000},
		{"divided", replaced("1000/5000", "10", "1"), 100, 500},
		{"divided and multiplied", replaced("1000/5000", "10", "3"), 300, 1500},
		{"a small number divided", replaced("4", "8", "1"), 0.5, 0.5},
	} {
		value, _, err := m.Evaluate(model.Expression(test.text))
		if err != nil || value != (model.Value{Typical: test.typical, Worst: test.worst}) {
			t.Errorf("%s: %s is %v, %v; want %v / %v", test.name, test.text, value, err, test.typical, test.worst)
		}
	}
}
