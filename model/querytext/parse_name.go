package querytext

import "strings"

// name = segment { "." segment } [ "." "*" ], read and resolved. whole allows an
// entity or a relationship type.
func (p *parser) name(whole bool) (reference, bool) {
	return p.offeredName(offer{kind: nameOffer, whole: whole})
}

// offeredName reads a name that a completion offers in its own way.
func (p *parser) offeredName(offered offer) (reference, bool) {
	p.offers(offered)
	whole := offered.whole
	path := p.segments()
	if len(path) == 0 || p.failed {
		return reference{}, false
	}
	r, problem := p.resolve(path, whole)
	if problem != nil {
		p.problems = append(p.problems, *problem)
		return reference{}, false
	}
	return r, true
}

// segments reads the segments of a name, at least one.
func (p *parser) segments() []segment {
	var path []segment
	for {
		at := p.next()
		switch {
		case at.isSign("*"):
			p.take()
			path = append(path, segment{start: at.start, end: at.end, star: true})
			if len(path) > 1 {
				return path
			}
		case at.kind == nameToken && at.open:
			p.fail(at, "", `The name %s has no closing "`, p.excerpt(at))
		case at.kind == nameToken || at.kind == wordToken && (len(path) > 0 || p.isName() || !p.isReserved()):
			p.take()
			path = append(path, segment{text: at.text, start: at.start, end: at.end, arguments: p.arguments(at, len(path) == 0)})
			path[len(path)-1].end = max(at.end, p.lastEnd(at))
		default:
			p.noName(at, len(path) > 0)
		}
		if p.failed || !p.sign(".") {
			return path
		}
	}
}

// lastEnd returns the end of a segment with its arguments.
func (p *parser) lastEnd(name token) int {
	if end := p.before(); p.text[name.end:end] != "" && strings.HasSuffix(p.text[:end], ")") {
		return end
	}
	return name.end
}

func (p *parser) noName(at token, inside bool) {
	switch {
	case at.kind == endToken && inside:
		p.fail(at, "", "The name of an attribute is missing after the point")
	case at.kind == endToken:
		p.fail(at, "", "An attribute is missing at the end, such as %s", p.example())
	case at.kind == wordToken:
		p.fail(at, `"`+at.text+`"`, `An attribute is missing before %s; a name that is a keyword is written in quotes: "%s"`, at.text, at.text)
	default:
		p.fail(at, "", "An attribute is expected here, such as %s, not %s", p.example(), p.excerpt(at))
	}
}

// arguments = [ "(" name { "," name } ")" ], only after the first segment
func (p *parser) arguments(name token, first bool) []string {
	if !first || !p.sign("(") {
		return nil
	}
	var arguments []string
	for {
		p.offers(offer{kind: roleOffer, text: name.text})
		at := p.take()
		if at.kind != wordToken && (at.kind != nameToken || at.open) {
			p.fail(at, "", "A role is expected in parentheses, as in Person(manager).name")
			return nil
		}
		arguments = append(arguments, at.text)
		if !p.sign(",") {
			break
		}
	}
	if !p.sign(")") {
		p.noEndOfRole(arguments[len(arguments)-1])
	}
	return arguments
}

// noEndOfRole reports a role that is not closed, or that needs quotes: Project(follow-up).
func (p *parser) noEndOfRole(role string) {
	at := p.next()
	begin := strings.LastIndex(p.text[:at.start], role)
	length := strings.IndexAny(p.text[at.start:], "()\n\"")
	if begin < 0 || length < 0 || p.text[at.start+length] != ')' {
		p.fail(at, "", "A ) is missing after the role %s", role)
		return
	}
	whole := token{start: begin, end: at.start + length}
	quoted := `"` + p.text[whole.start:whole.end] + `"`
	p.fail(whole, quoted, "A role with other signs than letters and digits is written in quotes: %s", quoted)
}
