package model

// Pair is an element in two states, of which one may lack it.
type Pair[T any] struct {
	ID      ID
	Was, Is T
	In      States
}

// States are the states that have an element.
type States int

// The states.
const (
	InBoth States = iota
	OnlyBefore
	OnlyAfter
)

// Pairs pairs the elements of two states: those of the state after in its order, then those
// that only the state before has.
func Pairs[T any](before, after []T, id func(T) ID) []Pair[T] {
	left := make(map[ID]T, len(before))
	for _, was := range before {
		left[id(was)] = was
	}
	pairs := make([]Pair[T], 0, max(len(before), len(after)))
	for _, is := range after {
		pair := Pair[T]{ID: id(is), Is: is, In: OnlyAfter}
		if was, found := left[pair.ID]; found {
			pair.Was, pair.In = was, InBoth
			delete(left, pair.ID)
		}
		pairs = append(pairs, pair)
	}
	for _, was := range before {
		if _, only := left[id(was)]; only {
			pairs = append(pairs, Pair[T]{ID: id(was), Was: was, In: OnlyBefore})
		}
	}
	return pairs
}

// PairItems is like Pairs.
func PairItems[T any](before, after []Item[T]) []Pair[T] {
	var pairs []Pair[T]
	for _, pair := range Pairs(before, after, func(item Item[T]) ID { return item.ID }) {
		pairs = append(pairs, Pair[T]{pair.ID, pair.Was.Value, pair.Is.Value, pair.In})
	}
	return pairs
}

// SortedPairs is like Pairs, for the elements of maps in their order.
func SortedPairs[T Ordered](before, after map[ID]T) []Pair[T] {
	return PairItems(Sorted(before), Sorted(after))
}
