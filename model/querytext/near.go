package querytext

import "strings"

// maxNear is the length of the longest name that is compared, in bytes.
const maxNear = 64

// nearest returns the name that is spelled most like a wanted one, or "" if none
// is similar: at most a third of its letters differ.
func nearest(wanted string, names []string) string {
	near, least := "", max(2, len(wanted)/3+1)
	for _, name := range names {
		if distance := editDistance(strings.ToLower(wanted), strings.ToLower(name)); distance < least {
			near, least = name, distance
		}
	}
	return near
}

// editDistance returns the optimal string alignment distance: the number of bytes
// to insert, delete, replace or swap with the next one. It is maxNear for long
// texts.
func editDistance(a, b string) int {
	if len(a) >= maxNear || len(b) >= maxNear {
		return maxNear
	}
	var rows [maxNear + 1][maxNear + 1]int
	for i := range len(a) + 1 {
		for j := range len(b) + 1 {
			if i == 0 || j == 0 {
				rows[i][j] = i + j
				continue
			}
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			rows[i][j] = min(rows[i-1][j-1]+cost, rows[i-1][j]+1, rows[i][j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}
