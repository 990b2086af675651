package console

import (
	"slices"
	"strings"

	"widerow/cql"
	"widerow/cql/perform"
	"widerow/cql/syntax"
	"widerow/model"
	webconsole "widerow/web/console"
)

// span is a part of a text.
type span struct{ from, to int }

// fill puts literals in the places of the parameters of a statement.
func fill(text string, markers []perform.Bind, literals []string) (filled string, places []span) {
	var out strings.Builder
	at := 0
	for i, m := range markers {
		out.WriteString(text[at:m.Term.Offset])
		from := out.Len()
		out.WriteString(literals[i])
		places = append(places, span{from, out.Len()})
		at = int(syntax.TermEnd(text, m.Term).Offset)
	}
	out.WriteString(text[at:])
	return out.String(), places
}

// filled returns the statement with the values that were typed for its parameters. A value that is wrong is noted in shown, beside
// its field, and the result is nil.
func (s *schema) filled(one *chosen, form webconsole.Form, shown []webconsole.Marker) *chosen {
	if !slices.ContainsFunc(one.markers, func(m perform.Bind) bool { return !m.Type.IsZero() }) {
		return one.binding(shown)
	}
	literals, wrong := make([]string, len(one.markers)), false
	for i, m := range one.markers {
		literals[i], shown[i].Problem = bindLiteral(m, shown[i].Typed, s.typeName(m.Type))
		wrong = wrong || shown[i].Problem != ""
	}
	if wrong {
		return nil
	}
	text, places := fill(one.text, one.markers, literals)
	next := s.judgedText(text, form.Keyspace)
	if next == nil { // the text of one value, and it has become another statement
		shown[0].Problem = "With these values the statement cannot be read."
		return nil
	}
	next.asked, next.given = one.text, one.markers
	return s.refusedValue(next, one, places, shown)
}

// binding returns the statement with its values apart: the server converts them.
func (s *chosen) binding(shown []webconsole.Marker) *chosen {
	bound := *s
	bound.markers, bound.given = nil, s.markers
	for i := range shown {
		bound.bound = append(bound.bound, shown[i].Typed)
	}
	return &bound
}

// refusedValue returns the statement, or nil if Cassandra rejects one of its values: its field says so.
func (s *schema) refusedValue(next, one *chosen, places []span, shown []webconsole.Marker) *chosen {
	for _, finding := range next.verdict.Findings {
		if finding.Severity != cql.Error && !next.verdict.Fails {
			continue
		}
		at := slices.IndexFunc(places, func(p span) bool {
			return finding.To.Offset > 0 && int(finding.From.Offset) >= p.from && int(finding.From.Offset) < p.to
		})
		if at < 0 {
			continue
		}
		shown[at].Problem = finding.Message + "."
		if typ := one.markers[at].Type; typ.Kind == model.NativeType {
			shown[at].Problem = noValue(shown[at].Typed, typ, s.typeName(typ))
		}
		return nil
	}
	return next
}

// shownMarkers are the parameters as the page asks for them.
func (s *schema) shownMarkers(markers []perform.Bind) []webconsole.Marker {
	var shown []webconsole.Marker
	for _, m := range markers {
		one := webconsole.Marker{Name: m.Name, Sign: signOf(m), Type: s.typeName(m.Type)}
		if m.List {
			one.Hint = "Several values, separated by commas."
		}
		shown = append(shown, one)
	}
	return shown
}

// typeName is a type as CQL writes it, without frozen.
func (s *schema) typeName(typ model.Type) string {
	return typ.Unfrozen().Text(func(id model.ID) string {
		if named := s.model.Physical.Types[id]; named != nil {
			return named.Name
		}
		return "type"
	})
}
