package syntax

import "strings"

func (s *DropFunction) print(p *printer) {
	p.write(either(s.Aggregate, "DROP AGGREGATE ", "DROP FUNCTION "), ifExistsText(s.IfExists), functionNameText(s.Name))
	if s.HasArguments {
		p.write("(", typesText(s.Arguments), ")")
	}
}

func (s *CreateTrigger) print(p *printer) {
	p.create("TRIGGER", s.IfNotExists, QuoteName(s.Name.Name))
	p.write(" ON ", s.Table.String(), " USING ", QuoteString(s.Class))
}

func (s *DropTrigger) print(p *printer) {
	p.write("DROP TRIGGER ", ifExistsText(s.IfExists), QuoteName(s.Name.Name), " ON ", s.Table.String())
}

// either returns one of two texts.
func either(first bool, one, other string) string {
	if first {
		return one
	}
	return other
}

func (s *CreateFunction) print(p *printer) {
	arguments := make([]string, len(s.Arguments))
	for i, argument := range s.Arguments {
		arguments[i] = QuoteName(argument.Name.Name) + " " + argument.Type.String()
	}
	p.write("CREATE ", either(s.OrReplace, "OR REPLACE ", ""), "FUNCTION ", ifNotExistsText(s.IfNotExists), functionNameText(s.Name),
		" (", strings.Join(arguments, ", "), ")\n", indent, either(s.CalledOnNull, "CALLED", "RETURNS NULL"), " ON NULL INPUT\n",
		indent, "RETURNS ", s.Returns.String(), "\n", indent, "LANGUAGE ", s.Language, "\n", indent, "AS ", bodyText(s.Body))
}

// bodyText writes a body between `$$` if possible.
func bodyText(body string) string {
	if strings.Contains(body, "$$") || strings.HasSuffix(body, "$") {
		return QuoteString(body)
	}
	return "$$" + body + "$$"
}

func (s *CreateAggregate) print(p *printer) {
	p.write("CREATE ", either(s.OrReplace, "OR REPLACE ", ""), "AGGREGATE ", ifNotExistsText(s.IfNotExists), functionNameText(s.Name),
		" (", typesText(s.Arguments), ")\n", indent, "SFUNC ", functionNameText(QualifiedName{Name: s.State}), "\n",
		indent, "STYPE ", s.StateType.String())
	if s.Final.Name != "" {
		p.write("\n", indent, "FINALFUNC ", functionNameText(QualifiedName{Name: s.Final}))
	}
	if s.Initial != nil {
		p.write("\n", indent, "INITCOND ", s.Initial.String())
	}
}

func typesText(types []TypeName) string {
	texts := make([]string, len(types))
	for i, t := range types {
		texts[i] = t.String()
	}
	return strings.Join(texts, ", ")
}
