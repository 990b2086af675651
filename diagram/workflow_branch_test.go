package diagram

import (
	"slices"
	"strings"
	"testing"

	"widerow/diagram/graph"
)

func TestBranchBeside(t *testing.T) {
	for name, test := range map[string]struct {
		edges  string // from>to; ">to" is an entry
		beside []string
	}{
		"the longer branch of a long workflow": {">a a>b b>c b>d d>e e>f", []string{"b>d"}},
		"a short workflow":                     {">a a>b b>c b>d d>e", nil},
		"one way":                              {">a a>b b>c c>d d>e e>f", nil},
		"branches of one length":               {">a a>b b>c c>d d>e c>f f>g", nil},
		"what another step leads to":           {">a a>b b>c b>d d>e e>f >x x>d", nil},
		"a way that comes round again":         {">a a>b b>c c>d d>e e>f e>a", nil},
		"a branch of the branch goes on":       {">a a>b a>c c>d c>e e>f f>g", []string{"a>c"}},
		"branches that meet again":             {">a a>b a>c b>d c>d d>e", []string{"a>c", "b>d"}},
		"a branch that leads elsewhere too":    {">a a>b a>c b>d c>d c>e", nil},
		"what a third step leads to":           {">a a>b a>c b>d c>d >x x>d", nil},
		"three branches that meet again":       {">a a>b a>c a>e b>d c>d e>d", nil},
	} {
		t.Run(name, func(t *testing.T) {
			d := &Drawing{}
			for text := range strings.FieldsSeq(test.edges) {
				from, to, _ := strings.Cut(text, ">")
				d.graph.Edges = append(d.graph.Edges, graph.Edge{ID: text, From: from, To: to})
				if from == "" {
					from = to
				}
				for _, id := range []string{from, to} {
					if !slices.ContainsFunc(d.graph.Boxes, func(box graph.Box) bool { return box.ID == id }) {
						d.graph.Boxes = append(d.graph.Boxes, graph.Box{ID: id})
					}
				}
			}
			d.branchBeside()
			var beside []string
			for _, edge := range d.graph.Edges {
				if edge.Beside {
					beside = append(beside, edge.ID)
				}
			}
			if !slices.Equal(beside, test.beside) {
				t.Errorf("beside: %v, want %v", beside, test.beside)
			}
		})
	}
}
