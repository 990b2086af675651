package model

func logicalFields(kind Kind) []Field {
	switch kind {
	case TableKind:
		return []Field{
			uniqueName("name", "Name", func(t *LogicalTable) *string { return &t.Name }),
			tagsField(func(t *LogicalTable) *TagSet { return &t.Tags }),
			noteField(func(t *LogicalTable) *string { return &t.Note }),
		}
	case ColumnKind:
		return logicalColumnFields()
	case ArrowKind:
		return []Field{
			accessField(func(a *QueryArrow) *ID { return &a.Access }).required(),
			elementField("from", "From", func(a *QueryArrow) *ID { return &a.From }, TableKind).
				hint("The table whose result supplies the values of the query. None: the query is an entry point."),
			elementField("to", "To", func(a *QueryArrow) *ID { return &a.To }, TableKind).required(),
		}
	}
	return nil
}

func logicalColumnFields() []Field {
	return []Field{
		uniqueName("name", "Name", func(c *LogicalColumn) *string { return &c.Name }),
		roleField(func(c *LogicalColumn) *Role { return &c.Role }, append(roleChoices(), Choice{string(RoleCounter), "++ counter"})),
		checkboxField("descending", "Descending", func(c *LogicalColumn) *bool { return &c.Descending }).
			when(func(_ *Model, e Element) bool { return e.Value.(*LogicalColumn).Role == Clustering }),
		choiceField("collection", "Collection", func(c *LogicalColumn) *Collection { return &c.Collection },
			Choice{string(SingleValue), "single value"}, Choice{string(ListOf), "list [ ]"}, Choice{string(SetOf), "set { }"},
			Choice{string(MapOf), "map < >"}, Choice{string(TupleOf), "tuple ( )"}, Choice{string(UserDefined), "user-defined type * *"}),
		attributeField(func(c *LogicalColumn) *ID { return &c.Attribute }).hint("The attribute that the column stores."),
		participantField(func(c *LogicalColumn) (ID, *ID) { return c.Attribute, &c.Participant }),
		aggregateField(func(c *LogicalColumn) *Aggregate { return &c.Aggregate }).
			when(func(_ *Model, e Element) bool {
				return e.Value.(*LogicalColumn).Attribute != "" || e.Value.(*LogicalColumn).Aggregate != ""
			}).
			hint("The column stores this function of the values, not the values themselves."),
		elementField("query", "Query", func(c *LogicalColumn) *ID { return &c.Query }, QueryKind).
			hint("The query that needs the column."),
		noteField(func(c *LogicalColumn) *string { return &c.Note }),
	}
}

func roleChoices() []Choice {
	return []Choice{{string(Partition), "K partition key"}, {string(Clustering), "C clustering"},
		{string(Static), "S static"}, {string(Regular), "regular"}}
}

// roleField sets a column's role. A column that joins the primary key moves to
// its end; one that leaves the clustering columns loses its direction.
func roleField[T sibling](at func(T) *Role, choices []Choice) Field {
	field := choiceField("role", "Role", at, choices...)
	set := field.set
	field.set = func(m *Model, e Element, text string) error {
		before := *at(e.Value.(T))
		if err := set(m, e, text); err != nil {
			return err
		}
		role := *at(e.Value.(T))
		if role == before {
			return nil
		}
		if role != Clustering {
			clearDirection(e.Value)
		}
		if role.InKey() {
			m.places().moveToEnd(e)
		}
		return nil
	}
	return field
}

func clearDirection(column any) {
	switch column := column.(type) {
	case *LogicalColumn:
		column.Descending = false
	case *Column:
		column.Descending = false
	}
}
