package diagram

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// sentence joins the non-empty words with middle dots.
func sentence(parts ...string) string {
	words := slices.DeleteFunc(parts, func(part string) bool { return part == "" })
	return strings.Join(words, " · ")
}

func list(before string, names []string) string {
	if len(names) == 0 {
		return ""
	}
	return before + strings.Join(names, ", ")
}

// plural formats a count: "1 table", "3 tables".
func plural(count int, one, many string) string {
	if count == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", count, many)
}

func either(is bool, yes, no string) string {
	if is {
		return yes
	}
	return no
}

func even(width float64) float64 { return 2 * math.Ceil(width/2) }
