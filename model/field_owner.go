package model

// The fields of this file say what holds within one owner, such as a tenant.

// withinField offers all entity types: model/validation says which of them own both ends.
func withinField() Field {
	return elementField("within", "Within", func(r *Relationship) *ID { return &r.Within }, EntityKind).
		hint("The owner that all participants have in common, such as a tenant: only those of the same one are related.")
}

func uniqueFields() []Field {
	return []Field{
		checkboxField("unique", "Unique", func(a *Attribute) *bool { return &a.Unique }).
			hint("No two instances have the same value: an e-mail address."),
		elementField("unique_within", "Unique within", func(a *Attribute) *ID { return &a.UniqueWithin }, EntityKind).
			hint("The owner, such as a tenant, whose instances have different values. None: all instances have.").
			when(func(_ *Model, e Element) bool {
				a := e.Value.(*Attribute)
				return a.Unique || a.UniqueWithin != ""
			}),
	}
}
