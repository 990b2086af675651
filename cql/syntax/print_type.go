package syntax

import "strings"

func (s *CreateType) print(p *printer) {
	p.create("TYPE", s.IfNotExists, typeNameText(s.Name))
	p.write(" (\n")
	for i, field := range s.Fields {
		p.element(field.Remarks, i == len(s.Fields)-1, func() {
			p.write(QuoteName(field.Name.Name), " ", field.Type.String())
		})
	}
	p.remarks(s.Closing, indent, false)
	p.write(")")
}

// String writes the type as CQL.
func (t TypeName) String() string {
	switch t.Kind {
	case UserType:
		return typeNameText(*t.Name)
	case NativeType:
		if t.Name.Name.Name == "varchar" {
			return "text" // as the server describes it
		}
		return t.Name.Name.Name
	case CustomType:
		return QuoteString(t.Name.Name.Name)
	}
	var text strings.Builder
	text.WriteString(t.Kind.String() + "<")
	for i, argument := range t.Arguments {
		if i > 0 {
			text.WriteString(", ")
		}
		text.WriteString(argument.String())
	}
	if t.Kind == VectorType {
		text.WriteString(", " + t.Dimension)
	}
	return text.String() + ">"
}

// typeNameText writes the name of a user-defined type, which needs quotes more
// often than other names.
func typeNameText(name QualifiedName) string {
	text := QuoteTypeName(name.Name.Name)
	if !name.Name.Quoted && isPlainName(name.Name.Name) {
		text = name.Name.Name // even a name that the server reserves
	}
	if name.Keyspace.Name == "" {
		return text
	}
	return QuoteName(name.Keyspace.Name) + "." + text
}
