package querytext

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"widerow/model"
)

// aggregates are the functions that a text may call.
var aggregates = map[string]bool{
	string(model.Count): true, string(model.Min): true, string(model.Max): true, string(model.Sum): true, string(model.Avg): true,
}

// Parse reads a query's text. The parts are useful only if there is no problem.
// An empty text is a query of which nothing is known yet.
func Parse(m *model.Model, text string) (Parts, []Problem) {
	if len(text) > maxText {
		return Parts{}, []Problem{tooLong(text)}
	}
	p := newParser(m, text)
	p.query()
	return p.parts, p.problems
}

// maxText limits the length of a text in bytes.
const maxText = 20_000

func tooLong(text string) Problem {
	return Problem{Start: maxText, End: len(text), Message: fmt.Sprintf("The text has %d bytes; the limit is %d", len(text), maxText)}
}

// parser stops at the first error of the grammar, but not at names that do not
// exist.
type parser struct {
	*scope
	text     string
	tokens   []token
	parts    Parts
	problems []Problem
	failed   bool
	// update holds the update of the text, except for its conditions, which are in parts.
	update Update
	// writes marks the text of an update, which has further keywords.
	writes bool
	// offer receives what could follow at the end of the text; nil unless a
	// completion is wanted.
	offer func(offer)
	// groups are the items of GROUP BY.
	groups []model.Find
}

func newParser(m *model.Model, text string) *parser {
	s := newScope(m)
	s.text = text
	return &parser{scope: s, text: text, tokens: lex(text)}
}

func (p *parser) next() token { return p.tokens[0] }

func (p *parser) take() token {
	next := p.tokens[0]
	if len(p.tokens) > 1 {
		p.tokens = p.tokens[1:]
	}
	return next
}

// fail reports an error of the grammar and skips the rest of the text.
func (p *parser) fail(at token, suggestion, format string, arguments ...any) {
	if p.failed {
		return
	}
	p.failed = true
	p.problems = append(p.problems, Problem{at.start, at.end, fmt.Sprintf(format, arguments...), suggestion})
	p.tokens = p.tokens[len(p.tokens)-1:]
}

func (t token) isSign(sign string) bool { return t.kind == signToken && t.text == sign }

// isName reports whether a word at the front is a name and no keyword, since a
// point or a parenthesis follows.
func (p *parser) isName() bool {
	return len(p.tokens) > 1 && (p.tokens[1].isSign(".") || p.tokens[1].isSign("("))
}

// keyword takes the words if they come next, in upper or lower case.
func (p *parser) keyword(words ...string) bool {
	p.offers(offer{kind: keywordOffer, text: strings.Join(words, " ")})
	if len(p.tokens) <= len(words) {
		return false
	}
	for i, word := range words {
		if p.tokens[i].kind != wordToken || !strings.EqualFold(p.tokens[i].text, word) {
			return false
		}
	}
	if len(words) == 1 && words[0] != "IN" && p.isName() {
		return false
	}
	p.tokens = p.tokens[len(words):]
	return true
}

// sign takes a sign if it comes next.
func (p *parser) sign(sign string) bool {
	if !p.next().isSign(sign) {
		return false
	}
	p.take()
	return true
}

// query = [ select ] [ where ] [ group ] [ order ] [ limit ] [ page ] [ via ] [ ";" ]
func (p *parser) query() {
	p.selectClause()
	if p.keyword("WHERE") {
		p.where()
	}
	if p.keyword("GROUP", "BY") {
		p.list(p.groupItem)
		p.group()
	}
	if p.keyword("ORDER", "BY") {
		p.list(p.sortItem)
	}
	if p.keyword("LIMIT") {
		p.parts.Limit = p.rows("LIMIT")
	}
	if p.keyword("PAGE") {
		p.keyword("SIZE")
		p.parts.PageSize = p.rows("PAGE")
	}
	if p.keyword("VIA") {
		p.list(p.pathItem)
	}
	p.sign(";")
	p.end()
}

// end reports text after the query.
func (p *parser) end() {
	at := p.next()
	if at.kind == endToken {
		return
	}
	switch strings.ToUpper(at.text) {
	case "FROM":
		p.fail(at, "", "A query has no FROM: its table comes later. Write the entity type before each attribute, as in %s", p.example())
	case "OR":
		p.fail(at, "AND", "Conditions are combined by AND; write a second query for the alternative")
	case "ALLOW":
		p.fail(at, "", "ALLOW FILTERING belongs to a statement; a query only says what it needs")
	case "WHERE", "GROUP", "ORDER", "LIMIT", "PAGE", "VIA", "SELECT":
		p.fail(at, "", "%s is in the wrong place: the order is SELECT, WHERE, GROUP BY, ORDER BY, LIMIT, PAGE, VIA", strings.ToUpper(at.text))
	default:
		p.fail(at, "", "%s is not expected here; a comma or the next clause is missing before it", p.excerpt(at))
	}
}

func (p *parser) excerpt(at token) string {
	const most = 30
	text := p.text[at.start:at.end]
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return text
}

// list = item { "," item }
func (p *parser) list(item func()) {
	item()
	for p.sign(",") {
		item()
	}
}

// selectClause = "SELECT" [ "DISTINCT" ] [ item { "," item } ]
func (p *parser) selectClause() {
	if !p.keyword("SELECT") {
		return
	}
	p.parts.Distinct = p.keyword("DISTINCT")
	if !p.atClause() {
		p.list(p.selectItem)
	}
}

// atClause reports whether a clause or the end follows. A completion offers names
// here.
func (p *parser) atClause() bool {
	next := p.next()
	if next.kind == endToken {
		return p.offer == nil
	}
	upper := strings.ToUpper(next.text)
	switch {
	case next.isSign(";"):
		return true
	case next.kind != wordToken || p.isName():
		return false
	}
	return upper == "WHERE" || upper == "FROM" || upper == "VIA" || p.atPairedKeyword()
}

func (p *parser) selectItem() {
	if find, ok := p.find(); ok && indexOf(p.parts.Find, find, itemOf) < 0 {
		p.parts.Find = append(p.parts.Find, find)
	}
}

// find = name | aggregate "(" ( name | "*" ) ")"
func (p *parser) find() (model.Find, bool) {
	p.offers(offer{kind: aggregateOffer})
	at := p.next()
	called := at.kind == wordToken && aggregates[strings.ToLower(at.text)] && p.tokens[1].isSign("(")
	if !called {
		r, ok := p.name(true)
		return model.Find{Attribute: r.id, Name: r.name, Participant: r.participant}, ok
	}
	p.take()
	p.take()
	find := model.Find{Aggregate: model.Aggregate(strings.ToLower(at.text))}
	if find.Aggregate == model.Count && p.next().isSign("*") && p.tokens[1].isSign(")") {
		p.take()
		p.take()
		find.Name = "*"
		return find, true
	}
	r, ok := p.name(find.Aggregate == model.Count)
	find.Attribute, find.Name, find.Participant = r.id, r.name, r.participant
	if !p.sign(")") {
		p.fail(p.next(), "", "A ) is missing after the attribute of %s", at.text)
	}
	return find, ok && !p.failed
}

// aggregated is an item of SELECT without its grouping.
type aggregated struct {
	reference
	aggregate model.Aggregate
}

func itemOf(find model.Find) aggregated { return aggregated{findReference(find), find.Aggregate} }

func (p *parser) groupItem() {
	if find, ok := p.find(); ok {
		p.groups = append(p.groups, find)
	}
}

// group marks the items of SELECT that GROUP BY names. What only GROUP BY names is
// returned, too.
func (p *parser) group() {
	for _, find := range p.groups {
		at := indexOf(p.parts.Find, find, itemOf)
		if at < 0 {
			at, p.parts.Find = len(p.parts.Find), append(p.parts.Find, find)
		}
		p.parts.Find[at].Grouped = true
	}
}

// sortItem = name [ "ASC" | "DESC" ]
func (p *parser) sortItem() {
	r, ok := p.name(false)
	sort := model.SortBy{Attribute: r.id, Name: r.name, Participant: r.participant}
	if !p.keyword("ASC") {
		sort.Descending = p.keyword("DESC")
	}
	if ok && indexOf(p.parts.SortBy, sort, sortReference) < 0 {
		p.parts.SortBy = append(p.parts.SortBy, sort)
	}
}

// rows = a whole number, at least 1
func (p *parser) rows(clause string) int {
	at := p.take()
	number, err := strconv.Atoi(at.text)
	if at.kind != wordToken || err != nil || number < 1 || number > math.MaxInt32 {
		p.fail(at, "", "%s needs a whole number from 1 to %d, such as %s 50", clause, math.MaxInt32, clause)
		return 0
	}
	return number
}

// pathItem = the name of a relationship type [ "(" role ")" ]
func (p *parser) pathItem() {
	start := p.next()
	r, ok := p.pathName()
	switch {
	case !ok:
	case p.model.Concepts.Relationships[r.id] == nil:
		p.failPath(start, " is not a relationship type; VIA names those that connect the entity types of the query")
	case p.parts.Twice[r.id]:
		p.failPath(start, " is named more than twice; a path has it twice at most")
	case p.parts.Path[r.id] && !p.model.IsRepeatable(r.id):
		p.failPath(start, " is named twice; a path can have that twice only if it relates two of one entity type and has no key of its own")
	case p.parts.Path[r.id]:
		p.parts.twice(r.id)
	default:
		if p.parts.Path == nil {
			p.parts.Path = model.IDSet{}
		}
		p.parts.Path[r.id] = true
	}
}

// pathName reads the name of a relationship type, with the role of the instance that takes part in
// it: publishes(chef).
func (p *parser) pathName() (reference, bool) {
	p.offers(offer{kind: nameOffer, whole: true})
	path := p.segments()
	if len(path) == 0 || p.failed {
		return reference{}, false
	}
	r, problem := p.resolve(path, true)
	if problem == nil {
		return r, true
	}
	if len(path) == 1 && len(path[0].arguments) > 0 {
		bare := path[0]
		bare.arguments = nil
		if r, unknown := p.resolve([]segment{bare}, true); unknown == nil && p.endInRole(r.id, path[0].arguments) {
			return r, true
		}
	}
	p.problems = append(p.problems, *problem)
	return reference{}, false
}

// endInRole notes which end of a relationship type is the instance in a role. It is false if none can be.
func (p *parser) endInRole(relationship model.ID, role []string) bool {
	r := p.model.Concepts.Relationships[relationship]
	if r == nil {
		return false
	}
	for _, end := range model.Sorted(r.Participants) {
		if id := p.participant(end.Value.Entity, role); id != "" && r.Participants[id] == nil {
			p.parts.end(end.ID, id)
			return true
		}
	}
	return false
}

// failPath adds a problem of the name that begins at a token.
func (p *parser) failPath(start token, words string) {
	end := max(start.end, p.before())
	p.problems = append(p.problems, Problem{Start: start.start, End: end, Message: p.text[start.start:end] + words})
}

// before returns the end of the text before the next token, without spaces.
func (p *parser) before() int { return len(strings.TrimRight(p.text[:p.next().start], " \t\r\n")) }
