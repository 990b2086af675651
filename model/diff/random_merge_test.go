package diff

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/internal/tree"
)

// facts are the values of a document by their paths: "name", "physical/relations/r1/name".
func facts(t *testing.T, document []byte) map[string]string {
	t.Helper()
	root, err := tree.Parse(document)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	var read func(path []string, node *tree.Node)
	read = func(path []string, node *tree.Node) {
		if node.Kind != tree.Object {
			found[strings.Join(path, "/")] = string(tree.Compact(node))
		}
		for _, member := range node.Members {
			read(append(slices.Clone(path), member.Key), member.Value)
		}
	}
	read(nil, root)
	return found
}

// within reports whether a conflict is about the value at a path.
func within(conflicts []Conflict, path string) bool {
	return slices.ContainsFunc(conflicts, func(c Conflict) bool {
		place := strings.Join(c.Path, "/")
		return place == path || strings.HasPrefix(path, place+"/")
	})
}

// TestRandomMerges lets both sides change the same elements and checks each value
// of the result: a change by one side alone is kept, and different changes by both
// are a conflict. Taking the other side of every conflict leaves none.
func TestRandomMerges(t *testing.T) {
	disputed := 0
	for seed := range uint64(2000) {
		random := rand.New(rand.NewPCG(seed, 11))
		start := shop()
		randomEdit(random, start, 0)
		randomEdit(random, start, 1)
		edit := func() []byte {
			m := start.Clone()
			randomEdit(random, m, 0)
			randomEdit(random, m, 1)
			if random.IntN(12) == 0 {
				delete(m.Physical.Relations, "r1")
			}
			return m.Encode()
		}
		base, theirs, mine := start.Encode(), edit(), edit()
		merged, conflicts := mustMerge(t, theirs, mustMake(t, base, mine))
		disputed += min(1, len(conflicts))
		was, his, own, is := facts(t, base), facts(t, theirs), facts(t, mine), facts(t, merged)
		paths := map[string]bool{}
		for _, values := range []map[string]string{was, his, own, is} {
			for path := range values {
				paths[path] = true
			}
		}
		for _, path := range slices.Sorted(maps.Keys(paths)) {
			want := his[path]
			switch {
			case within(conflicts, path) || own[path] == was[path]:
			case his[path] == was[path]:
				want = own[path]
			case his[path] != own[path]:
				t.Fatalf("seed %d: both changed %s, from %q to %q and %q, and that is no conflict", seed, path, was[path], his[path], own[path])
			}
			if is[path] != want {
				t.Fatalf("seed %d: %s is %q, want %q (was %q, theirs %q, mine %q)", seed, path, is[path], want, was[path], his[path], own[path])
			}
		}

		patch, err := Take(merged, mine, conflicts)
		if err != nil {
			t.Fatal(err)
		}
		taken, left := mustMerge(t, merged, patch)
		if _, again := mustMerge(t, taken, mustMake(t, base, mine)); len(left)+len(again) > 0 {
			t.Fatalf("seed %d: conflicts after all were decided: %v %v", seed, left, again)
		}
		if _, err := model.Decode(taken); err != nil {
			t.Fatalf("seed %d: the decided merge cannot be read: %v", seed, err)
		}
	}
	if disputed < 500 {
		t.Errorf("only %d of 2000 cases have conflicts", disputed)
	}
}
