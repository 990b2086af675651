package syntax

import "strings"

func (s *CreateTable) print(p *printer) {
	p.create("TABLE", s.IfNotExists, s.Name.String())
	p.write(" (\n")
	for i, element := range s.Elements {
		p.element(element.Remarks, i == len(s.Elements)-1, func() {
			if element.Column == nil {
				p.primaryKey(*element.Key)
			} else {
				p.column(element.Column)
			}
		})
	}
	p.remarks(s.Closing, indent, false)
	p.write(")")
	p.options(s.Options)
}

func (p *printer) column(column *ColumnDefinition) {
	p.write(QuoteName(column.Name.Name), " ", column.Type.String())
	if column.Static {
		p.write(" STATIC")
	}
	check := column.Check
	if check != nil && check.NotNull {
		p.write(" NOT NULL")
		check = check.written()
	}
	if column.Mask != nil {
		p.write(" ", column.Mask.String())
	}
	if check != nil {
		p.write(" ", check.String())
	}
	if column.PrimaryKey {
		p.write(" PRIMARY KEY")
	}
}

func (p *printer) primaryKey(key PrimaryKey) {
	partition := identifiers(key.Partition)
	if len(key.Partition) != 1 {
		partition = "(" + partition + ")"
	}
	if len(key.Clustering) > 0 {
		partition += ", " + identifiers(key.Clustering)
	}
	p.write("PRIMARY KEY (", partition, ")")
}

func identifiers(names []Identifier) string {
	texts := make([]string, len(names))
	for i, name := range names {
		texts[i] = QuoteName(name.Name)
	}
	return strings.Join(texts, ", ")
}

// options writes a WITH clause, one option a line.
func (p *printer) options(options []Option) {
	for i, option := range options {
		word := "AND "
		if i == 0 {
			word = "WITH "
		}
		switch {
		case len(option.before()) > 0:
			p.write("\n")
			p.remarks(option.before(), indent, false)
			p.write(indent, word)
		case i == 0:
			p.write(" ", word)
		default:
			p.write("\n", indent, word)
		}
		p.write(option.String())
		p.behind(option.CommentsAfter())
	}
}

// String writes the mask as CQL.
func (m *Mask) String() string {
	if m.Function == nil {
		return "MASKED WITH DEFAULT"
	}
	return "MASKED WITH " + m.Function.String()
}

// String writes the option as CQL, without WITH or AND.
func (o Option) String() string {
	switch o.Kind {
	case CompactStorage:
		return "COMPACT STORAGE"
	case ClusteringOrder:
		columns := make([]string, len(o.Order))
		for i, column := range o.Order {
			columns[i] = QuoteName(column.Column.Name) + direction(column.Descending)
		}
		return "CLUSTERING ORDER BY (" + strings.Join(columns, ", ") + ")"
	}
	return QuoteName(o.Name.Name) + " = " + o.Value.String()
}

func direction(descending bool) string {
	if descending {
		return " DESC"
	}
	return " ASC"
}
