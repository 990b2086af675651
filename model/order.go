package model

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Order is a sort key among siblings: a fraction between 0 and 1, written as its
// base 36 digits after the point. There is always a key between two keys, so an
// insertion changes no sibling, and concurrent insertions merge. Equal keys, from
// two insertions at the same place, are ordered by ID.
type Order string

const orderDigits = "0123456789abcdefghijklmnopqrstuvwxyz"

// Valid reports whether the key is valid: base 36 digits that do not end with 0,
// because "a0" is the same fraction as "a". An empty key is valid and sorts
// first.
func (o Order) Valid() bool {
	for _, c := range []byte(o) {
		if strings.IndexByte(orderDigits, c) < 0 {
			return false
		}
	}
	return !strings.HasSuffix(string(o), "0")
}

// Between returns a key after a and before b. An empty a means the start, an
// empty b the end. If the keys are not in order (a >= b, b not empty), the
// result is a key after a. Both must be valid, and so is the result.
//
// The loop skips the common prefix. It never reaches the end of b if the keys
// are valid and in order.
func Between(a, b Order) Order {
	if b == "" || a >= b {
		return after(a)
	}
	for i := range len(b) {
		low, high := digitAt(a, i), digitAt(b, i)
		switch {
		case low == high:
		case high-low > 1:
			return b[:i] + Order(orderDigits[(low+high)/2])
		default:
			return b[:i] + Order(orderDigits[low]) + after(a[min(i+1, len(a)):])
		}
	}
	return after(a)
}

// after returns a key after a. It adds 2 to the last digit, which leaves room
// between keys that are appended one after another. When the digits overflow,
// it doubles their number and adds one more: 17 keys have one digit, the next
// 700 three, the next million seven.
func after(a Order) Order {
	digits := []byte(a)
	carry := 2
	for i := len(digits) - 1; i >= 0 && carry > 0; i-- {
		sum := digitAt(a, i) + carry
		digits[i] = orderDigits[sum%len(orderDigits)]
		carry = sum / len(orderDigits)
	}
	if carry > 0 {
		return a + Order(strings.Repeat("0", len(a))) + "2"
	}
	if last := len(digits) - 1; digits[last] == '0' {
		digits[last] = '1'
	}
	return Order(digits)
}

// digitAt returns the i-th digit of a key, 0 after its end.
func digitAt(key Order, i int) int {
	if i >= len(key) {
		return 0
	}
	return max(0, strings.IndexByte(orderDigits, key[i]))
}

// Nth returns the key of the n-th element, from 0, of a list that is written at
// once. Keys stay short even for 100,000 elements, whereas appending one by one
// makes them long. A key never ends with 0, so there is room before each.
func Nth(n int) Order {
	const single = 17 // 2, 4, … y
	if n < single {
		return Order(strconv.FormatInt(int64(2*n+2), 36))
	}
	digits := strconv.FormatInt(int64(n-single), 36)
	return Order("z" + strconv.Itoa(len(digits)) + digits + "i")
}

// Ordered is an element with a place among its siblings.
type Ordered interface{ order() Order }

// Item is an element with its ID.
type Item[T any] struct {
	ID    ID
	Value T
}

// Sorted returns the elements of a map in their order. Ties are broken by ID.
func Sorted[T Ordered](elements map[ID]T) []Item[T] {
	return sortedBy(elements, func(T) int { return 0 })
}

// SortedIDs returns the IDs of elements in their order.
func SortedIDs[T Ordered](elements map[ID]T) []ID {
	var ids []ID
	for _, item := range Sorted(elements) {
		ids = append(ids, item.ID)
	}
	return ids
}

// sortedBy returns the elements of a map by rank, then in their order.
func sortedBy[T Ordered](elements map[ID]T, rank func(T) int) []Item[T] {
	if len(elements) < 2 {
		items := make([]Item[T], 0, len(elements))
		for id, value := range elements {
			items = append(items, Item[T]{id, value})
		}
		return items
	}
	type place struct {
		Item[T]
		rank  int
		order Order
	}
	var few [16]place // enough for most tables; avoids a heap allocation
	places := few[:0]
	if len(elements) > len(few) {
		places = make([]place, 0, len(elements))
	}
	for id, value := range elements {
		places = append(places, place{Item[T]{id, value}, rank(value), value.order()})
	}
	slices.SortFunc(places, func(a, b place) int {
		if a.rank != b.rank {
			return a.rank - b.rank
		}
		if order := strings.Compare(string(a.order), string(b.order)); order != 0 {
			return order
		}
		return strings.Compare(string(a.ID), string(b.ID))
	})
	items := make([]Item[T], len(places))
	for i := range places {
		items[i] = places[i].Item
	}
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

// SortedKeys returns the keys of a map in order.
func SortedKeys[K cmp.Ordered, V any](of map[K]V) []K { return slices.Sorted(maps.Keys(of)) }
