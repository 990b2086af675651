package stored_test

import (
	"slices"
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/concepttext"
	"widerow/model/edit"
	"widerow/model/stored"
)

const shop = `Customer: customer_id, name
Order: order_id, total
Courier: courier_id
weak Line: *line_no, amount
Product: product_id, {tags}
Customer 1 places n Order
Courier 1 delivers n Order
Order 1 has n Line
Line n contains 1 Product
Customer(follower) n follows m Customer(followed)
Premium: fee
Premium isa Customer`

// world finds the IDs of a model by names.
type world struct {
	t     *testing.T
	m     *model.Model
	facts *stored.Concepts
}

func newWorld(t *testing.T) *world { return worldOf(t, shop) }

func worldOf(t *testing.T, concepts string) *world {
	t.Helper()
	m, ids := model.New("Test"), model.SeededIDs([]byte(t.Name()))
	commands, problems := concepttext.Commands(m, ids, concepts)
	if len(problems) > 0 {
		t.Fatalf("%+v", problems)
	}
	m, err := edit.Apply(m, ids, commands...)
	if err != nil {
		t.Fatal(err)
	}
	for id, r := range m.Concepts.Relationships { // each order has a customer
		for end, p := range r.Participants {
			if r.Name == "places" && m.Title(p.Entity) == "Order" {
				m.Concepts.Relationships[id].Participants[end].Total = true
			}
		}
	}
	return &world{t, m, stored.NewConcepts(m)}
}

func (w *world) of(name string) model.ID {
	for id, e := range w.m.Concepts.Entities {
		if e.Name == name {
			return id
		}
	}
	for id, r := range w.m.Concepts.Relationships {
		if r.Name == name {
			return id
		}
	}
	w.t.Fatalf("no type %s", name)
	return ""
}

// meaning reads "a Order, b Customer, places a b": nodes with names, and relationship
// types with their participants, in the order in which the text of the model has them.
func (w *world) meaning(text string) (*stored.Meaning, map[string]int) {
	w.t.Helper()
	m, places := &stored.Meaning{Columns: map[model.ID]stored.Value{}}, map[string]int{}
	for _, part := range strings.Split(text, ", ") {
		words := strings.Fields(part)
		optional := strings.HasSuffix(words[0], "?")
		words[0] = strings.TrimSuffix(words[0], "?")
		if w.m.Concepts.Relationships[w.idOrNone(words[0])] == nil {
			places[words[0]] = len(m.Nodes)
			m.Nodes = append(m.Nodes, stored.Node{Of: w.of(words[1]), Optional: optional})
			continue
		}
		of := w.of(words[0])
		m.Nodes = append(m.Nodes, stored.Node{Of: of, Optional: optional})
		for i, end := range model.Sorted(w.m.Concepts.Relationships[of].Participants) {
			if i+1 < len(words) {
				m.Links = append(m.Links, stored.Link{From: len(m.Nodes) - 1, To: places[words[i+1]], Participant: end.ID})
			}
		}
	}
	whole, became := w.facts.Complete(m)
	for name, at := range places {
		places[name] = became[at]
	}
	return whole, places
}

func (w *world) idOrNone(name string) model.ID {
	for id, r := range w.m.Concepts.Relationships {
		if r.Name == name {
			return id
		}
	}
	return ""
}

func TestComplete(t *testing.T) {
	w := newWorld(t)
	for text, nodes := range map[string]int{
		"o Order":            1,
		"l Line":             3, // has, Order
		"p Premium":          2, // Customer
		"l Line, contains l": 5,
		"a Customer, b Customer, o Order, places a o, places b o":                 2 + 1, // an order has one customer
		"a Customer, b Customer, c Customer, follows a b, follows a c":            5,
		"a Customer, b Customer, follows a b, follows a b":                        3,
		"l Line, o Order, p Order, has o l, has p l":                              3,
		"l Line, k Line, o Order, has o l, has o k, p Product, contains l p":      7,
		"p Premium, c Customer, o Order, places c o, d Customer, places d o":      5, // c and d are one
		"l Line, o Order, has o l, a Customer, places a o, b Courier, delivers b": 8,
	} {
		if m, _ := w.meaning(text); len(m.Nodes) != nodes {
			t.Errorf("%s: %d nodes, not %d", text, len(m.Nodes), nodes)
		}
	}
}

func TestClosure(t *testing.T) {
	w := newWorld(t)
	for _, test := range []struct {
		text, known, node string
		want              bool
	}{
		{"o Order, c Customer, places c o", "o", "c", true},
		{"o Order, c Customer, places c o", "c", "o", false},
		{"a Customer, b Customer, follows a b", "a", "b", false},
		{"l Line, o Order, has o l, c Customer, places c o", "l", "c", true},
		{"p Premium", "p", "p", true},
		{"l Line, p Product, contains l p", "l", "p", true},
		{"l Line, p Product, contains l p", "p", "l", false},
	} {
		m, places := w.meaning(test.text)
		if got := w.facts.Closure(m).Of([]int{places[test.known]}, nil)[places[test.node]]; got != test.want {
			t.Errorf("%s: %s determines %s: %t", test.text, test.known, test.node, got)
		}
	}
}

func TestAnswers(t *testing.T) {
	w := newWorld(t)
	for _, test := range []struct {
		table, pattern, want string
	}{
		{"o Order", "o Order", "once"},
		{"o Order, c Customer, places c o", "o Order", "once"},    // each order has a customer
		{"o Order, c Courier, delivers c o", "o Order", "no"},     // some have no courier
		{"o Order, c? Courier, delivers? c o", "o Order", "once"}, // which a row may lack
		{"o Order, c? Courier, delivers? c o", "o Order, c Courier, delivers c o", "lacking"},
		{"o Order, c Customer, places c o", "c Customer", "no"}, // some have ordered nothing
		{"l Line", "o Order", "no"},                             // some have no line
		{"l Line, o Order, has o l, c Customer, places c o", "l Line", "once"},
		{"p Premium", "c Customer", "no"},
		{"o Order", "o Order, c Customer, places c o", "no"},
		{"a Customer, b Customer, follows a b", "a Customer, b Customer, follows a b", "once"},
		{"a Customer, b Customer, c Customer, follows a b, follows b c", "a Customer, b Customer, follows a b", "no"},
		{"o Order, p Order, c Customer, places c o, places c p", "o Order, c Customer, places c o", "no"}, // places is total for orders only
		{"l Line, o Order, has o l, k Line, has o k", "l Line", "no"},
	} {
		table, _ := w.meaning(test.table)
		pattern, _ := w.meaning(test.pattern)
		got := "no"
		for _, answer := range w.facts.Answers(table, pattern, nil) {
			switch {
			case len(answer.Lacking) > 0:
				got = "lacking"
			case answer.Repeats:
				got = "repeats"
			default:
				got = "once"
			}
		}
		if got != test.want {
			t.Errorf("%s answers %s: %s, not %s", test.table, test.pattern, got, test.want)
		}
	}
}

func TestEqual(t *testing.T) {
	w := newWorld(t)
	for _, test := range []struct {
		a, b        string
		equal, same bool
	}{
		{"o Order, c Customer, places c o", "c Customer, o Order, places c o", true, true},
		{"o Order, c Customer, places c o", "o Order", false, true},
		{"o Order, c Courier, delivers c o", "o Order", false, false},
		{"o Order, c? Courier, delivers? c o", "o Order", false, true},
		{"a Customer, b Customer, c Customer, follows a b, follows b c", "a Customer, b Customer, c Customer, follows a b, follows a c", false, false},
		{"a Customer, b Customer, c Customer, follows a b, follows b c", "b Customer, c Customer, a Customer, follows b c, follows c a", true, true},
	} {
		a, _ := w.meaning(test.a)
		b, _ := w.meaning(test.b)
		if stored.Equal(a, b) != test.equal || w.facts.SameRows(a, b) != test.same || w.facts.SameRows(b, a) != test.same {
			t.Errorf("%s and %s: equal %t, same rows %t and %t", test.a, test.b, stored.Equal(a, b), w.facts.SameRows(a, b), w.facts.SameRows(b, a))
		}
	}
}

// TestUnseen: who reads a value of a courier knows that the delivery is there, not whether the courier follows somebody.
func TestUnseen(t *testing.T) {
	w := newWorld(t)
	for _, test := range []struct {
		pattern, value, lacking, want string
	}{
		{"o Order, c Courier, delivers c o", "c", "c delivers", ""},
		{"o Order, c Courier, delivers c o", "o", "c delivers", "c delivers"},
		{"c Customer, d Customer, follows c d", "c", "d follows", "d follows"},
		{"o Order, l Line, p Product, contains l p, has o l", "p", "l p contains has", ""},
		{"o Order, l Line, p Product, contains l p, has o l", "l", "l p contains has", "p contains"},
		{"c Customer, o Order, places c o, k Courier, delivers k o", "o", "o places k delivers", "k delivers"},
	} {
		m, places := w.meaning(test.pattern)
		for at, n := range m.Nodes { // a relationship has the name of its type
			places[w.m.Title(n.Of)] = at
		}
		m.Columns["v"] = stored.Value{Node: places[test.value], Attribute: "v"}
		in := func(names string) (nodes []int) {
			for _, name := range strings.Fields(names) {
				nodes = append(nodes, places[name])
			}
			return nodes
		}
		if got := w.facts.Unseen(m, in(test.lacking)); !slices.Equal(got, in(test.want)) {
			t.Errorf("%s with a value of %s: %v unseen of %s, want %s", test.pattern, test.value, got, test.lacking, test.want)
		}
	}
}
