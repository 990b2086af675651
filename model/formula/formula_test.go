package formula_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/model"
	"widerow/model/formula"
)

// quantities returns a document with quantities, written "name = typical // worst".
// Their ids are the first letters of their names.
func quantities(lines ...string) *model.Model {
	m := model.New("test")
	m.Quantities = map[model.ID]*model.Quantity{}
	for i, line := range lines {
		name, values, _ := strings.Cut(line, " = ")
		typical, worst, _ := strings.Cut(values, " // ")
		m.Quantities[model.ID(name[:1])] = &model.Quantity{Order: model.Order(fmt.Sprintf("%03d", i)), Name: name}
		m.Quantities[model.ID(name[:1])].Typical, m.Quantities[model.ID(name[:1])].Worst = model.Expression(typical), model.Expression(worst)
	}
	return m
}

func TestEvaluate(t *testing.T) {
	m := quantities("rooms = 100 // 400", "days = 365 * 2", "nights = @r * @d", "hotels = 5_000", "empty = ")
	for _, test := range []struct {
		text           string
		typical, worst float64
	}{
		{"100", 100, 100},
		{"1_000_000", 1e6, 1e6},
		{"1.5e3", 1500, 1500},
		{"1e-1", 0.1, 0.1},
		{"rooms * 730", 73000, 292000},
		{"nights", 73000, 292000},
		{"1 + 2 * 3", 7, 7},
		{"(1 + 2) * 3", 9, 9},
		{"10 - 2 - 3", 5, 5},
		{"100 / 10 / 2", 5, 5},
		{"-3 + 5", 2, 2},
		{"10 - -2", 12, 12},
		{"min(rooms, 250)", 100, 250},
		{"max(1, 2, rooms, 3)", 100, 400},
		{"ceil(rooms / 30)", 4, 14},
		{"floor(7 / 2) + round(2.5)", 6, 6},
		{"\thotels\n", 5000, 5000},
		{"0", 0, 0},
		{"1000/5000", 1000, 5000},
		{" 1_000/5e3 ", 1000, 5000},
		{"(1000/5000) * 2", 2000, 10000},
		{"rooms * (1/2)", 100, 800},
		{"1000 / 5000", 0.2, 0.2},
		{"(1000 / 5000)", 0.2, 0.2},
		{"2 * 1000/5000", 0.4, 0.4},
		{"365/12", 365.0 / 12, 365.0 / 12},
		{"7/7", 7, 7},
		{"10/100/2", 0.05, 0.05},
		{"30 kB", 30000, 30000},
		{"30kB + 2KiB", 32048, 32048},
		{"1.5 MB", 1.5e6, 1.5e6},
		{"1000/5000 kB", 1e6, 5e6},
		{"40 %", 0.4, 0.4},
		{"10/30 %", 0.1, 0.3},
		{"100 per second * 30 days", 259.2e6, 259.2e6},
		{"100/200 per day", 100.0 / 86400, 200.0 / 86400},
		{"(100/200) per day * 1 day", 100, 200},
		{"rooms per day * 2 weeks", 1400, 5600},
		{"days", 730, 730},
		{"2 days / 12 hours", 4, 4},
		{"ceil(90 minutes / 1 hour)", 2, 2},
		{"1 year / 1 month", 12, 12},
		{"min(2 days, 1 week) / 1 day", 2, 2},
	} {
		want := model.Value{Typical: test.typical, Worst: test.worst}
		got, missing, err := m.Evaluate(m.BindExpression(test.text))
		if err != nil || missing != nil || got != want {
			t.Errorf("Evaluate(%q) = %v, %v, %v; want %v", test.text, got, missing, err, want)
		}
		unbound, _, err := m.Evaluate(model.Expression(test.text))
		if err != nil || unbound != want {
			t.Errorf("Evaluate(%q) by name = %v, %v; want %v", test.text, unbound, err, want)
		}
	}
}

func TestEvaluateListsMissingQuantities(t *testing.T) {
	m := quantities("rooms = 100", "empty = ", "built = @e * guests", "later =  // 5")
	for _, test := range []struct {
		expression model.Expression
		want       []model.Missing
	}{
		{"guests * @r", []model.Missing{{Name: "guests"}}},
		{"@e + @e", []model.Missing{{Name: "empty", Quantity: "e"}}},
		{"@b / @e + days", []model.Missing{{Name: "empty", Quantity: "e"}, {Name: "guests"}, {Name: "days"}}},
		{"@gone", []model.Missing{{Name: "@gone"}}},
		{"@l", []model.Missing{{Name: "later", Quantity: "l"}}},
	} {
		got, missing, err := m.Evaluate(test.expression)
		if diff := cmp.Diff(test.want, missing); diff != "" || err != nil || got != (model.Value{}) {
			t.Errorf("Evaluate(%q) = %v, %v; missing (-want +got):\n%s", test.expression, got, err, diff)
		}
	}
}

func TestEvaluateRejects(t *testing.T) {
	m := quantities("rooms = 100 // 0", "self = @s + 1", "a = @b", "b = 2 * @c", "c = @a", "zero = 0", "huge = 1e308", "wrong = 3 +", "negative = 2 - 3")
	for _, test := range []struct {
		expression model.Expression
		want       string
	}{
		{"", "the expression is empty"},
		{" ", "the expression is empty"},
		{"1 +", "wanted a number or a quantity, got the end at character 4"},
		{"2k", `"k" is no unit: write 1e3, or kB for 1,000 bytes at character 1`},
		{"30 kb", `"kb" is no unit: kB is 1,000 bytes, KiB 1,024 at character 4`},
		{"1.5M", `"M" is no unit: write 1e6, or MB for 1,000,000 bytes at character 1`},
		{"5 sec", `"sec" is no unit: write seconds at character 3`},
		{"2x", `wanted a number such as 1_000, 1.5 or 1e6, got "2x" at character 1`},
		{"10^30", "there are no powers; write 10 to the power of 30 as 1e30 at character 3"},
		{"NaN", "NaN is no number at character 1"},
		{"-Inf", "Inf is no number at character 2"},
		{"5 per", "wanted a time after per, such as second or day, got the end at character 6"},
		{"5 per kB", `wanted a time after per, such as second or day, got "kB" at character 7`},
		{"30 days", "the value is a time, and a number is wanted: divide it by one, such as / 1 day"},
		{"30 days + 5", "a time and a number do not go together at character 9"},
		{"max(1 day, 5 per day)", "a time and a rate do not go together at character 1"},
		{"1 day * 1 day", "the value is in seconds to the power of 2, and a number is wanted: divide it by one, such as / 1 day"},
		{"1.2.3", `wanted an operator such as *, got "." at character 4`},
		{"1__0", `wanted a number such as 1_000, 1.5 or 1e6, got "1__0" at character 1`},
		{"1 2", `wanted an operator such as *, got "2" at character 3`},
		{"(1", "wanted `)`, got the end at character 3"},
		{"é + 1", `wanted a number or a quantity, got "é" at character 1`},
		{"1 + é", `wanted a number or a quantity, got "é" at character 5`},
		{"1,000", `wanted an operator such as *, got "," at character 2`},
		{"1e999", "the number 1e999 is too big at character 1"},
		{"sqrt(4)", `there is no function "sqrt" (there are min, max, ceil, floor, round) at character 1`},
		{"ceil(1, 2)", "ceil takes one value, got 2 at character 1"},
		{"max()", "wanted a number or a quantity, got \")\" at character 5"},
		{"5 / 0", "division by zero at character 3"},
		{"5 / @z", "division by zero at character 3"},
		{"5 / @r", "division by zero at character 3"}, // in the worst case
		{"@s", "in self: refers to itself: self → self at character 1"},
		{"@a", "in c: refers to itself: a → b → c → a at character 1"},
		{"@h * 10", "the value is too big at character 4"},
		{"@h + @h", "the value is too big at character 4"},
		{"@w", "in wrong: wanted a number or a quantity, got the end at character 4"},
		{"1 - 2", "the value is negative: -1"},
		{"@n + 5", "in negative: the value is negative: -1"},
		{model.Expression(strings.Repeat("(", 100) + "1" + strings.Repeat(")", 100)), "parentheses and signs nest more than 64 deep at character 66"},
		{model.Expression(strings.Repeat("-", 100) + "1"), "parentheses and signs nest more than 64 deep at character 66"},
		{model.Expression(strings.Repeat("1", 2001)), "the expression has 2001 characters, the limit is 2000"},
	} {
		_, _, err := m.Evaluate(test.expression)
		var refused *formula.Error
		if !errors.As(err, &refused) || err.Error() != test.want {
			t.Errorf("Evaluate(%.30q):\n got %v\nwant %s", test.expression, err, test.want)
		}
	}
}

func TestEvaluateLongChains(t *testing.T) {
	// q1 = q0 + q0, q2 = q1 + q1, …: 2^60 steps unless each is computed once.
	m := model.New("chain")
	m.Quantities = map[model.ID]*model.Quantity{"q0": {Name: "q0", Typical: "1"}}
	for i := 1; i <= 200; i++ {
		e := model.Expression(fmt.Sprintf("@q%d + @q%d", i-1, i-1))
		m.Quantities[model.ID(fmt.Sprintf("q%d", i))] = &model.Quantity{Name: fmt.Sprintf("q%d", i), Typical: e}
	}
	if got, _, err := m.Evaluate("@q60"); err != nil || got.Worst != 1<<60 {
		t.Errorf("Evaluate(@q60) = %v, %v; want 2^60", got, err)
	}
	if _, _, err := m.Evaluate("@q200"); err == nil || !strings.Contains(err.Error(), "more than 100 quantities depend on each other") {
		t.Errorf("Evaluate(@q200): %v, want an error about the long chain", err)
	}
}

func TestBindExpression(t *testing.T) {
	m := quantities("rooms = 1", "days = 2", "min = 3", "b ad = 4")
	m.Quantities["twin"] = &model.Quantity{Order: "zzz", Name: "rooms", Typical: "5"}
	for _, test := range []struct {
		typed string
		saved model.Expression
		shown string
	}{
		{" rooms*days ", "@r*@d", "rooms*days"},
		{"roomsdays + rooms_", "roomsdays + rooms_", "roomsdays + rooms_"},
		{"min(rooms, min)", "min(@r, @m)", "min(rooms, min)"},
		{"@twin + rooms", "@twin + @r", "@twin + rooms"},
		{"@b", "@b", "@b"},
		{"@gone + 2rooms (", "@gone + 2rooms (", "@gone + 2rooms ("},
		{"\"; DROP é rooms", "\"; DROP é @r", "\"; DROP é rooms"},
		{"2 days * days", "2 days * @d", "2 days * days"},
		{"rooms per days + days", "@r per days + @d", "rooms per days + days"},
		{"", "", ""},
	} {
		saved := m.BindExpression(test.typed)
		if shown := m.ExpressionText(saved); saved != test.saved || shown != test.shown {
			t.Errorf("Bind(%q) = %q, shown as %q; want %q, %q", test.typed, saved, shown, test.saved, test.shown)
		}
	}
	e := m.BindExpression("rooms * days")
	m.Quantities["r"].Name, m.Quantities["twin"].Name = "chambers", "other"
	if got, want := m.ExpressionText(e), "chambers * days"; got != want {
		t.Errorf("after a rename: %q, want %q", got, want)
	}
	if diff := cmp.Diff([]model.ID{"r", "d"}, model.Expression("@r * @d + @r").Quantities()); diff != "" {
		t.Errorf("Quantities (-want +got):\n%s", diff)
	}
}

func FuzzExpression(f *testing.F) {
	for _, seed := range []string{"rooms * 730", "min(@r, 1_0.5e+3) / (days - -2)", "é @ @A 1..2 ((", "s + @s"} {
		f.Add(seed)
	}
	m := quantities("rooms = 100 // 400", "days = 365", "s = @s")
	f.Add("10/30 kB per day * 2days % + days")
	f.Fuzz(func(t *testing.T, text string) {
		e := m.BindExpression(text)
		value, missing, err := m.Evaluate(e)
		if err == nil && (value.Typical < 0 || value.Worst < 0 || value.Typical != value.Typical) {
			t.Fatalf("Evaluate(%q) = %v", e, value)
		}
		if e.IsEmpty() || e.Check() != nil {
			return
		}
		again := m.BindExpression(m.ExpressionText(e))
		if again != e {
			t.Fatalf("%q is shown as %q, which is bound to %q", e, m.ExpressionText(e), again)
		}
		if value2, missing2, err2 := m.Evaluate(again); value2 != value || len(missing2) != len(missing) || (err2 == nil) != (err == nil) {
			t.Fatalf("Evaluate(%q) gives %v, then %v", e, value, value2)
		}
	})
}

func BenchmarkEvaluate(b *testing.B) {
	m := quantities("rooms = 100 // 400", "days = 365 * 2", "nights = @r * @d")
	for b.Loop() {
		if _, _, err := m.Evaluate("ceil(@n / 3) + @r"); err != nil {
			b.Fatal(err)
		}
	}
}

// TestReversed finds what was meant as two cases in the wrong order.
func TestReversed(t *testing.T) {
	for text, want := range map[string]bool{"5000/1000": true, "5000/1000 kB": true, "1000/5000 kB": false, " 5e3/1000 ": true, "1000/5000": false, "5000 / 1000": false, "(5000/1000)": false, "5000/0": false, "@q/2": false, "8/4/2": false, "8/": false} {
		if _, _, found := formula.Reversed(text); found != want {
			t.Errorf("Reversed(%q) = %t, want %t", text, found, want)
		}
	}
	if typical, worst, _ := formula.Reversed("5000/1000"); typical != "5000" || worst != "1000" {
		t.Errorf("Reversed = %s, %s", typical, worst)
	}
}
