// Package hint has what to do about a mistake in a script or a statement: the hint of a
// refusal in its words, and the name that was probably meant.
package hint

import (
	"slices"
	"strings"
)

// DidYouMean returns a sentence that names the most similar of the names, with a
// blank after it, or an empty text if none is similar.
func DidYouMean(wanted string, names []string) string {
	slices.Sort(names)
	nearest, least := "", max(1, len(wanted)/3)+1
	for _, name := range names {
		if name == wanted {
			continue
		}
		if distance := editDistance(wanted, name, least); distance < least {
			nearest, least = name, distance
		}
	}
	if nearest == "" {
		return ""
	}
	return "Did you mean `" + nearest + "`? "
}

// maxNear is the length of the longest name that is compared.
const maxNear = 64

// editDistance returns the optimal string alignment distance of two texts: the
// number of letters to insert, delete, replace or swap with the next one. It
// ignores case, and returns most if the distance is at least that.
func editDistance(a, b string, most int) int {
	a, b = strings.ToLower(a), strings.ToLower(b)
	if len(a) > maxNear || len(b) > maxNear || len(a)-len(b) >= most || len(b)-len(a) >= most {
		return most
	}
	var before, previous, row [maxNear + 1]int
	for j := range len(b) + 1 {
		previous[j] = j
	}
	for i := range len(a) {
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(previous[j]+cost, previous[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, previous = previous, row
	}
	return previous[len(b)]
}
