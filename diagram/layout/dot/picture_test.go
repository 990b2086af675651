package dot

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/diagram/geom"
)

// samplePicture has a table in a frame, reached from a second box through a
// label.
func samplePicture() *Picture {
	return &Picture{
		Boxes: []Box{{Width: 144, Height: 72, Cluster: 0, Title: 28}, {Width: 72, Height: 36, Cluster: -1}, {Width: 36, Height: 18, Cluster: -1}},
		Lines: []Line{{From: 1, To: 2}, {From: 2, To: 0, Weight: 3}, {From: 1, To: 0, Hidden: true}, {From: 1, To: 0, Beside: true}},
		Clusters: []Cluster{
			{Width: 100, Header: 32, Padding: 16},
		},
	}
}

func TestPictureText(t *testing.T) {
	want := `digraph{graph[rankdir=LR,nodesep=0.3889,ranksep=0.3889,splines=true]
node[shape=box,fixedsize=true,label="",margin=0]
edge[dir=none]
t0[width=2.0000,height=1.0000,label=<<TABLE BORDER="0" CELLBORDER="0" CELLPADDING="0" CELLSPACING="0"><TR><TD PORT="title" FIXEDSIZE="TRUE" WIDTH="144" HEIGHT="28"></TD></TR><TR><TD FIXEDSIZE="TRUE" WIDTH="144" HEIGHT="44"></TD></TR></TABLE>>]
t1[width=1.0000,height=0.5000]
t2[width=0.5000,height=0.2500]
subgraph cluster_0{margin=16
label=<<TABLE BORDER="0" CELLBORDER="0" CELLPADDING="0" CELLSPACING="0"><TR><TD FIXEDSIZE="TRUE" WIDTH="100" HEIGHT="32"></TD></TR></TABLE>>
t0}
t1->t2
t2->t0:title[weight=3]
t1->t0:title[style=invis]
t1->t0:title[minlen=0]
}
`
	if diff := cmp.Diff(want, samplePicture().Text()); diff != "" {
		t.Error(diff)
	}
}

const sampleAnswer = `graph 1 6 3
node t0 4 2 2 1 <<TABLE BORDER="0">>  solid box black lightgrey
node t1 1 1 1 .5 "" solid box black lightgrey
node t2 2.5 1 .5 .25 "" solid box black lightgrey
edge t1 t2 4 1.5 1 1.75 1 2 1 2.25 1 solid black
edge t1 t0 4 1.5 1 2 1 2.5 2 3 2 invis black
edge t1 t0 4 1.5 .9 2 .9 2.5 2 3 2 solid black
edge t2 t0 7 2.75 1 2.8 1 2.9 1 3 1.5 3 1.6 3 1.9 3 2 solid black
stop
`

func TestPictureRead(t *testing.T) {
	got, err := samplePicture().Read(sampleAnswer)
	if err != nil {
		t.Fatal(err)
	}
	if want := geom.NewRect(216, 36, 144, 72); got.Boxes[0] != want {
		t.Errorf("box 0 at %v, want %v", got.Boxes[0], want)
	}
	if count := len(got.Curves[1]); count != 7 {
		t.Errorf("%d points of the line to the table, want 7", count)
	}
	// Two lines between the same boxes: the first is the hidden one.
	if want := geom.Pt(108, 144); got.Curves[2][0] != want {
		t.Errorf("the hidden line starts at %v, want %v", got.Curves[2][0], want)
	}
	if y := got.Curves[3][0].Y; y < 151 || y > 152 {
		t.Errorf("the second line starts at y %g, want 151.2", y)
	}
}

func TestPictureReadRefuses(t *testing.T) {
	const boxes = "graph 1 6 3\nnode t0 4 2 2 1\nnode t1 1 1 1 .5\nnode t2 2.5 1 .5 .25\n"
	for name, plain := range map[string]string{
		"nothing":                   "",
		"a box is missing":          "graph 1 6 3\nnode t0 4 2 2 1\n",
		"another size":              "graph 1 6 3\nnode t0 4 2 2.1 1\n",
		"an unknown box":            "graph 1 6 3\nnode t9 4 2 2 1\n",
		"no height":                 "graph 1 6 x\n" + boxes,
		"lines are missing":         boxes,
		"a line that nobody wanted": boxes + "edge t0 t1 4 1 1 1 1 1 1 1 1 solid black\n",
		"a line without points":     boxes + "edge t1 t2 0 solid black x\n",
		"half a curve":              boxes + "edge t1 t2 5 1 1 1 1 1 1 1 1 1 1 solid black\n",
		"fewer points than said":    boxes + "edge t1 t2 7 1 1 1 1 1 1 1 1 solid black\n",
		"no number":                 boxes + "edge t1 t2 4 1 1 1 1 nan 1 1 1 solid black\n",
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := samplePicture().Read(plain); !errors.Is(err, ErrAnswer) {
				t.Errorf("error %v, want %v", err, ErrAnswer)
			}
		})
	}
}

func FuzzPictureRead(f *testing.F) {
	f.Add(sampleAnswer)
	f.Add("edge t1 t2 4\n")
	f.Fuzz(func(t *testing.T, plain string) {
		drawn, err := samplePicture().Read(plain)
		if err != nil {
			return
		}
		for i, curve := range drawn.Curves {
			if len(curve)%3 != 1 {
				t.Errorf("line %d has %d points", i, len(curve))
			}
		}
	})
}
