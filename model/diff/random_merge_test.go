package diff

import (
	"encoding/json"
	"flag"
	"fmt"
	"hash/crc32"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/example"
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
		disputed += min(1, checkMerge(t, seed, start.Encode(), edit(), edit()))
	}
	if disputed < 500 {
		t.Errorf("only %d of 2000 cases have conflicts", disputed)
	}
}

// checkMerge merges two edits of a document, checks each value, and decides the
// conflicts. It returns how many there were.
func checkMerge(t *testing.T, seed uint64, base, theirs, mine []byte) int {
	t.Helper()
	merged, conflicts := mustMerge(t, theirs, mustMake(t, base, mine))
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
	return len(conflicts)
}

// TestRandomMergesOfExamples does the same with every kind of element: both sides
// change, add and remove elements anywhere in the examples.
func TestRandomMergesOfExamples(t *testing.T) {
	examples := example.All()
	disputed := 0
	for seed := range uint64(*exampleMerges) {
		random := rand.New(rand.NewPCG(seed, 12))
		m, err := example.Load(examples[seed%uint64(len(examples))].Slug)
		if err != nil {
			t.Fatal(err)
		}
		base := m.Encode()
		theirs := anyEdits(t, random, base, nil)
		disputed += min(1, checkMerge(t, seed, base, theirs, anyEdits(t, random, base, paths(t, base, theirs))))
	}
	if disputed*10 < *exampleMerges {
		t.Errorf("only %d of %d cases have conflicts", disputed, *exampleMerges)
	}
}

var exampleMerges = flag.Int("example-merges", 60, "how many merges of random edits of the examples")

// anyEdits changes, adds and removes members of random elements. Half of them are
// elements of the given paths.
func anyEdits(t *testing.T, random *rand.Rand, document []byte, disputed [][]string) []byte {
	t.Helper()
	var root map[string]any
	if err := json.Unmarshal(document, &root); err != nil {
		t.Fatal(err)
	}
	for range 1 + random.IntN(8) {
		elements := elementsOf(root)
		id := slices.Sorted(maps.Keys(elements))[random.IntN(len(elements))]
		if len(disputed) > 0 && random.IntN(2) == 0 {
			path := disputed[random.IntN(len(disputed))]
			for end := len(path); end > 0; end-- {
				if element := elements[strings.Join(path[:end], "/")]; element != nil {
					id = strings.Join(path[:end], "/")
					break
				}
			}
		}
		element := elements[id]
		switch random.IntN(4) {
		case 0:
			element["note"] = fmt.Sprint("note ", random.IntN(3))
		case 1:
			if name, named := element["name"].(string); named {
				element["name"] = name + fmt.Sprint(random.IntN(3))
			}
		case 2:
			above, last := id[:strings.LastIndex(id, "/")], id[strings.LastIndex(id, "/")+1:]
			if siblings, found := objectAt(root, above); found && random.IntN(2) == 0 {
				delete(siblings, last)
			}
		case 3:
			above := id[:strings.LastIndex(id, "/")]
			siblings, found := objectAt(root, above)
			if hasParts := slices.ContainsFunc(slices.Collect(maps.Keys(elements)), func(other string) bool { return strings.HasPrefix(other, id+"/") }); found && !hasParts {
				added := map[string]any{}
				for key, value := range element {
					if _, isObject := value.(map[string]any); !isObject {
						added[key] = value
					}
				}
				siblings[fmt.Sprintf("added%08xn%d", crc32.ChecksumIEEE([]byte(above)), random.IntN(3))] = added
			}
		}
	}
	text, err := json.Marshal(root)
	if err != nil {
		t.Fatal(err)
	}
	node, err := tree.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return tree.Canonical(node)
}

// elementsOf returns the elements of a document by their paths. An element has a
// name or an order, and its siblings are members of one object.
func elementsOf(root map[string]any) map[string]map[string]any {
	elements := map[string]map[string]any{}
	var look func(path string, object map[string]any)
	look = func(path string, object map[string]any) {
		_, named := object["name"].(string)
		_, ordered := object["order"].(string)
		if path != "" && (named || ordered) {
			elements[path[1:]] = object
		}
		for key, value := range object {
			if inner, isObject := value.(map[string]any); isObject {
				look(path+"/"+key, inner)
			}
		}
	}
	look("", root)
	return elements
}

func objectAt(root map[string]any, path string) (map[string]any, bool) {
	object := root
	for key := range strings.SplitSeq(path, "/") {
		inner, isObject := object[key].(map[string]any)
		if !isObject {
			return nil, false
		}
		object = inner
	}
	return object, true
}

// paths are those that differ between two documents.
func paths(t *testing.T, before, after []byte) [][]string {
	t.Helper()
	var all [][]string
	for _, operation := range mustMake(t, before, after) {
		all = append(all, operation.Path)
	}
	return all
}
