package syntax

import "strings"

func (s *Select) print(p *printer) { p.clauses(selectClauses(s)) }

func (s *Insert) print(p *printer) { p.clauses(insertClauses(s)) }

func (s *Update) print(p *printer) { p.clauses(updateClauses(s)) }

func (s *Delete) print(p *printer) { p.clauses(deleteClauses(s)) }

func (s *Truncate) print(p *printer) { p.write("TRUNCATE TABLE ", s.Table.String()) }

func selectClauses(s *Select) []clause {
	words := "SELECT"
	if s.JSON {
		words += " JSON"
	}
	if s.Distinct {
		words += " DISTINCT"
	}
	selectors := clause{words: words, items: make([]item, len(s.Selectors))}
	for i, selector := range s.Selectors {
		selectors.items[i] = item{selector.Remarks, selector.String()}
	}
	if len(s.Selectors) == 0 {
		selectors.words += " *"
	}
	clauses := append([]clause{selectors, {words: "FROM " + s.Table.String()}}, conditionClauses("WHERE", s.Where)...)
	if len(s.GroupBy) > 0 {
		clauses = append(clauses, clause{words: "GROUP BY", items: plain(s.GroupBy, Term.String)})
	}
	if len(s.OrderBy) > 0 {
		clauses = append(clauses, clause{words: "ORDER BY", items: plain(s.OrderBy, Ordering.String)})
	}
	if s.PerPartitionLimit != nil {
		clauses = append(clauses, clause{words: "PER PARTITION LIMIT " + s.PerPartitionLimit.String()})
	}
	if s.Limit != nil {
		clauses = append(clauses, clause{words: "LIMIT " + s.Limit.String()})
	}
	if s.AllowFiltering {
		clauses = append(clauses, clause{words: "ALLOW FILTERING"})
	}
	return clauses
}

// conditionClauses returns a WHERE or IF clause, or none without conditions.
func conditionClauses(words string, conditions []Condition) []clause {
	if len(conditions) == 0 {
		return nil
	}
	c := clause{words: words, and: true, items: make([]item, len(conditions))}
	for i, condition := range conditions {
		c.items[i] = item{condition.Remarks, condition.String()}
	}
	return []clause{c}
}

// String writes the ordering as CQL.
func (o Ordering) String() string {
	text := QuoteName(o.Column.Name)
	if o.ANN != nil {
		text += " ANN OF " + o.ANN.String()
	}
	if o.Descending {
		text += " DESC"
	}
	return text
}

func insertClauses(s *Insert) []clause {
	into := "INSERT INTO " + s.Table.String()
	clauses := []clause{{words: into + " (" + identifiers(s.Columns) + ")"}, {words: "VALUES (" + termsText(s.Values) + ")"}}
	if s.JSON != nil {
		json := "JSON " + s.JSON.String()
		if s.Default != NoDefault {
			json += " DEFAULT " + string(s.Default)
		}
		clauses = []clause{{words: into}, {words: json}}
	}
	if s.IfNotExists {
		clauses = append(clauses, clause{words: "IF NOT EXISTS"})
	}
	return append(clauses, usingClauses(s.Using)...)
}

func usingClauses(attributes []Attribute) []clause {
	if len(attributes) == 0 {
		return nil
	}
	texts := make([]string, len(attributes))
	for i, attribute := range attributes {
		texts[i] = string(attribute.Kind) + " " + attribute.Value.String()
	}
	return []clause{{words: "USING " + strings.Join(texts, " AND ")}}
}

func updateClauses(s *Update) []clause {
	clauses := append([]clause{{words: "UPDATE " + s.Table.String()}}, usingClauses(s.Using)...)
	set := clause{words: "SET", items: make([]item, len(s.Assignments))}
	for i, assignment := range s.Assignments {
		set.items[i] = item{assignment.Remarks, assignment.String()}
	}
	return append(append(clauses, set), whereAndIf(s.Where, s.IfExists, s.If)...)
}

func whereAndIf(where []Condition, ifExists bool, conditions []Condition) []clause {
	clauses := conditionClauses("WHERE", where)
	if ifExists {
		return append(clauses, clause{words: "IF EXISTS"})
	}
	return append(clauses, conditionClauses("IF", conditions)...)
}

// String writes the assignment as CQL.
func (a Assignment) String() string {
	text := partText(a.Column, a.Key, a.Field)
	source, value := QuoteName(a.Source.Name), a.Value.String()
	switch a.Kind {
	case Append:
		return text + " = " + source + " + " + value
	case Remove:
		return text + " = " + source + " - " + value
	case Prepend:
		return text + " = " + value + " + " + source
	case AppendShort:
		return text + " += " + value
	case RemoveShort:
		return text + " -= " + value
	}
	return text + " = " + value
}

// partText writes a column, or an element or a field of it.
func partText(column Identifier, key *Term, field Identifier) string {
	text := QuoteName(column.Name)
	if key != nil {
		text += "[" + key.String() + "]"
	}
	if field.Name != "" {
		text += "." + QuoteName(field.Name)
	}
	return text
}

func deleteClauses(s *Delete) []clause {
	deletions := clause{words: "DELETE", items: plain(s.Deletions, func(d Deletion) string { return partText(d.Column, d.Key, d.Field) })}
	clauses := append([]clause{deletions, {words: "FROM " + s.Table.String()}}, usingClauses(s.Using)...)
	return append(clauses, whereAndIf(s.Where, s.IfExists, s.If)...)
}

// print writes each statement of the batch on lines of its own.
func (s *Batch) print(p *printer) {
	words := "BEGIN "
	if s.Kind != LoggedBatch {
		words += string(s.Kind) + " "
	}
	p.write(words, "BATCH")
	for _, using := range usingClauses(s.Using) {
		p.write(" ", using.words)
	}
	p.write("\n")
	p.margin = indent
	for _, statement := range s.Statements {
		base := statement.base()
		p.remarks(base.Before, indent, false)
		statement.print(p)
		p.write(";")
		p.behind(base.After)
		p.write("\n")
	}
	p.margin = ""
	p.remarks(s.Closing, indent, false)
	p.write("APPLY BATCH")
}
