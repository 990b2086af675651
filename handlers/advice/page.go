package advice

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/advice"
	"widerow/web"
	webadvice "widerow/web/advice"
)

func content(_ context.Context, b *feature.Context, page *web.WorkbenchPage) (web.Content, error) {
	form := Form{Values: url.Values{}}
	if sent := feature.FormOf[*Form](b.Answer); sent != nil {
		form = *sent
	}
	page.View.Select = ""
	l := &listing{b, form, b.Found(), &webadvice.View{Readonly: b.Readonly()}}
	l.show()
	return l.view, nil
}

func (l *listing) show() {
	l.view.All = l.link("by", l.form.Values.Get("by"))
	if key := l.form.Values.Get("fix"); key != "" {
		if l.view.Preview = l.preview(key, l.form.Values.Get("all") != ""); l.view.Preview != nil {
			return
		}
	}
	code, of := l.form.Values.Get("rule"), model.ID(l.form.Values.Get("of"))
	rule, hasCode := advice.Find(code), func(f advice.Finding) bool { return f.Code == code }
	switch element, found := l.Model.Element(of); {
	case rule != nil:
		l.view.Rule = l.rule(rule)
		l.showSome(hasCode, false)
	case slices.ContainsFunc(l.findings, hasCode):
		l.view.Title = titleOfCode(code)
		l.showSome(hasCode, false)
	case found && of != "":
		l.view.Title = l.Model.TitleOf(element)
		l.showSome(func(f advice.Finding) bool { return l.owner(f) == of }, true)
	default:
		l.showAll()
		l.view.Policy = l.policy()
	}
	l.view.Counts = l.counts()
}

func (l *listing) showAll() {
	severity, table := l.link(), l.link("by", "table")
	l.view.Switch = []web.Link{{Word: "by-severity", Label: "By severity", Href: severity}, {Word: "by-table", Label: "By table", Href: table}}
	l.view.Chosen = severity
	if len(l.findings) == 0 {
		l.view.Checked = l.checked()
		return
	}
	if l.form.Values.Get("by") == "table" {
		l.view.Chosen = table
		l.byTable()
		return
	}
	l.bySeverity()
}

// showSome lists the findings of one rule or of one element, on pages.
func (l *listing) showSome(is func(advice.Finding) bool, titled bool) {
	l.findings = slices.DeleteFunc(slices.Clone(l.findings), func(f advice.Finding) bool { return !is(f) })
	from, to := l.paged(len(l.findings), mostOnPage)
	if len(l.findings) == 0 {
		return
	}
	group := webadvice.Group{ID: "all", Level: feature.Levels[severityOf[l.findings[0].Level]], Count: len(l.findings)}
	for _, finding := range l.findings[from:to] {
		group.Findings = append(group.Findings, l.finding(finding, titled))
	}
	if !titled && l.view.Rule != nil {
		for i := range group.Findings {
			if group.Findings[i].Do == l.view.Rule.Do {
				group.Findings[i].Do = "" // the page says it above
			}
		}
	}
	title := "Where it is"
	if titled {
		title = "Findings"
	}
	l.view.Sections = []webadvice.Section{{ID: "advice-found", Title: title, Count: len(l.findings), Groups: []webadvice.Group{group}}}
}

// rule describes a rule, with the others of its family.
func (l *listing) rule(rule *advice.Rule) *webadvice.Rule {
	shown := &webadvice.Rule{Code: rule.Code, Title: rule.Title, Why: rule.Why, Do: rule.Do, Source: sources(rule.Source)}
	family, _, _ := strings.Cut(rule.Code, "/")
	for _, other := range advice.Rules {
		if strings.HasPrefix(other.Code, family+"/") && other.Code != rule.Code {
			shown.Others = append(shown.Others, web.Link{Label: other.Title, Href: l.link("rule", other.Code)})
		}
	}
	return shown
}

// sourceNames are the full names of sources, by their short names.
var sourceNames = map[string]string{
	"AX": "AxonOps", "MC": "Montecristo", "CA": "cassandra-analyzer", "IC": "Instaclustr’s data-modelling practices", "EB": "eBay’s practices",
	"BK": "the book", "CY": "cassandra.yaml of 5.0", "EC": "easy-cass-mcp", "SC": "ScyllaDB’s documentation", "practice": "practice",
}

func sources(short string) string {
	names := strings.Split(short, ", ")
	for i := range names {
		names[i] = cmp.Or(sourceNames[names[i]], names[i])
	}
	return strings.Join(names, ", ")
}

// checked describes the scope of the check, for a page without findings.
func (l *listing) checked() string {
	m := l.Model
	if len(m.Physical.Relations) == 0 {
		return fmt.Sprintf("The model has no physical tables yet. %d rules are about them, their queries and updates.", len(advice.Rules))
	}
	return fmt.Sprintf("%d rules were checked for %s, %s and %s.", len(advice.Rules), web.Count(len(m.Physical.Relations), "table"),
		web.Counted(len(m.Workflow.Queries), "query", "queries"), web.Count(len(m.Workflow.Updates), "update"))
}
