package model

import (
	"maps"
	"slices"
	"strings"
)

// RoleMark separates a part of a query from its role in the signature of a path.
const RoleMark = "@"

// EndsText is the ends of a path as a field has them: "end=role end=role".
func EndsText(ends map[ID]ID) string {
	var pairs []string
	for _, end := range slices.Sorted(maps.Keys(ends)) {
		pairs = append(pairs, string(end)+"="+string(ends[end]))
	}
	return strings.Join(pairs, " ")
}
