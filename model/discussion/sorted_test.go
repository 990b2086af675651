package discussion

import (
	"cmp"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
)

type number int

func (n number) compare(other number) int { return cmp.Compare(n, other) }

// In any order of changes, each tree lists the same as a sorted map, also after others
// were made from it.
func TestRandomSorted(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		var made *sorted[number, int]
		want := map[number]int{}
		var before *sorted[number, int]
		old := map[number]int{}
		for step := range 200 {
			if step%20 == 0 {
				before, old = made, maps.Clone(want)
			}
			at := number(random.IntN(60))
			if random.IntN(3) == 0 {
				made = made.without(at)
				delete(want, at)
			} else {
				made = made.set(at, step)
				want[at] = step
			}
			checkTree(t, made, want, number(random.IntN(60)))
			checkTree(t, before, old, number(random.IntN(60)))
			changed := map[number]int{}
			made.since(before, func(key number, value int) { changed[key] = value })
			for key, value := range want {
				if was, found := old[key]; (!found || was != value) != (has(changed, key) && changed[key] == value) {
					t.Fatalf("key %d: %d, was %d, among the changes %v", key, value, was, changed)
				}
			}
		}
	}
}

func has(m map[number]int, key number) bool { _, found := m[key]; return found }

func checkTree(t *testing.T, made *sorted[number, int], want map[number]int, at number) {
	t.Helper()
	keys := slices.Sorted(maps.Keys(want))
	var got, later []number
	for key, value := range made.all() {
		if got = append(got, key); value != want[key] {
			t.Fatalf("the value of %d is %d, want %d", key, value, want[key])
		}
	}
	for key := range made.from(at) {
		later = append(later, key)
	}
	first, _ := slices.BinarySearch(keys, at)
	if !slices.Equal(got, keys) || !slices.Equal(later, keys[first:]) || made.len() != len(keys) || made.below(at) != first {
		t.Fatalf("keys %v, from %d %v, %d of %d below it; want %v", got, at, later, made.below(at), made.len(), keys)
	}
	if value, found := made.get(at); found != has(want, at) || value != want[at] {
		t.Fatalf("got %d, %v of %d", value, found, at)
	}
}
