package edit

import "widerow/model"

func logicalFields(kind model.Kind) []Field {
	switch kind {
	case model.TableKind:
		return []Field{
			uniqueName("name", "Name", func(t *model.LogicalTable) *string { return &t.Name }),
			tagsField(func(t *model.LogicalTable) *model.TagSet { return &t.Tags }),
			noteField(func(t *model.LogicalTable) *string { return &t.Note }),
		}
	case model.ColumnKind:
		return logicalColumnFields()
	case model.ArrowKind:
		return []Field{
			accessField(func(a *model.QueryArrow) *model.ID { return &a.Access }).required(),
			elementField("from", "From", func(a *model.QueryArrow) *model.ID { return &a.From }, model.TableKind).
				hint("The table whose result supplies the values of the query. None: the query is an entry point."),
			elementField("to", "To", func(a *model.QueryArrow) *model.ID { return &a.To }, model.TableKind).required(),
		}
	}
	return nil
}

func logicalColumnFields() []Field {
	return []Field{
		uniqueName("name", "Name", func(c *model.LogicalColumn) *string { return &c.Name }),
		roleField(func(c *model.LogicalColumn) *model.Role { return &c.Role }, append(roleChoices(), Choice{string(model.RoleCounter), "++ counter"})),
		checkboxField("descending", "Descending", func(c *model.LogicalColumn) *bool { return &c.Descending }).
			when(func(_ *model.Model, e model.Element) bool {
				return e.Value.(*model.LogicalColumn).Role == model.Clustering
			}),
		choiceField("collection", "Collection", func(c *model.LogicalColumn) *model.Collection { return &c.Collection },
			Choice{string(model.SingleValue), "single value"}, Choice{string(model.ListOf), "list [ ]"}, Choice{string(model.SetOf), "set { }"},
			Choice{string(model.MapOf), "map < >"}, Choice{string(model.TupleOf), "tuple ( )"}, Choice{string(model.UserDefined), "user-defined type * *"}),
		attributeField(func(c *model.LogicalColumn) *model.ID { return &c.Attribute }).hint("The attribute that the column stores."),
		participantField(func(c *model.LogicalColumn) (model.ID, *model.ID) { return c.Attribute, &c.Participant }),
		aggregateField(func(c *model.LogicalColumn) *model.Aggregate { return &c.Aggregate }).
			when(func(_ *model.Model, e model.Element) bool {
				return e.Value.(*model.LogicalColumn).Attribute != "" || e.Value.(*model.LogicalColumn).Aggregate != ""
			}).
			hint("The column stores this function of the values, not the values themselves."),
		elementField("query", "Query", func(c *model.LogicalColumn) *model.ID { return &c.Query }, model.QueryKind).
			hint("The query that needs the column."),
		noteField(func(c *model.LogicalColumn) *string { return &c.Note }),
	}
}

func roleChoices() []Choice {
	return []Choice{{string(model.Partition), "K partition key"}, {string(model.Clustering), "C clustering"},
		{string(model.Static), "S static"}, {string(model.Regular), "regular"}}
}

// roleField sets a column's role. A column that joins the primary key moves to
// its end; one that leaves the clustering columns loses its direction.
func roleField[T model.Sibling](at func(T) *model.Role, choices []Choice) Field {
	field := choiceField("role", "Role", at, choices...)
	set := field.set
	field.set = func(m *model.Model, e model.Element, text string) error {
		before := *at(e.Value.(T))
		if err := set(m, e, text); err != nil {
			return err
		}
		role := *at(e.Value.(T))
		if role == before {
			return nil
		}
		if role != model.Clustering {
			clearDirection(e.Value)
		}
		if role.InKey() {
			m.Parts().MoveToEnd(e)
		}
		return nil
	}
	return field
}

func clearDirection(column any) {
	switch column := column.(type) {
	case *model.LogicalColumn:
		column.Descending = false
	case *model.Column:
		column.Descending = false
	}
}
