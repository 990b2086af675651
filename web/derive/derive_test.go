package derive

import (
	"fmt"
	"strings"
	"testing"
)

// TestRankedAlternatives: the best three, the best of each form and the chosen one are
// not folded, and what is said of the best of a form is said once.
func TestRankedAlternatives(t *testing.T) {
	alternative := func(form, reasons string) Alternative {
		return Alternative{Form: form, Reasons: strings.Split(reasons, "; ")}
	}
	nine := []Alternative{
		alternative("", "exact"), alternative("", "exact; larger"), alternative("", "exact; other key"),
		alternative("computed", "one row"), alternative("computed", "one row; larger"), alternative("computed", "one row; other key"),
		alternative("counter", "cheap"), alternative("counter", "cheap"), alternative("counter", "cheap; other key"),
	}
	nine[5].Chosen = true
	for _, test := range []struct {
		alternatives  []Alternative
		first, others string
	}{
		{nine, "0 exact, 1 larger, 2 other key, 3 one row, 5 other key, 6 cheap", "4 larger, 7 cheap, 8 other key"},
		{nine[:5], "0 exact, 1 larger, 2 other key, 3 one row, 4 larger", ""},
	} {
		first, others := Served{Alternatives: test.alternatives}.ranked()
		inWords := func(all []rankedAlternative) string {
			var words []string
			for _, one := range all {
				words = append(words, fmt.Sprint(one.rank, " ", strings.Join(one.Reasons, "; ")))
			}
			return strings.Join(words, ", ")
		}
		if got := inWords(first); got != test.first {
			t.Errorf("first are %s, want %s", got, test.first)
		}
		if got := inWords(others); got != test.others {
			t.Errorf("others are %s, want %s", got, test.others)
		}
	}
}
