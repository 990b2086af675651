package concepttext_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/model"
	"widerow/model/concepttext"
	"widerow/model/edit"
	"widerow/model/validation"
)

// read adds a text to a model and returns its concepts in words.
func read(t *testing.T, m *model.Model, text string) (*model.Model, string) {
	t.Helper()
	ids := model.SeededIDs([]byte(text + m.Name))
	commands, problems := concepttext.Commands(m, ids, text)
	if len(problems) > 0 {
		t.Fatalf("%s: %+v", text, problems)
	}
	m, err := edit.Apply(m, ids, commands...)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	for _, problem := range validation.Problems(m) {
		t.Errorf("%s: %v", text, problem)
	}
	return m, inWords(m)
}

func inWords(m *model.Model) string {
	var text strings.Builder
	attributes := func(all map[model.ID]*model.Attribute) string {
		var words []string
		for _, a := range model.Sorted(all) {
			word := a.Value.Name
			if a.Value.MultiValued {
				word = "{" + word + "}"
			}
			if a.Value.Derived {
				word = "/" + word
			}
			if a.Value.Parent != "" {
				word = all[a.Value.Parent].Name + "." + word
			}
			if a.Value.Unique {
				word += "!"
			}
			if a.Value.UniqueWithin != "" {
				word += m.Title(a.Value.UniqueWithin)
			}
			words = append(words, map[model.KeyKind]string{model.Key: "*", model.PartialKey: "~"}[a.Value.Key]+word)
		}
		return strings.Join(words, " ")
	}
	for _, e := range model.Sorted(m.Concepts.Entities) {
		fmt.Fprintf(&text, "%s%s(%s)\n", map[bool]string{true: "weak "}[e.Value.Weak], e.Value.Name, attributes(e.Value.Attributes))
	}
	for _, r := range model.Sorted(m.Concepts.Relationships) {
		var ends []string
		for _, p := range model.Sorted(r.Value.Participants) {
			ends = append(ends, m.Concepts.Entities[p.Value.Entity].Name+map[bool]string{true: "(" + p.Value.Role + ")"}[p.Value.Role != ""]+" "+p.Value.Cardinality+map[bool]string{true: " total"}[p.Value.Total])
		}
		within := ""
		if r.Value.Within != "" {
			within = " within " + m.Title(r.Value.Within) + " "
		}
		fmt.Fprintf(&text, "%s%s(%s)%s%s\n", map[bool]string{true: "identifying "}[r.Value.Identifying], r.Value.Name, strings.Join(ends, ", "), within, attributes(r.Value.Attributes))
	}
	for _, h := range model.Sorted(m.Concepts.Hierarchies) {
		var subs []string
		for _, sub := range model.Sorted(h.Value.Subtypes) {
			subs = append(subs, m.Concepts.Entities[sub.Value.Entity].Name)
		}
		fmt.Fprintf(&text, "%s isa %s\n", strings.Join(subs, ", "), m.Concepts.Entities[h.Value.Supertype].Name)
	}
	return strings.TrimSpace(text.String())
}

func TestCommands(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"Hotel: hotel_id, name, {phones}, address (street, city), /age", "Hotel(*hotel_id name {phones} address address.street address.city /age)"},
		{"Person: name, *id", "Person(name *id)"},
		{"Order: *customer, *number, total", "Order(*customer *number total)"},
		{"Empty:", "Empty()"},
		{"Employee: id\nEmployee(manager) 1 manages n(5/20) Employee (report of): since", "Employee(*id)\nmanages(Employee(manager) 1, Employee(report of) n)since"},
		{"Employee: id\nEmployee 1 leads n Employee", "Employee(*id)\nleads(Employee 1, Employee n)"},
		{"Hotel", "Hotel()"},
		{"A: id\nB: id\nA n visits m B: *at, until\nA n rates m B: *rating_id, stars", "A(*id)\nB(*id)\nvisits(A n, B m)~at until\nrates(A n, B m)*rating_id stars"},
		{"Point of interest: name", "Point of interest(*name)"},
		{"Hotel: id\nweak Room: number\nHotel 1 has n Room", "Hotel(*id)\nweak Room(~number)\nidentifying has(Hotel 1, Room n total)"},
		{"Hotel n is near m Poi: distance\nHotel: id; Poi: name", "Hotel(*id)\nPoi(*name)\nis near(Hotel n, Poi m)distance"},
		{"Room: number; Suite: lounge; Studio:; Suite, Studio isa Room", "Room(*number)\nSuite(lounge)\nStudio()\nSuite, Studio isa Room"},
		{"Person: id\nPerson 1 manages n Person", "Person(*id)\nmanages(Person 1, Person n)"},
		{"Trip: id, pickup (latitude, longitude), dropoff (latitude, longitude), latitude", "Trip(*id pickup pickup.latitude pickup.longitude dropoff dropoff.latitude dropoff.longitude latitude)"},
		{"Guest: id, name, home (street, place (name, zone))", "Guest(*id name home home.street home.place place.name place.zone)"},
		{"Doctor: id; Patient: id; Sick ward: id\nDoctor n treats m(3) Patient(cured) 1 Sick ward: since", "Doctor(*id)\nPatient(*id)\nSick ward(*id)\ntreats(Doctor n, Patient(cured) m, Sick ward 1)since"},
		{"# the shop\n\n  Item : sku  ", "Item(*sku)"},
		{"Account: id, email unique, {phone} UNIQUE, home (street, city) unique, code (90) unique, tag unique (9)", "Account(*id email! {phone}! home! home.street home.city code! tag!)"},
		{"Thing: unique, is within x", "Thing(*unique is within x)"},
		{"Account: id, e mail unique within Big tenant, plan\nBig tenant: id\nBig tenant 1 has n Account", "Account(*id e mail!Big tenant plan)\nBig tenant(*id)\nhas(Big tenant 1, Account n)"},
		{"Tenant: id; weak User: no; weak Job: no; weak Log: no\nTenant 1 has n User; Tenant 1 runs n Job; Tenant 1 keeps n Log\nUser 1 starts n Job within Tenant: at\nUser n sees m Job n Log WITHIN tenant",
			"Tenant(*id)\nweak User(~no)\nweak Job(~no)\nweak Log(~no)\nidentifying has(Tenant 1, User n total)\nidentifying runs(Tenant 1, Job n total)\nidentifying keeps(Tenant 1, Log n total)\nstarts(User 1, Job n) within Tenant at\nsees(User n, Job m, Log n) within Tenant"},
		{"Stay within: id; Guest: id\nGuest n books m Stay within", "Stay within(*id)\nGuest(*id)\nbooks(Guest n, Stay within m)"},
	} {
		m := model.New("Test")
		if _, got := read(t, m, test.text); got != test.want {
			t.Errorf("%s:\n%s", test.text, cmp.Diff(test.want, got))
		}
	}
}

// numbersInWords lists the numbers of the concepts.
func numbersInWords(m *model.Model) string {
	var words []string
	add := func(name string, expressions ...model.Expression) {
		for _, e := range expressions {
			if name += " "; !e.IsEmpty() {
				name += m.ExpressionText(e)
			}
		}
		words = append(words, strings.TrimSpace(name))
	}
	for _, e := range model.Sorted(m.Concepts.Entities) {
		add(e.Value.Name, e.Value.Instances, e.Value.WorstInstances)
		for _, a := range model.Sorted(e.Value.Attributes) {
			add("."+a.Value.Name, a.Value.Distinct)
		}
	}
	for _, r := range model.Sorted(m.Concepts.Relationships) {
		for _, p := range model.Sorted(r.Value.Participants) {
			add(p.Value.Cardinality, p.Value.Count, p.Value.WorstCount)
		}
	}
	return strings.Join(words, ", ")
}

// TestNumbers reads numbers with new concepts, and then changes them.
func TestNumbers(t *testing.T) {
	m := model.New("Test")
	m.Quantities = map[model.ID]*model.Quantity{"q": {Name: "rooms", Typical: "100", Worst: "500"}}
	m, _ = read(t, m, "Hotel (5000/8000): id, city (300), address (street, number (90))\nweak Room: number; POI: name\nHotel 1 has n(rooms) Room\nHotel m(10/40) is near n(5) POI")
	if got, want := numbersInWords(m), "Hotel 5000 8000, .id, .city 300, .address, .street, .number 90, Room, .number, POI, .name, 1, n rooms, m 10 40, n 5"; got != want {
		// A part follows its composite attribute; both have a number of their own.
		t.Errorf("numbers:\n%s", cmp.Diff(want, got))
	}
	m, _ = read(t, m, "hotel (6000)\nPOI m is near n(12/50) Hotel\nHotel 1 has n(80) Room")
	if got, want := numbersInWords(m), "Hotel 6000 8000, .id, .city 300, .address, .street, .number 90, Room, .number, POI, .name, 1, n 80, m 12 50, n 5"; got != want {
		t.Errorf("numbers:\n%s", cmp.Diff(want, got))
	}
}

// TestChange reads a text about concepts that the model has: it adds what they lack, and sets
// what is written, so that a text can be read again after it was edited.
func TestChange(t *testing.T) {
	const before = "Hotel: id, name, address (street); weak Room: number; Guest: id; Suite: lounge\nHotel 1 has n Room\nGuest n books m Room: since\nGuest n knows m Guest\nSuite isa Room"
	for _, test := range []struct{ name, text, want string }{
		{"entity types", "hotel: id, stars; Bar: number; Hotel 1 runs n Bar",
			"Hotel(*id name address address.street stars)\nBar(*number)\nruns(Hotel 1, Bar n)"},
		{"numbers of attributes", "Hotel: name (900), address (street (70), city (30))",
			"Hotel(*id name address address.street address.city)\n.name 900\n.street 70\n.city 30"},
		{"marks", "Hotel: {name}, *id; Guest: /age, *id", "Hotel(*id {name} address address.street)\nGuest(*id /age)"},
		{"attributes of a relationship type", "Guest n books m(3) Room: since, *booking_id", "books(Guest n, Room m)since *booking_id\nm 3"},
		{"cardinalities", "Room 1 books m Guest", "books(Guest n, Room 1)since"},
		{"which end is not said", "Guest 1 knows n(7) Guest", "m 7"},
		{"another relationship type of the name", "Hotel 1 has n Guest", "has(Hotel 1, Guest n)"},
		{"unique", "Guest: email unique, id; Room: number, code unique within Hotel", "weak Room(~number code!Hotel)\nGuest(*id email!)"},
		{"within", "Hotel 1 hosts n Guest\nGuest n books m Room within Hotel", "books(Guest n, Room m) within Hotel since\nhosts(Hotel 1, Guest n)"},
		{"subtypes", "Bungalow: garden; Suite, Bungalow isa Room", "Bungalow(garden)\nSuite, Bungalow isa Room"},
	} {
		t.Run(test.name, func(t *testing.T) {
			old, oldWords := read(t, model.New("Test"), before)
			m, words := read(t, old, test.text)
			got := strings.Join(slices.Concat(newOf(oldWords, words, "\n"), newOf(numbersInWords(old), numbersInWords(m), ", ")), "\n")
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("new lines (-want +got):\n%s", diff)
			}
		})
	}
	m, _ := read(t, model.New("Test"), before)
	if _, problems := concepttext.Commands(m, model.SeededIDs(nil), before); len(problems) != 1 || problems[0].Message != "There is nothing new in this text" {
		t.Errorf("the same text again: %v", problems)
	}
}

// newOf returns the words that a later list has and the earlier one has not.
func newOf(before, after, separator string) []string {
	return slices.DeleteFunc(strings.Split(after, separator), func(word string) bool {
		return slices.Contains(strings.Split(before, separator), word) || !strings.ContainsAny(word, " ()")
	})
}

func TestProblems(t *testing.T) {
	for _, test := range []struct{ text, word, message string }{
		{"Hotel 1 has n Room", "Hotel", `There is no entity type Hotel: add a line "Hotel: …" with its attributes`},
		{"Hotel: id, id", "id", "Hotel has the attribute id already"},
		{"A: id, b unique within C", "C", `There is no entity type C: add a line "C: …" with its attributes`},
		{"A: id\nA n likes m A within C", "C", `There is no entity type C: add a line "C: …" with its attributes`},
		{"Hotel: a (b", "a (b", "The parentheses of a are not closed"},
		{"Hotel: ,", "", "Write the name of an attribute: *key, {multi-valued}, /derived, composite (part, part)"},
		{": a", ": a", "Write the name of the entity type before the colon"},
		{"A: b; A isa A", "A", "A cannot be a subtype of itself"},
		{"isa A", "isa A", "Write a hierarchy as: Suite, Studio isa Room"},
		{"A: b\nA 1 n A", "A 1 n A", "Write a relationship type as: Hotel 1 has n Room, with further ends after it: Doctor n treats m Patient n Ward"},
		{"A: b; B: c\nA 1 has n B n", "A 1 has n B n", "Write a relationship type as: Hotel 1 has n Room, with further ends after it: Doctor n treats m Patient n Ward"},
		{"A: b (c, c)", "c", "b has the part c already"},
		{"A: b; B: c\nA(x) n r m B n A(X)", "A(X)", "Two ends are X: give each its own role"},
		{"A: b\nA(head) 1 leads n A(Head)", "A(Head)", "Two ends are Head: give each its own role"},
		{"A: b\nA() 1 leads n A", "A()", "Write the role between the parentheses: Employee(manager)"},
		{"", "", "There is nothing new in this text"},
		{"A (10/): id; B (x y): id", "x y", `Write numbers as (100) or, typical and worst, as (100/500): "y" is no unit: write years at character 3`},
		{"A (): id", "A ()", "Write numbers as (100) or, typical and worst, as (100/500)"},
		{"A: id; B: id; A 1 has n(1/0*) B", "0*", "Write numbers as (100) or, typical and worst, as (100/500): wanted a number or a quantity, got the end at character 3"},
	} {
		commands, problems := concepttext.Commands(model.New("Test"), model.SeededIDs(nil), test.text)
		if len(problems) == 0 || len(commands) > 0 {
			t.Errorf("%s: no problem, %d commands", test.text, len(commands))
			continue
		}
		first := problems[0]
		if got := test.text[first.Start:first.End]; got != test.word || first.Message != test.message {
			t.Errorf("%s: %q at %q, want %q at %q", test.text, first.Message, got, test.message, test.word)
		}
	}
}

func FuzzCommands(f *testing.F) {
	f.Add("Hotel (50/90): id, city (3)\nHotel 1 has n(9/x) Hotel")
	f.Add("T: t; weak A: a unique within T, b unique (3); T 1 has n A\nA n likes m A within T: at")
	f.Add("Hotel: *id, {a}, b (c, d), /e\nweak R: n; Hotel 1 has n R: x\nA, B isa Hotel")
	f.Fuzz(func(t *testing.T, text string) {
		ids := model.SeededIDs([]byte(text))
		m := model.New("Test")
		commands, problems := concepttext.Commands(m, ids, text)
		for _, p := range problems {
			if p.Start < 0 || p.End > len(text) || p.Start > p.End {
				t.Fatalf("%q: a problem at %d to %d", text, p.Start, p.End)
			}
		}
		after, err := edit.Apply(m, ids, commands...)
		if err != nil {
			return
		}
		for _, problem := range validation.Problems(after) {
			if problem.Code != "model/within" { // an owner that owns nothing yet
				t.Errorf("%q: %v", text, problem)
			}
		}
	})
}
