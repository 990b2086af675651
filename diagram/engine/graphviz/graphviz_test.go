package graphviz_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	library "github.com/goccy/go-graphviz"

	"widerow/diagram/engine/graphviz"
)

// The file must be the one of the library's version in go.mod.
func TestFileIsTheOneOfTheLibrary(t *testing.T) {
	folder, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/goccy/go-graphviz").Output()
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(folder)), "internal", "wasm", "graphviz.wasm"))
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("graphviz.wasm")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("graphviz.wasm differs from the library's: run go generate ./diagram/engine/graphviz")
	}
}

// Every layout equals the one that the library itself computes.
func TestPlainEqualsTheLibrary(t *testing.T) {
	engine := openEngine(t, "")
	random := rand.New(rand.NewPCG(1, 2))
	var texts []string
	for range 30 {
		texts = append(texts, randomGraph(random))
	}
	got, err := engine.Plain(t.Context(), texts)
	if err != nil {
		t.Fatal(err)
	}
	reference, err := library.New(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer reference.Close()
	for i, text := range texts {
		graph, err := library.ParseBytes([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		var want bytes.Buffer
		if err := reference.Render(t.Context(), graph, "plain", &want); err != nil {
			t.Fatal(err)
		}
		if got[i] != want.String() {
			t.Fatalf("the layout of\n%s\nis\n%s\nwant\n%s", text, got[i], want.String())
		}
	}
}

// randomGraph returns a graph of boxes with ports, groups and edges between
// ports.
func randomGraph(random *rand.Rand) string {
	var text strings.Builder
	nodes := 1 + random.IntN(25)
	text.WriteString("digraph { rankdir=LR; node [shape=plain];\n")
	for n := range nodes {
		fmt.Fprintf(&text, `t%d [label=<<table border="0" cellspacing="0"><tr><td port="a" fixedsize="true" width="%d" height="20"></td></tr><tr><td port="b"></td></tr></table>>];`+"\n",
			n, 40+random.IntN(200))
	}
	fmt.Fprintf(&text, "subgraph cluster_0 { t0; t%d; }\n", random.IntN(nodes))
	for range random.IntN(2 * nodes) {
		fmt.Fprintf(&text, "t%d:a:e -> t%d:b:w;\n", random.IntN(nodes), random.IntN(nodes))
	}
	return text.String() + "}"
}

func TestPlainOfBadTexts(t *testing.T) {
	engine := openEngine(t, "")
	const good = "digraph { a -> b }"
	before, err := engine.Plain(t.Context(), []string{good})
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"empty": "", "syntax error": "digraph {", "no graph": "nonsense",
		"more memory than allowed": "digraph { a -> b [minlen=1000000] }",
	} {
		if plain, err := engine.Plain(t.Context(), []string{text}); err == nil {
			t.Errorf("%s: %.100q", name, plain)
		}
		if after, err := engine.Plain(t.Context(), []string{good}); err != nil || after[0] != before[0] {
			t.Errorf("after %s: %q, %v", name, after, err)
		}
	}
}

func TestPlainConcurrently(t *testing.T) {
	engine := openEngine(t, "")
	want, err := engine.Plain(t.Context(), []string{randomGraph(rand.New(rand.NewPCG(7, 7)))})
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for range 5 {
				got, err := engine.Plain(t.Context(), []string{randomGraph(rand.New(rand.NewPCG(7, 7)))})
				if err != nil || got[0] != want[0] {
					t.Errorf("%q, %v", got, err)
				}
			}
		})
	}
	group.Wait()
}

// What an earlier process left in the cache may be damaged or unreadable. Damaged code
// is written anew.
func TestOpenWithADamagedCache(t *testing.T) {
	cache := t.TempDir()
	openEngine(t, cache)
	whole := contents(t, cache)
	for name, damage := range map[string]func(content []byte) []byte{
		"overwritten":         func([]byte) []byte { return []byte("damaged") },
		"cut off":             func(content []byte) []byte { return content[:len(content)/2] },
		"a bit of an address": func(content []byte) []byte { content[100] ^= 1; return content },
	} {
		damageFiles(t, cache, damage)
		openEngine(t, cache)
		if now := contents(t, cache); !maps.Equal(now, whole) {
			t.Errorf("%s: the cache was not written anew: %v, want %v", name, now, whole)
		}
	}
	damageFiles(t, cache, func([]byte) []byte { return nil })
	for _, cache := range []string{cache, filepath.Join(t.TempDir(), "no", "\x00")} {
		if plain, err := openEngine(t, cache).Plain(t.Context(), []string{"digraph { a }"}); err != nil || len(plain) != 1 {
			t.Errorf("%q, %v", plain, err)
		}
	}
}

// damageFiles changes each file of a cache.
func damageFiles(t *testing.T, cache string, damage func(content []byte) []byte) {
	t.Helper()
	for path := range contents(t, cache) {
		content, err := os.ReadFile(path)
		if err == nil {
			err = os.WriteFile(path, damage(content), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// contents returns the hashes of wazero's files in a cache.
func contents(t *testing.T, cache string) map[string][sha256.Size]byte {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(cache, "wazero-*", "*"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("the files of the cache: %q, %v", paths, err)
	}
	hashes := map[string][sha256.Size]byte{}
	for _, path := range paths {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		hashes[path] = sha256.Sum256(content)
	}
	return hashes
}

func openEngine(t *testing.T, cache string) *graphviz.Engine {
	t.Helper()
	engine, err := graphviz.Open(t.Context(), cache)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { engine.Close() })
	return engine
}
