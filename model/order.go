package model

import (
	"cmp"
	"slices"
	"strings"
)

// Order is the place of an element among its siblings: a fraction between 0
// and 1, written as its digits after the point in base 36. Between two keys
// there is always another, so two people who insert at different places, or
// at the same one, change no sibling and their edits merge.
// Equal keys (two insertions at one place) are ordered by ID.
type Order string

const orderDigits = "0123456789abcdefghijklmnopqrstuvwxyz"

// Between returns a key after a and before b. An empty a means the start, an
// empty b the end. Keys that are not in order (a >= b, b not empty) give a
// key after a.
func Between(a, b Order) Order {
	if b != "" && a >= b {
		b = ""
	}
	var key strings.Builder
	for i := 0; ; i++ {
		low, high := digitAt(a, i, 0), digitAt(b, i, len(orderDigits))
		if high-low > 1 {
			key.WriteByte(orderDigits[midway(low, high, b == "")])
			return Order(key.String())
		}
		key.WriteByte(orderDigits[low])
		if high > low {
			b = ""
		}
	}
}

// midway keeps keys short where elements are appended one after another:
// it takes a small step when there is no upper neighbour.
func midway(low, high int, open bool) int {
	if open && low+2 < high {
		return low + 2
	}
	return (low + high) / 2
}

func digitAt(key Order, i, otherwise int) int {
	if i >= len(key) {
		return otherwise
	}
	return max(0, strings.IndexByte(orderDigits, key[i]))
}

// Ordered is an element that has a place among its siblings.
type Ordered interface{ order() Order }

// Item is an element with its ID.
type Item[T any] struct {
	ID    ID
	Value T
}

// Sorted lists the elements of a map in their order, equal keys by ID.
func Sorted[T Ordered](elements map[ID]T) []Item[T] {
	items := make([]Item[T], 0, len(elements))
	for id, value := range elements {
		items = append(items, Item[T]{id, value})
	}
	slices.SortFunc(items, func(a, b Item[T]) int {
		return cmp.Or(cmp.Compare(a.Value.order(), b.Value.order()), cmp.Compare(a.ID, b.ID))
	})
	return items
}

// Last returns a key after all elements of the map.
func Last[T Ordered](elements map[ID]T) Order {
	var last Order
	for _, element := range elements {
		last = max(last, element.order())
	}
	return Between(last, "")
}
