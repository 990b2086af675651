package cluster

import (
	"strconv"
	"strings"

	gocql "github.com/apache/cassandra-gocql-driver/v2"
)

// customClass is the class of a custom type. It implements gocql.CQLType.
type customClass string

// Params returns nothing: a class has its parameters in its text.
func (customClass) Params(int) []any { return nil }

// TypeInfoFromParams is not used for a class.
func (c customClass) TypeInfoFromParams(int, []any) (gocql.TypeInfo, error) {
	return parseClass(string(c))
}

// TypeInfoFromString returns the type of a class with parameters.
func (c customClass) TypeInfoFromString(_ int, parameters string) (gocql.TypeInfo, error) {
	if parameters == "" {
		return parseClass(string(c))
	}
	return parseClass(string(c) + "(" + parameters + ")")
}

// parseClass reads the text of a custom type, such as
// org.apache.cassandra.db.marshal.VectorType(org.apache.cassandra.db.marshal.FloatType , 3).
// One that it does not know reads as a blob.
func parseClass(text string) (*columnType, error) {
	p := classParser{rest: text}
	return p.parse(), nil
}

type classParser struct {
	rest  string
	depth int
}

func (p *classParser) parse() *columnType {
	begin := p.rest
	name := p.word()
	var parts []string
	var elements []*columnType
	if p.depth++; p.depth <= maxTypeDepth && p.accept("(") {
		for !p.accept(")") && p.rest != "" {
			rest := p.rest
			element := p.parse()
			parts, elements = append(parts, strings.TrimSpace(rest[:len(rest)-len(p.rest)])), append(elements, element)
			if !p.accept(",") && !strings.HasPrefix(strings.TrimSpace(p.rest), ")") {
				p.rest = ""
			}
		}
	}
	p.depth--
	return classOf(strings.TrimSpace(begin[:len(begin)-len(p.rest)]), strings.TrimPrefix(name, marshalPackage), parts, elements)
}

// classOf returns the type of a class with its parameters.
func classOf(whole, class string, parts []string, elements []*columnType) *columnType {
	collections := map[string]struct {
		code  gocql.Type
		name  string
		count int
	}{"ListType": {gocql.TypeList, "list", 1}, "SetType": {gocql.TypeSet, "set", 1}, "MapType": {gocql.TypeMap, "map", 2}}
	if c, ok := collections[class]; ok && len(elements) == c.count {
		return &columnType{code: c.code, name: c.name, elements: elements}
	}
	switch {
	case (class == "FrozenType" || class == "ReversedType") && len(elements) == 1:
		return elements[0]
	case class == "TupleType" && len(elements) > 0:
		return &columnType{code: gocql.TypeTuple, name: "tuple", elements: elements}
	case class == "VectorType" && len(elements) == 2:
		if size, err := strconv.Atoi(parts[1]); err == nil {
			return &columnType{code: gocql.TypeCustom, elements: elements[:1], size: size}
		}
	case class == "UserType" && len(elements) > 2:
		return userType(parts)
	}
	for _, n := range native {
		for _, known := range strings.Fields(n.classes) {
			if class == known && len(elements) == 0 {
				return &columnType{code: n.code, name: n.name}
			}
		}
	}
	return &columnType{code: gocql.TypeCustom, name: whole}
}

// userType reads UserType(keyspace,hex of the name,hex of a field:type,…).
func userType(parts []string) *columnType {
	t := &columnType{code: gocql.TypeUDT, keyspace: parts[0], name: unhex(parts[1])}
	for _, part := range parts[2:] {
		name, class, _ := strings.Cut(part, ":")
		field, _ := parseClass(class)
		t.fields, t.elements = append(t.fields, unhex(name)), append(t.elements, field)
	}
	return t
}

func unhex(digits string) string {
	var text strings.Builder
	for len(digits) >= 2 {
		value, err := strconv.ParseUint(digits[:2], 16, 8)
		if err != nil {
			break
		}
		text.WriteByte(byte(value))
		digits = digits[2:]
	}
	return text.String()
}

// word reads up to a bracket or a comma.
func (p *classParser) word() string {
	p.rest = strings.TrimSpace(p.rest)
	end := strings.IndexAny(p.rest, "(),")
	if end < 0 {
		end = len(p.rest)
	}
	word := strings.TrimSpace(p.rest[:end])
	p.rest = p.rest[end:]
	return word
}

func (p *classParser) accept(token string) bool {
	rest, found := strings.CutPrefix(strings.TrimSpace(p.rest), token)
	if found {
		p.rest = rest
	}
	return found
}
