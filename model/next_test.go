package model

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestNextWritesWhatEncodeWrites applies random commands, each to the successor of the model before, and
// compares the text that grows from revision to revision with one that is written from nothing.
func TestNextWritesWhatEncodeWrites(t *testing.T) {
	rewritten := 0
	for seed := range uint64(25) {
		random := rand.New(rand.NewPCG(seed, 7))
		ids := SeededIDs(fmt.Append(nil, seed))
		m := shop(t)
		for range 60 {
			command := randomCommand(random, m)
			after, err := Apply(m, ids, command)
			if err != nil {
				continue
			}
			was, next := string(m.Encode()), Next(m, after)
			checkSame(t, after, next)
			text, read, err := next.CanonicalAfter(m)
			if want := string(after.Encode()); err != nil || string(text) != want {
				t.Fatalf("after %+v: CanonicalAfter = %v\n%s\nwant\n%s", command, err, text, want)
			}
			if string(m.Encode()) != was {
				t.Fatalf("after %+v: the model before has changed", command)
			}
			if len(ChangedPaths(m, next)) == 0 && len(ChangedPaths(m, after)) > 0 {
				t.Fatalf("after %+v: the change is lost", command)
			}
			if _, done, _ := Next(m, after).rewrite(m); done {
				rewritten++
			}
			m = read
		}
	}
	if rewritten < 300 {
		t.Errorf("%d texts were made from the one before, want most", rewritten)
	}
}

func TestNextSharesWhatIsEqual(t *testing.T) {
	m := shop(t)
	after := m.Clone()
	after.Name = "Another"
	next := Next(m, after)
	for id, table := range m.Logical.Tables {
		if next.Logical.Tables[id] != table {
			t.Errorf("table %s is not shared", id)
		}
	}
	for id := range after.Logical.Tables {
		after.Logical.Tables[id].Name += "_2"
		next = Next(m, after)
		if next.Logical.Tables[id] == m.Logical.Tables[id] || next.Logical.Tables[id].Name != m.Logical.Tables[id].Name+"_2" {
			t.Errorf("table %s is shared, though it differs", id)
		}
		break
	}
}

// TestCanonicalAfterReadsWhatIsNew: what could not be opened again is an error, as with Decode.
func TestCanonicalAfterReadsWhatIsNew(t *testing.T) {
	m := Next(shop(t), shop(t))
	if _, _, err := m.CanonicalAfter(shop(t)); err != nil {
		t.Fatal(err)
	}
	if m.written.of != m {
		t.Fatal("the text is not kept")
	}
	var table ID
	for table = range m.Logical.Tables {
		break
	}
	for what, damage := range map[string]func(*Model){
		"already that of":   func(bad *Model) { bad.Quantities[table] = &Quantity{Name: "twice", Order: "zz"} },
		"wanted an id":      func(bad *Model) { bad.Quantities["no id!"] = &Quantity{Name: "other", Order: "zz"} },
		"wanted an order k": func(bad *Model) { bad.Quantities["new"] = &Quantity{Name: "third", Order: "0"} },
	} {
		bad := m.Clone()
		damage(bad)
		_, _, err := Next(m, bad).CanonicalAfter(m)
		if err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("CanonicalAfter = %v, want %q", err, what)
		}
		if _, err := Decode(bad.Encode()); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("Decode = %v, want %q", err, what)
		}
	}
}
