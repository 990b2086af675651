package querytext

import (
	"testing"

	"widerow/model"
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
		{"SELECT CardPayment(refund).amount", "CardPayment has no attribute amount; its supertype Payment has: write Payment(refund).amount", "Payment(refund).amount"},
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
