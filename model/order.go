package model

import (
	"slices"
	"strconv"
	"strings"
)

// Order is the place of an element among its siblings: a fraction between 0
// and 1, written as its digits after the point in base 36. Between two keys
// there is always another, so two people who insert at different places, or
// at the same one, change no sibling and their edits merge.
// Equal keys (two insertions at one place) are ordered by ID.
type Order string

const orderDigits = "0123456789abcdefghijklmnopqrstuvwxyz"

// Valid reports whether the key is one: digits of base 36 that do not end
// with 0, because "a0" is the same fraction as "a". Empty is valid: an element
// that was never placed stands first.
func (o Order) Valid() bool {
	for _, c := range []byte(o) {
		if strings.IndexByte(orderDigits, c) < 0 {
			return false
		}
	}
	return !strings.HasSuffix(string(o), "0")
}

// Between returns a key after a and before b. An empty a means the start, an
// empty b the end. Keys that are not in order (a >= b, b not empty) give a
// key after a. Both must be valid, and so is the result.
//
// The loop walks the digits that both share: after the last of b there is
// nothing between the two, which valid keys in order never come to.
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

// after adds 2 at the last digit, so that there is room between keys that
// are appended one after another. Where the digits are used up it adds as
// many again and one: 17 keys have one digit, the next 700 three, the next
// million seven.
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

// digitAt is the digit at a place, 0 after the last.
func digitAt(key Order, i int) int {
	if i >= len(key) {
		return 0
	}
	return max(0, strings.IndexByte(orderDigits, key[i]))
}

// Nth is the place of the n-th element, from 0, of a list that is written at
// once: short also in a list of 100,000, where appending one by one makes long
// keys. A key never ends in 0, so that there is room before each.
func Nth(n int) Order {
	const single = 17 // 2, 4, … y
	if n < single {
		return Order(strconv.FormatInt(int64(2*n+2), 36))
	}
	digits := strconv.FormatInt(int64(n-single), 36)
	return Order("z" + strconv.Itoa(len(digits)) + digits + "i")
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
	return sortedBy(elements, func(T) int { return 0 })
}

// sortedBy lists the elements of a map by their rank and their order.
func sortedBy[T Ordered](elements map[ID]T, rank func(T) int) []Item[T] {
	type place struct {
		Item[T]
		rank  int
		order Order
	}
	var few [16]place // as most tables have: no need of the heap
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
