package check

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"
	"strings"

	"widerow/cql"
	"widerow/model"
	"widerow/model/advice"
	"widerow/model/mapping"
)

// Beside returns what check finds in a document beside the rules of advice, in the form of advice and the worst first. It
// leaves out the facts that are among said, the advice about the document.
func Beside(m *model.Model, known Known, said []advice.Finding) []advice.Finding {
	report := modelReport("", m, known, nil, planFindings(m, mapping.ExploreAll(m)))
	report.Findings = append(Problems("", m), report.Findings...)
	report.explain()
	for i := range said {
		report.drop(documentFinding(m, said[i]))
	}
	if len(report.Findings) == 0 {
		return nil
	}
	named := newNamed(m, report.Findings)
	findings := make([]advice.Finding, len(report.Findings))
	for i := range report.Findings {
		findings[i] = named.advised(&report.Findings[i])
	}
	return advice.Ordered(findings)
}

// All returns everything that is found in a document, by the rules of advice and by check, the worst first.
func All(said, beside []advice.Finding) []advice.Finding {
	return advice.Ordered(slices.Concat(said, beside))
}

// drop removes a finding that states the fact of a rule.
func (r *Report) drop(finding Finding) {
	older := cmp.Or(sameFact[finding.Code], finding.Code)
	same := func(f Finding) bool { return f.Code == older && f.Element == finding.Element }
	if at := slices.IndexFunc(r.Findings, same); at >= 0 {
		r.Findings = slices.Delete(r.Findings, at, at+1)
	}
}

// named finds the elements of a document by the names that findings have for them.
type named map[string][]model.Element

// newNamed looks up the names in findings alone: a document has thousands of others.
func newNamed(m *model.Model, findings []Finding) named {
	n := named{}
	for i := range findings {
		for _, name := range namesIn(findings[i].Element) {
			n[name] = nil
		}
	}
	for element := range m.Elements() {
		names := []string{m.TitleOf(element)}
		if element.Kind == model.RelationElement || element.Kind == model.UserTypeKind {
			names = append(names, qualifiedTitle(m, element.ID))
		}
		for _, name := range slices.Compact(names) {
			if _, wanted := n[name]; wanted {
				n[name] = append(n[name], element)
			}
		}
	}
	return n
}

// namesIn returns the name of a finding's element, and then those of what it is in: "shop.orders.total" is in "shop.orders",
// and "Q1: total" in "Q1".
func namesIn(name string) []string {
	names := []string{name}
	for {
		at := max(strings.LastIndex(name, "."), strings.LastIndex(name, ": "))
		if at <= 0 {
			return names
		}
		name = name[:at]
		names = append(names, name)
	}
}

// firstKinds are the kinds that the findings of a family are about, where elements of several kinds have one name.
var firstKinds = map[string][]model.Kind{
	"query": {model.QueryKind}, "update": {model.UpdateElement},
	"cql": {model.RelationElement, model.KeyspaceKind}, "sizing": {model.RelationElement},
}

// element returns the element of a finding, the model if it has none.
func (n named) element(f *Finding) model.ID {
	family, _, _ := strings.Cut(f.Code, "/")
	for _, name := range namesIn(f.Element) {
		elements := n[name]
		for _, element := range elements {
			if slices.Contains(firstKinds[family], element.Kind) {
				return element.ID
			}
		}
		if len(elements) > 0 {
			return elements[0].ID
		}
	}
	return model.ID(model.ModelKind)
}

var adviceLevels = map[cql.Severity]advice.Level{cql.Error: advice.Error, cql.Warning: advice.Warning, cql.Info: advice.Info}

// advised returns a finding in the form of advice.
func (n named) advised(f *Finding) advice.Finding {
	found := advice.Finding{Code: f.Code, Level: adviceLevels[f.Severity],
		Message: strings.TrimSuffix(f.Message, "."), Hint: f.Hint, Element: n.element(f), Detail: detailOf(f)}
	if f.Advised != nil {
		found.Assumed, found.Hint = f.Assumed, cmp.Or(f.Hint, f.Fix.Words)
		for _, name := range slices.Sorted(maps.Keys(f.Numbers)) {
			found.Numbers = append(found.Numbers, advice.Number{Name: name, Value: f.Numbers[name].Value, Unit: f.Numbers[name].Unit})
		}
	}
	return found
}

// detailOf is a short name of the words of a finding, whatever its numbers are: check may have several findings of a code
// about an element, and somebody may accept one of them.
func detailOf(f *Finding) string {
	words := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return -1
		}
		return r
	}, f.Element+" "+f.Message)
	hash := sha256.Sum256([]byte(words))
	return hex.EncodeToString(hash[:4])
}

// accept marks what check itself finds in a document and somebody has accepted: it is info then, and fails nothing.
func (r *Report) accept(m *model.Model) {
	if len(m.Accepted) == 0 {
		return
	}
	explained := *r
	explained.Findings = slices.Clone(r.Findings)
	explained.explain()
	named := newNamed(m, r.Findings)
	for i, f := range explained.Findings {
		found := named.advised(&f)
		if accepted, _ := advice.Acceptance(m, &found); accepted != nil {
			f.accepted(m, &found)
			r.Findings[i] = f
		}
	}
}
