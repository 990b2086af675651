package model

import (
	"fmt"
	"strings"
	"testing"
)

// TestNextIsWrittenFromTheTextBefore: the text of a revision is made of the one before, not written anew.
func TestNextIsWrittenFromTheTextBefore(t *testing.T) {
	m := magazine()
	for i := range 20 {
		after := m.Clone()
		after.Concepts.Entities["e1"].Attributes["a1"].Name = fmt.Sprint("id", i)
		after.Physical.Relations["r1"].Columns[ID(fmt.Sprint("more", i))] = &Column{Order: Nth(i), Name: fmt.Sprint("more", i), Role: Regular}
		next := Next(m, after)
		text, read, err := next.CanonicalAfter(m)
		if err != nil || string(text) != string(after.Encode()) {
			t.Fatalf("CanonicalAfter = %v\n%s\nwant\n%s", err, text, after.Encode())
		}
		if _, done, _ := Next(m, after).rewrite(m); i > 0 && !done {
			t.Errorf("revision %d is not made of the text before", i)
		}
		m = read
	}
}

func TestNextSharesWhatIsEqual(t *testing.T) {
	m := magazine()
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
	m := Next(magazine(), magazine())
	if _, _, err := m.CanonicalAfter(magazine()); err != nil {
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
