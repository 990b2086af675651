package querytext

import (
	"slices"
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/concepttext"
	"widerow/model/edit"
)

// payments has a hierarchy whose subtypes take part in a relationship type in roles.
func payments(t *testing.T) *model.Model {
	t.Helper()
	m, err := edit.Apply(model.New("payments"), model.SeededIDs([]byte("payments")),
		added(model.EntityKind, "", "payment", "name", "Payment"),
		added(model.AttributeKind, "payment", "paymentid", "name", "payment_id", "key", "key"),
		added(model.AttributeKind, "payment", "amount", "name", "amount"),
		added(model.EntityKind, "", "card", "name", "CardPayment"),
		added(model.AttributeKind, "card", "network", "name", "network"),
		added(model.HierarchyKind, "", "isa", "supertype", "payment"),
		added(model.SubtypeKind, "isa", "isacard", "entity", "card"),
		added(model.RelationshipKind, "", "refunds", "name", "refunds"),
		added(model.ParticipantKind, "refunds", "refund", "entity", "card", "role", "refund"),
		added(model.ParticipantKind, "refunds", "refunded", "entity", "card", "role", "refunded"),
	)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestInheritedAttributes: the correction for an attribute of a supertype means the
// instances that the text means.
func TestInheritedAttributes(t *testing.T) {
	m := payments(t)
	for _, test := range []struct{ text, message, suggestion string }{
		{"SELECT CardPayment.amount", "CardPayment has no attribute amount; its supertype Payment has: write CardPayment, which returns it too; Payment.amount alone is that of any Payment", "CardPayment"},
		{"SELECT CardPayment.amount, CardPayment.network", "CardPayment has no attribute amount; its supertype Payment has: write Payment.amount, which is that of the CardPayment", "Payment.amount"},
		{"SELECT CardPayment WHERE CardPayment.amount > ?", "CardPayment has no attribute amount; its supertype Payment has: write Payment.amount, which is that of the CardPayment", "Payment.amount"},
		{"SELECT Payment.payment_id WHERE CardPayment.amount > ?", "CardPayment has no attribute amount; its supertype Payment has: write Payment.amount, and select an attribute of CardPayment; alone it is that of any Payment", ""},
	} {
		_, problems := Parse(m, test.text)
		if len(problems) != 1 || problems[0].Message != test.message || problems[0].Suggestion != test.suggestion {
			t.Errorf("%s: %+v", test.text, problems)
		}
	}
	const text = "SELECT Payment(refund).amount WHERE Payment(refunded).payment_id = ?"
	parts, problems := Parse(m, text)
	if got := Format(m, parts); len(problems) > 0 || got != text {
		t.Errorf("%s became %s, %+v", text, got, problems)
	}
}

// heroes has a subtype of a subtype that takes part in a role.
func heroes(t *testing.T) *model.Model {
	t.Helper()
	m := model.New("heroes")
	commands, problems := concepttext.Commands(m, model.SeededIDs([]byte("heroes")), `Hero: hero_no, hero_name
		Knight: sword
		Knight isa Hero
		Champion: title
		Champion isa Knight
		Champion(teacher) 1 trains n Knight(pupil)`)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	m, err := edit.Apply(m, model.SeededIDs([]byte("heroes")), commands...)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestInheritedTwice: an instance in a role has the attributes of all of its types, whichever the
// text names; alone, a name of a supertype means any of its instances.
func TestInheritedTwice(t *testing.T) {
	m := heroes(t)
	for text, want := range map[string]string{
		"SELECT Hero(teacher).hero_no":                                "SELECT Hero(teacher).hero_no",
		"SELECT Champion(teacher).hero_no":                            "SELECT Hero(teacher).hero_no",
		"SELECT Champion(teacher).sword ORDER BY Hero(pupil).hero_no": "SELECT Knight(teacher).sword ORDER BY Hero(pupil).hero_no",
		"SELECT Hero(teacher).title":                                  "SELECT Champion(teacher).title",
		"SELECT Champion.hero_no": "Champion has no attribute hero_no; its supertype Hero has: write Champion, which returns it too; " +
			"Hero.hero_no alone is that of any Hero",
		"SELECT Champion WHERE Champion.hero_name = ?": "Champion has no attribute hero_name; its supertype Hero has: " +
			"write Hero.hero_name, which is that of the Champion",
		"SELECT Champion(pupil).title": "Champion has no role pupil; write Champion(teacher)",
	} {
		parts, problems := Parse(m, text)
		got := Format(m, parts)
		if len(problems) > 0 {
			got = problems[0].Message
		}
		if got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

func TestInheritedIsCompleted(t *testing.T) {
	m := heroes(t)
	for text, want := range map[string][]string{
		"SELECT Hero(":                        {"teacher", "pupil"},
		"SELECT Champion(":                    {"teacher"},
		"SELECT Hero(teacher).":               {"Hero(teacher).hero_no", "Hero(teacher).hero_name", "Hero(teacher).sword", "Hero(teacher).title", "Hero(teacher).*"},
		"SELECT Champion(teacher).he":         {"Champion(teacher).hero_no", "Champion(teacher).hero_name"},
		"SELECT Champion WHERE Champion.he":   {"Hero.hero_no", "Hero.hero_name"},
		"SELECT Champion ORDER BY Champion.s": {"Knight.sword"},
		"SELECT Champion(other).":             nil,
	} {
		var got []string
		for _, completion := range Complete(m, text, len(text)) {
			got = append(got, completion.Label)
			if _, problems := Parse(m, text[:completion.Start]+completion.Label); strings.Contains(completion.Label, ".") &&
				strings.HasPrefix(text, "SELECT Hero") && len(problems) > 0 {
				t.Errorf("%s offers %s: %+v", text, completion.Label, problems)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s offers %q, want %q", text, got, want)
		}
	}
}
