package querytext

import (
	"cmp"

	"widerow/model"
)

// Update is the content of an update's text:
//
//	CHANGE Ticket.status, Ticket.closed_at WHERE Tenant.tenant_id = ? AND Ticket.number = ?
//
// The order of the lists counts; the Order fields of their elements are empty.
type Update struct {
	Kind        model.UpdateKind
	Writes      []model.Write
	Given       []model.Given
	Conditional bool
	// Cascade is set for a Delete only.
	Cascade model.Cascade
}

// OfUpdate returns the content of an update's text.
func OfUpdate(update *model.Update) Update {
	parts := Update{Kind: cmp.Or(update.Kind, model.Insert), Conditional: update.Conditional}
	if parts.Kind == model.Delete {
		parts.Cascade = update.Cascade
	}
	for _, item := range model.Sorted(update.Writes) {
		write := *item.Value
		write.Order = ""
		parts.Writes = append(parts.Writes, write)
	}
	for _, item := range model.Sorted(update.Given) {
		parts.Given = append(parts.Given, relevant(*item.Value))
	}
	return parts
}

// IsEmpty reports whether nothing but the kind is known.
func (u Update) IsEmpty() bool { return len(u.Writes)+len(u.Given) == 0 }

func writeReference(write model.Write) reference {
	return reference{write.Element, write.Name, write.Participant}.clean()
}

// conditionWords are the IF clauses of lightweight transactions.
var conditionWords = map[model.UpdateKind]string{
	model.Insert: "IF NOT EXISTS", model.Change: "IF UNCHANGED", model.Increment: "IF UNCHANGED", model.Delete: "IF EXISTS",
}

// isMultiValued reports whether something written is an attribute with several values.
func (s *scope) isMultiValued(write model.Write) bool {
	attribute := s.model.AttributesOf(s.model.OwnerOfAttribute(write.Element))[write.Element]
	return attribute != nil && attribute.MultiValued
}
