package querytext

import (
	"fmt"
	"slices"
	"strings"

	"widerow/model"
)

// verb is a keyword that begins an update, with the word that may follow it.
type verb struct {
	word, particle string
	kind           model.UpdateKind
	// element marks the verbs for one value of an attribute with several.
	element bool
	// synonym marks a word of CQL for a verb above it.
	synonym bool
}

var verbs = []verb{
	{word: "INSERT", particle: "INTO", kind: model.Insert},
	{word: "CHANGE", kind: model.Change},
	{word: "DELETE", particle: "FROM", kind: model.Delete},
	{word: "ADD", particle: "TO", kind: model.Insert, element: true},
	{word: "REMOVE", particle: "FROM", kind: model.Delete, element: true},
	{word: "INCREMENT", kind: model.Increment},
	{word: "UPDATE", kind: model.Change, synonym: true},
}

// verbAt returns the verb that begins a text, nil for none: a name follows it, or nothing.
func verbAt(text string) *verb {
	tokens := firstTokens(text)
	if tokens[0].kind != wordToken || tokens[1].kind == stringToken || tokens[1].kind == signToken && tokens[1].text != "*" {
		return nil
	}
	at := slices.IndexFunc(verbs, func(v verb) bool { return strings.EqualFold(v.word, tokens[0].text) })
	if at < 0 {
		return nil
	}
	return &verbs[at]
}

// ParseUpdate reads an update's text. The parts are useful only if there is no problem.
// An empty text is an update of which nothing is known yet.
func ParseUpdate(m *model.Model, text string) (Update, []Problem) {
	if len(text) > maxText {
		return Update{}, []Problem{tooLong(text)}
	}
	p := newParser(m, text)
	p.updateText()
	p.update.Given = p.parts.Given
	return p.update, p.problems
}

// updateText = [ verb write { ( "," | "AND" ) write } [ where ] { option } ] [ ";" ]
func (p *parser) updateText() {
	p.writes, p.update.Kind = true, model.Insert
	if p.next().kind != endToken || p.offer != nil {
		p.verb()
	}
	p.sign(";")
	p.endUpdate()
}

func (p *parser) verb() {
	for _, verb := range verbs {
		if verb.element {
			p.offers(offer{kind: keywordOffer, text: verb.word + " " + verb.particle})
		}
		if p.unoffered(verb.synonym || verb.element, verb.word) {
			p.writeClause(verb)
			return
		}
	}
	if at := p.next(); at.kind != endToken {
		p.noVerb(at)
	}
}

func (p *parser) noVerb(at token) {
	var words []string
	for _, verb := range verbs {
		words = append(words, verb.word)
	}
	switch near := nearest(at.text, words); {
	case strings.EqualFold(at.text, "SELECT"):
		p.fail(at, "", "This is the text of a query; add it as a query of its own")
	case strings.EqualFold(at.text, "DECREMENT"):
		p.fail(at, "INCREMENT", "Write INCREMENT: the application adds a negative number")
	case near != "" && at.kind == wordToken:
		p.fail(at, near, "%s is not a keyword; did you mean %s?", p.excerpt(at), near)
	default:
		p.fail(at, "", "An update begins with INSERT, CHANGE, DELETE, ADD TO, REMOVE FROM or INCREMENT, not %s", p.excerpt(at))
	}
}

// writeClause reads an update after its verb.
func (p *parser) writeClause(verb verb) {
	p.update.Kind = verb.kind
	if verb.particle != "" {
		p.unoffered(!verb.element, verb.particle)
	}
	p.valuesOfStatement(verb)
	p.writeItem(verb)
	for p.sign(",") || p.unoffered(true, "AND") {
		p.writeItem(verb)
	}
	p.foreign(verb)
	p.hidden(p.options)
	if p.keyword("WHERE") {
		p.where()
	}
	p.options()
}

// hidden reads what a completion does not offer.
func (p *parser) hidden(read func()) {
	offer := p.offer
	p.offer = nil
	read()
	p.offer = offer
}

// unoffered takes a keyword; if hidden, a completion does not offer it.
func (p *parser) unoffered(hidden bool, words ...string) (taken bool) {
	if !hidden {
		return p.keyword(words...)
	}
	p.hidden(func() { taken = p.keyword(words...) })
	return taken
}

func (p *parser) writeItem(verb verb) {
	start := p.next()
	r, ok := p.offeredName(offer{kind: nameOffer, whole: !verb.element && verb.kind != model.Increment, written: true, elements: verb.element})
	if !ok {
		p.sayHowToName(verb)
		return
	}
	write := model.Write{Element: r.id, Name: r.name, Participant: r.participant}
	if verb.element && r.id != "" && !p.isMultiValued(write) {
		better := map[model.UpdateKind]string{model.Insert: "CHANGE", model.Delete: "DELETE"}[verb.kind]
		name := p.text[start.start:max(start.end, p.before())]
		p.problems = append(p.problems, Problem{Start: start.start, End: max(start.end, p.before()),
			Message: fmt.Sprintf("%s has one value; write %s %s", name, better, name)})
		return
	}
	if indexOf(p.update.Writes, write, writeReference) < 0 {
		p.update.Writes = append(p.update.Writes, write)
	}
}

// sayHowToName adds to the problem of the first name what to do if the text is no
// update but a description, such as "Add a comment".
func (p *parser) sayHowToName(verb verb) {
	isFirst := len(p.update.Writes) == 0 && len(p.problems) == 1
	if isFirst && !strings.ContainsAny(p.text, ".=?,\"") && len(strings.Fields(p.text)) > 2 {
		p.problems[0].Message += fmt.Sprintf(". If %s begins a description, end that in a colon", verb.word)
		p.failed, p.tokens = true, p.tokens[len(p.tokens)-1:]
	}
}

// valuesOfStatement reports a statement of CQL that would be read as a type in a role.
func (p *parser) valuesOfStatement(verb verb) {
	for i, at := range p.tokens[1:] {
		if p.tokens[i].isSign(")") && at.kind == wordToken && strings.EqualFold(at.text, "VALUES") {
			p.isStatement(at, verb)
			return
		}
	}
}

func (p *parser) isStatement(at token, verb verb) {
	p.fail(at, "", "A statement on tables belongs in Recover from tables. An update names concepts and no values: %s", p.instead(verb))
}

// instead is an update like a statement: of what that names, or else of any attribute.
func (p *parser) instead(said verb) string {
	word := said.word
	if said.synonym {
		word = verbs[slices.IndexFunc(verbs, func(other verb) bool { return other.kind == said.kind })].word
	}
	if len(p.update.Writes) == 0 || p.update.Writes[0].Element == "" {
		return word + " " + p.example()
	}
	of := p.update.Writes[0].Element
	if said.kind == model.Change {
		for _, attribute := range model.Sorted(p.model.AttributesOf(of)) {
			if attribute.Value.Key == model.NoKey {
				return word + " " + p.model.Title(of) + "." + attribute.Value.Name
			}
		}
	}
	return word + " " + p.model.Title(of)
}

// foreign reports the values of a statement of CQL.
func (p *parser) foreign(verb verb) {
	at := p.next()
	switch upper := strings.ToUpper(at.text); {
	case at.isSign("("), upper == "VALUES", upper == "SET", upper == "USING", upper == "FROM":
		p.isStatement(at, verb)
	case at.isSign("="):
		p.fail(at, "", "An update names what it writes; the application gives the values. Conditions follow WHERE")
	}
}

// options = { "CASCADE" | "RESTRICT" | "IF" … }
func (p *parser) options() {
	for {
		at := p.next()
		deletes := p.update.Kind == model.Delete
		switch {
		case p.unoffered(!deletes || p.update.Cascade != "", "CASCADE"):
			p.cascade(at, model.Cascades)
		case p.unoffered(!deletes || p.update.Cascade != "", "RESTRICT"):
			p.cascade(at, model.Restricts)
		case p.condition(at):
		default:
			return
		}
	}
}

func (p *parser) cascade(at token, cascade model.Cascade) {
	switch {
	case p.update.Kind != model.Delete:
		p.fail(at, "", "%s belongs to DELETE: it says what happens to all that exists only with what is deleted", strings.ToUpper(at.text))
	case p.update.Cascade != "" && p.update.Cascade != cascade:
		p.fail(at, "", "CASCADE deletes what belongs to it, too, and RESTRICT deletes only if there is none: write one of them")
	}
	p.update.Cascade = cascade
}

// condition = "IF" [ "NOT" "EXISTS" | "UNCHANGED" | "EXISTS" ], as it fits the verb
func (p *parser) condition(at token) bool {
	if p.update.Conditional {
		return false
	}
	expected := conditionWords[p.update.Kind]
	for _, words := range []string{expected, "IF NOT EXISTS", "IF EXISTS", "IF UNCHANGED", "IF"} {
		if !p.unoffered(words != expected, strings.Fields(words)...) {
			continue
		}
		p.update.Conditional = true
		if isOther := p.update.Kind == model.Insert || words == "IF NOT EXISTS"; isOther && words != expected && words != "IF" {
			p.fail(token{start: at.start, end: p.before()}, expected, "%s is not for this update; write %s", words, expected)
		}
		return true
	}
	return false
}

// endUpdate reports text after the update.
func (p *parser) endUpdate() {
	at := p.next()
	if at.kind == endToken {
		return
	}
	upper := strings.ToUpper(at.text)
	isVerb := slices.ContainsFunc(verbs, func(v verb) bool { return v.word == upper })
	switch {
	case p.update.Conditional && (p.isNameToken(at) || upper == "NOT"):
		p.fail(at, "", "IF has no conditions of its own; those of WHERE count. Write %s", conditionWords[p.update.Kind])
	case upper == "OR":
		p.fail(at, "AND", "Conditions are combined by AND; write a second update for the alternative")
	case upper == "VIA", upper == "LIMIT", upper == "PAGE", upper == "ORDER", upper == "GROUP", upper == "SELECT":
		p.fail(at, "", "An update has no %s", upper)
	case upper == "WHERE":
		p.fail(at, "", "WHERE comes once, after what is written")
	case isVerb:
		p.fail(at, "", "The next update begins on a line of its own, or after a semicolon")
	default:
		p.fail(at, "", "%s is not expected here; a comma or WHERE is missing before it", p.excerpt(at))
	}
}

func (p *parser) isNameToken(at token) bool { return at.kind == nameToken || at.kind == wordToken }
