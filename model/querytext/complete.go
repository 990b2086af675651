package querytext

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"widerow/model"
)

// Completion is a text that fits at the cursor. Insert replaces the bytes from Start to End. Detail
// describes Label.
type Completion struct {
	Start, End            int
	Label, Insert, Detail string
}

// maxCompletions is the largest number of completions.
const maxCompletions = 40

// offer is a token that the grammar accepts at the end of a text.
type offer struct {
	kind offerKind
	// text is a keyword; whole allows entity and relationship types.
	text  string
	whole bool
	// written marks a name that an update writes, elements one of several values.
	written, elements bool
}

type offerKind int

const (
	keywordOffer offerKind = iota
	nameOffer
	aggregateOffer
	operatorOffer
	valueOffer
	valuesOffer
	roleOffer // of the type whose name is text
)

// offers records what could come next, if the text ends here.
func (p *parser) offers(offered offer) {
	if p.offer != nil && !p.failed && p.next().kind == endToken {
		p.offer(offered)
	}
}

// Complete returns what fits at a byte offset of a query's text, the likeliest first. It
// parses the text before the cursor and offers what the parser would accept at its end.
func Complete(m *model.Model, text string, offset int) []Completion {
	return complete(m, text, offset, (*parser).query)
}

// CompleteUpdate is Complete for the text of an update.
func CompleteUpdate(m *model.Model, text string, offset int) []Completion {
	return complete(m, text, offset, (*parser).updateText)
}

// CompleteEntry is Complete for a text that may become a query or an update.
func CompleteEntry(m *model.Model, text string, offset int) []Completion {
	start, _, _ := partial(text[:min(max(offset, 0), len(text))])
	switch {
	case strings.TrimSpace(text[:start]) == "":
		return complete(m, text, offset, (*parser).query, (*parser).updateText)
	case isUpdateText(text):
		return CompleteUpdate(m, text, offset)
	}
	return Complete(m, text, offset)
}

func complete(m *model.Model, text string, offset int, grammars ...func(*parser)) []Completion {
	offset = min(max(offset, 0), len(text))
	start, typed, ok := partial(text[:offset])
	if !ok {
		return nil
	}
	c := &completer{typed: simplified(typed), exact: strings.Trim(typed, `"`), start: start, end: offset}
	for _, grammar := range grammars {
		c.parser = newParser(m, text[:start])
		c.parser.offer = c.add
		grammar(c.parser)
	}
	slices.SortStableFunc(c.found, func(a, b scored) int { return cmp.Compare(a.score, b.score) })
	found := c.found[:min(len(c.found), maxCompletions)]
	completions := make([]Completion, len(found))
	for i, each := range found {
		completions[i] = each.Completion
	}
	return completions
}

// partial returns the name or keyword that ends a text. It is not ok inside of a
// string or a number.
func partial(text string) (start int, typed string, ok bool) {
	tokens := lex(text)
	tokens = tokens[:len(tokens)-1]
	start = len(text)
	for i := len(tokens) - 1; i >= 0; i-- {
		at := tokens[i]
		if at.end != start || at.kind == signToken && at.text != "." {
			break
		}
		if at.kind == stringToken {
			return start, "", !at.open
		}
		start = at.start
	}
	start = roleStart(tokens, start)
	typed = text[start:]
	return start, typed, typed == "" || !unicode.IsDigit(rune(typed[0]))
}

// simplified is a text for comparison: small letters, without quotes, and one _
// for everything that is no letter, digit or point.
func simplified(text string) string {
	text = strings.ToLower(strings.ReplaceAll(text, `"`, ""))
	return strings.Map(func(c rune) rune {
		if c == '.' || isWord(c) {
			return c
		}
		return '_'
	}, text)
}

type scored struct {
	Completion
	score int
}

type completer struct {
	*parser
	typed      string
	exact      string // typed as it is written
	start, end int
	found      []scored
}

func (c *completer) add(offered offer) {
	switch offered.kind {
	case keywordOffer:
		c.keyword(offered.text)
	case nameOffer:
		c.names(offered)
	case aggregateOffer:
		for _, name := range []model.Aggregate{model.Count, model.Min, model.Max, model.Sum, model.Avg} {
			c.complete(string(name)+"(", string(name)+"(", "aggregate", 60)
		}
	case operatorOffer:
		for _, text := range []string{"= ?", ">= ?", "<= ?", "> ?", "< ?", "IN ?", "IN ?[20]", "LIKE ?%"} {
			c.complete(text, text, operatorDetails[text], 0)
		}
	case valueOffer:
		c.complete("?", "?", "a value of an earlier query", 0)
		c.complete(":", ":", "a value that the user enters, as :name", 0)
		c.complete("''", "''", "a constant text", 0)
	case valuesOffer:
		c.complete("?", "?", "values of an earlier query", 0)
		c.complete("?[20]", "?[20]", "20 values", 0)
	case roleOffer:
		c.roles(offered.text)
	}
}

// roles adds the roles of an entity type, or of the instances that may take part in a relationship
// type of the path.
func (c *completer) roles(name string) {
	r, problem := c.resolve([]segment{{text: name}}, true)
	if problem != nil {
		return
	}
	if c.model.Concepts.Entities[r.id] != nil {
		c.rolesOf(r.id, "")
	} else if relationship := c.model.Concepts.Relationships[r.id]; relationship != nil {
		for _, end := range model.Sorted(relationship.Participants) {
			c.rolesOf(end.Value.Entity, r.id)
		}
	}
}

// rolesOf adds the roles that an entity type has, or a subtype of it. Of what takes part in one
// relationship type, it is the roles of the type itself in others.
func (c *completer) rolesOf(entity, except model.ID) {
	for _, relationship := range model.Sorted(c.model.Concepts.Relationships) {
		for _, end := range model.Sorted(relationship.Value.Participants) {
			if relationship.ID == except || end.Value.Entity != entity && (except != "" || !slices.Contains(c.model.Supertypes(end.Value.Entity), entity)) {
				continue
			}
			_, role, named := strings.Cut(alone(c.format(reference{id: entity, participant: end.ID})), "(")
			if named {
				c.complete(strings.TrimSuffix(role, ")"), role, "in "+c.model.Title(relationship.ID), 0)
			}
		}
	}
}

var operatorDetails = map[string]string{
	"= ?": "equals", ">= ?": "from", "<= ?": "up to", "> ?": "more than", "< ?": "less than",
	"IN ?": "one of several", "IN ?[20]": "one of 20", "LIKE ?%": "starts with",
}

// keyword adds a keyword. SELECT begins a query; the others follow something.
func (c *completer) keyword(text string) { c.complete(text, text+" ", keywordDetails[text], 40) }

var keywordDetails = map[string]string{
	"INSERT": "a new instance", "CHANGE": "other values", "DELETE": "an instance", "ADD TO": "one more value",
	"REMOVE FROM": "one value less", "INCREMENT": "adds to a number", "CASCADE": "deletes what belongs to it, too",
	"RESTRICT": "only if nothing belongs to it", "IF NOT EXISTS": "only if it is new", "IF EXISTS": "only if it is there",
	"IF UNCHANGED": "only if it is as expected",
}

// names adds attributes and types. What the query already names comes first where
// it sorts, and last where it is returned.
func (c *completer) names(offered offer) {
	if c.namesInRole(offered) {
		return
	}
	c.inheritedNames(offered)
	for _, kind := range c.types {
		role := "relationship type"
		if !kind.relationship {
			role = "entity type"
		}
		if offered.whole {
			c.wholeType(kind, role, offered)
		}
		for _, item := range kind.attributes {
			r := reference{id: item.ID}
			if offered.elements && !item.Value.MultiValued {
				continue
			}
			base := 10
			if c.mentions(r) {
				base = map[bool]int{true: 30, false: 5}[offered.whole]
			}
			c.complete(c.format(r), c.format(r), attributeDetail(*item.Value), base)
		}
	}
	if len(c.types) == 0 {
		for _, name := range freeNames(c.model) {
			text := c.format(reference{name: name})
			c.complete(text, text, "", 10)
		}
	}
}

// wholeType adds a type. It comes first where an update inserts or deletes it.
func (c *completer) wholeType(kind conceptType, role string, offered offer) {
	name, base := c.format(reference{id: kind.id}), 20
	if offered.written {
		name = alone(name)
		if c.update.Kind != model.Change {
			base = 5
		}
	}
	c.complete(name, name, role, base)
}

func attributeDetail(attribute model.Attribute) string {
	switch attribute.Key {
	case model.Key:
		return "key"
	case model.PartialKey:
		return "partial key"
	}
	return ""
}

// mentions reports whether the query names an attribute before the cursor.
func (c *completer) mentions(r reference) bool {
	return slices.ContainsFunc(c.parts.Find, func(f model.Find) bool { return f.Attribute == r.id }) ||
		slices.ContainsFunc(c.parts.Given, func(g model.Given) bool { return g.Attribute == r.id }) ||
		slices.ContainsFunc(c.update.Writes, func(w model.Write) bool { return w.Element == r.id })
}

// freeNames returns the names that the queries of a model without concepts use.
func freeNames(m *model.Model) []string {
	var names []string
	add := func(name string) {
		if name != "" && name != "*" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, query := range model.Sorted(m.Workflow.Queries) {
		for _, item := range model.Sorted(query.Value.Find) {
			add(item.Value.Name)
		}
		for _, item := range model.Sorted(query.Value.Given) {
			add(item.Value.Name)
		}
	}
	return names
}

func firstRune(text string) rune {
	first, _ := utf8.DecodeRuneInString(text)
	return first
}

// complete adds a completion if what was typed fits it: the beginning of the
// label, of the part after its point, of a word, or anything inside.
func (c *completer) complete(label, insert, detail string, score int) {
	whole := simplified(label)
	_, last, _ := strings.Cut(whole, ".")
	if unicode.IsUpper(firstRune(c.exact)) && strings.HasPrefix(strings.Trim(label, `"`), c.exact) {
		score -= 2 // a capital begins a type rather than an attribute
	}
	switch {
	case c.typed == "":
	case strings.HasPrefix(last, c.typed):
	case strings.HasPrefix(whole, c.typed):
		score++
	case strings.Contains(whole, "_"+c.typed), strings.Contains(whole, "."+c.typed):
		score += 100
	case len(c.typed) > 1 && strings.Contains(whole, c.typed):
		score += 200
	default:
		return
	}
	if !slices.ContainsFunc(c.found, func(s scored) bool { return s.Label == label }) {
		c.found = append(c.found, scored{Completion{c.start, c.end, label, insert, detail}, score})
	}
}
