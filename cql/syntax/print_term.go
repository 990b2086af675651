package syntax

import "strings"

// String writes the term as CQL.
func (t Term) String() string {
	switch t.Kind {
	case StringTerm:
		return QuoteString(t.Text)
	case BooleanTerm, WordTerm:
		return strings.ToLower(t.Text)
	case IntegerTerm, FloatTerm, UUIDTerm, HexTerm, DurationTerm:
		return t.Text
	case NullTerm:
		return "null"
	case BindTerm:
		if t.Name == nil {
			return "?"
		}
		return ":" + QuoteName(t.Name.Name.Name)
	case ListTerm:
		return "[" + termsText(t.Terms) + "]"
	case SetTerm:
		return "{" + termsText(t.Terms) + "}"
	case TupleTerm:
		return "(" + termsText(t.Terms) + ")"
	case MapTerm:
		return mapText(t)
	}
	return t.expressionText()
}

func (t Term) expressionText() string {
	switch t.Kind {
	case FunctionTerm:
		return functionNameText(*t.Name) + "(" + termsText(t.Terms) + ")"
	case CastTerm:
		return "(" + t.Type.String() + ") " + t.Terms[0].String()
	case CastFunctionTerm:
		return "CAST(" + t.Terms[0].String() + " AS " + t.Text + ")"
	case OperationTerm:
		return t.Terms[0].String() + " " + t.Text + " " + t.Terms[1].String()
	case NegationTerm:
		operand := t.Terms[0].String()
		if strings.IndexByte("-nNiI", operand[0]) >= 0 {
			return "- " + operand // "--" would begin a comment, and "-n" could be read as -NaN
		}
		return "-" + operand
	case StarTerm:
		return "*"
	case ElementTerm, SliceTerm:
		return t.accessText()
	case FieldTerm:
		return t.Terms[0].String() + "." + QuoteName(t.Name.Name.Name)
	}
	return QuoteName(t.Name.Name.Name)
}

func (t Term) accessText() string {
	ends := t.Terms[1:]
	text := t.Terms[0].String() + "["
	if strings.HasPrefix(t.Text, "from") {
		text += ends[0].String()
		ends = ends[1:]
	}
	if t.Kind == SliceTerm {
		text += " .. "
	}
	return text + termsText(ends) + "]"
}

// functionNameText writes the name of a function. token is a reserved word but also
// the name of a function. Other such words have a special meaning before a
// parenthesis unless they are quoted.
func functionNameText(name QualifiedName) string {
	last := name.Name.Name
	text := QuoteName(last)
	switch last {
	case "token":
		text = last
	case "cast", "distinct", "expr", "json", "key":
		text = quoted(last, '"')
	case "maxwritetime", "ttl", "writetime":
		if name.Name.Quoted || name.Keyspace.Name != "" {
			text = quoted(last, '"')
		}
	}
	if name.Keyspace.Name == "" {
		return text
	}
	return QuoteName(name.Keyspace.Name) + "." + text
}

func termsText(terms []Term) string {
	texts := make([]string, len(terms))
	for i, term := range terms {
		texts[i] = term.String()
	}
	return strings.Join(texts, ", ")
}

func mapText(t Term) string {
	texts := make([]string, 0, len(t.Terms)/2)
	for _, entry := range t.Entries() {
		texts = append(texts, entry[0].String()+": "+entry[1].String())
	}
	return "{" + strings.Join(texts, ", ") + "}"
}

// String writes the condition as CQL.
func (r Condition) String() string {
	columns := identifiers(r.Columns)
	switch r.Kind {
	case CustomIndexCondition:
		return "expr(" + columns + ", " + termsText(r.Values) + ")"
	case TokenCondition:
		columns = "token(" + columns + ")"
	case TupleCondition:
		columns = "(" + columns + ")"
	case ElementCondition, FieldCondition:
		columns = partText(r.Columns[0], r.Key, r.Field)
	}
	switch {
	case r.Operator == "IS NOT NULL":
		return columns + " IS NOT NULL"
	case r.List:
		return columns + " " + r.Operator + " (" + termsText(r.Values) + ")"
	case r.Operator == "BETWEEN" && len(r.Values) == 2:
		return columns + " BETWEEN " + r.Values[0].String() + " AND " + r.Values[1].String()
	}
	return columns + " " + r.Operator + " " + termsText(r.Values)
}
