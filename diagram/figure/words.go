package figure

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Sentence joins the non-empty words with middle dots.
func Sentence(parts ...string) string {
	words := slices.DeleteFunc(parts, func(part string) bool { return part == "" })
	return strings.Join(words, " · ")
}

func List(before string, names []string) string {
	if len(names) == 0 {
		return ""
	}
	return before + strings.Join(names, ", ")
}

// Plural formats a count: "1 table", "3 tables".
func Plural(count int, one, many string) string {
	if count == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", count, many)
}

func Either(is bool, yes, no string) string {
	if is {
		return yes
	}
	return no
}

func Even(width float64) float64 { return 2 * math.Ceil(width/2) }
