package dot

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func sampleDot() *Graph {
	return &Graph{
		Nodes: []Node{{Width: 144, Height: 72}, {Width: 72, Height: 36}, {Width: 72, Height: 36}},
		Edges: []Edge{{From: 0, To: 1}, {From: 0, To: 2, Weight: 3}, {From: 1, To: 2, Free: true}},
	}
}

func TestDotText(t *testing.T) {
	want := `digraph{graph[rankdir=TB,nodesep=.5,ranksep=.5,splines=none,nslimit=0,mclimit=1]
node[shape=box,fixedsize=true,label="\N",margin=0]
t0[width=2.0000,height=1.0000]
t1[width=1.0000,height=0.5000]
t2[width=1.0000,height=0.5000]
t0->t1
t0->t2[weight=3]
t1->t2[constraint=false]
}
`
	if diff := cmp.Diff(want, sampleDot().Text()); diff != "" {
		t.Error(diff)
	}
}

func TestDotRanks(t *testing.T) {
	const head = "graph 1 4 3\n"
	tests := []struct {
		name, plain string
		want        [][]int
	}{
		{"two ranks, in dot's order", head + "node t0 2 2 2 1 \"\" solid box black lightgrey\nnode t1 3 .5 1 .5 \"\"\nnode t2 1 .5001 1 .5 \"\"\nstop\n", [][]int{{0}, {2, 1}}},
		{"a node is missing", head + "node t0 2 2 2 1\nnode t1 3 .5 1 .5\nstop\n", nil},
		{"a node is there twice", head + "node t0 2 2 2 1\nnode t1 3 .5 1 .5\nnode t1 3 .5 1 .5\n", nil},
		{"another size", head + "node t0 2 2 2 1\nnode t1 3 .5 .75 .5\nnode t2 1 .5 1 .5\n", nil},
		{"an unknown node", head + "node t0 2 2 2 1\nnode t7 3 .5 1 .5\nnode t2 1 .5 1 .5\n", nil},
		{"no number", head + "node t0 nan 2 2 1\nnode t1 3 .5 1 .5\nnode t2 1 .5 1 .5\n", nil},
		{"nothing", "", nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := sampleDot().Ranks(test.plain)
			if test.want == nil && !errors.Is(err, ErrAnswer) {
				t.Fatalf("error %v, want %v", err, ErrAnswer)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func FuzzDotRanks(f *testing.F) {
	f.Add("node t0 2 2 2 1\nnode t1 3 .5 1 .5\nnode t2 1 .5 1 .5\nstop\n")
	f.Add("node t0 1e999 2 2 1\n")
	f.Fuzz(func(t *testing.T, plain string) {
		ranks, err := sampleDot().Ranks(plain)
		if err != nil {
			return
		}
		seen := map[int]bool{}
		for _, rank := range ranks {
			for _, node := range rank {
				seen[node] = true
			}
		}
		if want := fmt.Sprint(map[int]bool{0: true, 1: true, 2: true}); fmt.Sprint(seen) != want {
			t.Errorf("ranks %v do not hold each node", ranks)
		}
	})
}
