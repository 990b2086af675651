package advice

import (
	"cmp"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/cql"
	"widerow/handlers/derive"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/advice"
	"widerow/model/sizing"
	"widerow/web"
	webadvice "widerow/web/advice"
)

// severityOf are the severities of the levels.
var severityOf = map[advice.Level]cql.Severity{advice.Error: cql.Error, advice.Warning: cql.Warning, advice.Info: cql.Info}

var levelTitles = []struct {
	Level      advice.Level
	One, Title string
}{{advice.Error, "error", "Errors"}, {advice.Warning, "warning", "Warnings"}, {advice.Info, "note", "Worth knowing"}}

// badge counts the open errors and warnings. What check finds takes longer than an edit may: until it is known, the badge has
// the number of the revision before, and the page asks for the right one.
func badge(b *feature.Context) web.TabBadge {
	var found web.TabBadge
	checked, current := b.CheckedBefore()
	if b.View.Tab == web.TabAdvice {
		checked, current = b.Checked(), true
	}
	if !current {
		found.Later = string(b.URL.Export(b.View.Model, "advice/count", b.View.Revision))
	}
	counts := map[advice.Level]int{}
	for _, finding := range slices.Concat(b.OpenAdvice(), advice.Open(b.Model, checked)) {
		counts[finding.Level]++
	}
	count := counts[advice.Error] + counts[advice.Warning]
	if count == 0 {
		return found
	}
	found.Text, found.Level = fmt.Sprint(count), "warn"
	if counts[advice.Error] > 0 {
		found.Level = "bad"
	}
	found.Title = fmt.Sprintf("%s and %s of advice", web.Count(counts[advice.Error], "error"), web.Count(counts[advice.Warning], "warning"))
	return found
}

// count answers with the badge.
func (s routes) count(c echo.Context) error {
	document, done, err := s.RequestedInTurn(c, "")
	if err != nil {
		return err
	}
	defer done()
	view := web.View{Model: c.Param("model"), Tab: web.TabAdvice}
	if document.Old {
		view.Revision = document.Revision.Number
	}
	page, err := s.ModelPage(c, document, view, nil)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(page.Tabs, func(link web.TabLink) bool { return link.Tab == web.TabAdvice })
	return s.Show(c, http.StatusOK, web.TabCount(page.Tabs[at].Badge))
}

func (l *listing) counts() []webadvice.Count {
	var counts []webadvice.Count
	for _, level := range levelTitles {
		if count := len(l.ofLevel(level.Level)); count > 0 {
			counts = append(counts, webadvice.Count{Level: feature.Levels[severityOf[level.Level]], Words: web.Count(count, level.One)})
		}
	}
	if accepted := len(l.accepted()); accepted > 0 {
		counts = append(counts, webadvice.Count{Words: fmt.Sprintf("%d accepted", accepted)})
	}
	return counts
}

// accepted returns the findings that people leave as they are.
func (l *listing) accepted() []advice.Finding {
	return slices.DeleteFunc(slices.Clone(l.findings), func(f advice.Finding) bool { return !l.isAccepted(&f) })
}

func (l *listing) isAccepted(f *advice.Finding) bool {
	accepted, lifted := advice.Acceptance(l.Model, f)
	return accepted != nil && !lifted
}

func (l *listing) ofLevel(level advice.Level) []advice.Finding {
	return slices.DeleteFunc(slices.Clone(l.findings), func(f advice.Finding) bool { return f.Level != level || l.isAccepted(&f) })
}

// bySeverity shows a section for each level, with a group for each rule.
func (l *listing) bySeverity() {
	for _, level := range levelTitles {
		found := l.ofLevel(level.Level)
		if len(found) == 0 {
			continue
		}
		class := feature.Levels[severityOf[level.Level]]
		section := webadvice.Section{ID: "advice-" + string(level.Level), Title: level.Title, Level: class, Count: len(found)}
		codes, byCode := inOrder(found, func(f advice.Finding) string { return f.Code })
		for _, code := range codes {
			section.Groups = append(section.Groups, l.ofRule(code, string(level.Level), class, byCode[code]))
		}
		l.view.Sections = append(l.view.Sections, section)
	}
	if accepted := l.accepted(); len(accepted) > 0 {
		group := webadvice.Group{ID: "accepted", Count: len(accepted)}
		for _, finding := range accepted[:min(len(accepted), mostOnPage)] {
			group.Findings = append(group.Findings, l.finding(finding, true))
		}
		l.view.Sections = append(l.view.Sections, webadvice.Section{ID: "advice-accepted", Title: "Accepted", Count: len(accepted), Groups: []webadvice.Group{group}})
	}
}

// inOrder groups findings by a key, in the order in which the keys come first.
func inOrder(findings []advice.Finding, key func(advice.Finding) string) (keys []string, by map[string][]advice.Finding) {
	by = map[string][]advice.Finding{}
	for _, finding := range findings {
		if by[key(finding)] == nil {
			keys = append(keys, key(finding))
		}
		by[key(finding)] = append(by[key(finding)], finding)
	}
	return keys, by
}

// ofRule groups the findings of one rule and level.
func (l *listing) ofRule(code, level, class string, findings []advice.Finding) webadvice.Group {
	group := webadvice.Group{ID: level + "-" + slug(code), Level: class, Code: code, Why: l.link("rule", code), Title: titleOfCode(code), Count: len(findings)}
	if advice.Find(code) == nil {
		group.Why = ""
	}
	for _, finding := range findings[:min(len(findings), mostInGroup)] {
		group.Findings = append(group.Findings, l.finding(finding, false))
	}
	if len(findings) > mostInGroup {
		group.More = l.link("rule", code)
	}
	l.offerAll(&group, findings)
	if same := group.Findings[0].Do; len(findings) > 1 && !slices.ContainsFunc(group.Findings, func(f webadvice.Finding) bool { return f.Do != same }) {
		group.Do = same
		for i := range group.Findings {
			group.Findings[i].Do = ""
		}
	}
	return group
}

// offerAll offers to repair several findings at once, if one kind of remedy repairs them.
func (l *listing) offerAll(group *webadvice.Group, findings []advice.Finding) {
	if l.Readonly() || len(findings) < 2 || findings[0].Remedy == nil {
		return
	}
	if same := sameKind(findings, &findings[0]); len(same) > 1 {
		group.FixAll, group.FixTitle = l.link("fix", findings[0].Key(), "all", "1"), fmt.Sprintf("Repair all %d …", len(same))
	}
}

// byTable shows a section for each table, query and other element.
func (l *listing) byTable() {
	owners, byOwner := inOrder(l.findings, func(f advice.Finding) string { return string(l.owner(f)) })
	from, to := l.paged(len(owners), mostTables)
	for _, id := range owners[from:to] {
		found := byOwner[id]
		section := webadvice.Section{ID: "advice-of-" + id, Title: cmp.Or(l.Model.Title(model.ID(id)), l.Model.Name), Href: l.Link(model.ID(id)), Count: len(found)}
		group := webadvice.Group{ID: id, Level: feature.Levels[severityOf[found[0].Level]], Count: len(found)}
		for _, finding := range found[:min(len(found), mostInGroup)] {
			group.Findings = append(group.Findings, l.finding(finding, true))
		}
		if len(found) > mostInGroup {
			group.More = l.link("by", "table", "of", id)
		}
		section.Groups = []webadvice.Group{group}
		l.view.Sections = append(l.view.Sections, section)
	}
}

// finding shows a finding; titled has the title of its rule, for a list of several rules.
func (l *listing) finding(found advice.Finding, titled bool) webadvice.Finding {
	id := strings.NewReplacer("/", "-", "@", "-").Replace(found.Key())
	shown := webadvice.Finding{ID: id, Level: feature.Levels[severityOf[found.Level]], Code: found.Code, Why: l.link("rule", found.Code),
		Message: strings.TrimSuffix(found.Message, ".") + ".", Do: found.Hint, Statement: found.Statement, StatementID: "cql-" + id}
	if titled {
		shown.Title = titleOfCode(found.Code)
	}
	if advice.Find(found.Code) == nil {
		shown.Why = ""
	}
	l.offer(&shown, &found)
	if kind := l.KindOf(found.Element); kind != "" && kind != model.ModelKind && !(l.namesPlaces() && l.owner(found) == found.Element) {
		shown.Where = web.Link{Word: kindWord(l.Model, found.Element, kind), Label: l.Model.Title(found.Element), Href: l.Link(found.Element)}
	}
	for _, number := range found.Numbers {
		if !strings.Contains(found.Message, number.Name+" = ") {
			shown.Numbers = append(shown.Numbers, numberWords(number, found.Assumed))
		}
	}
	if found.Assumed {
		shown.Assumed = l.assumedLink(l.owner(found))
	}
	return shown
}

// namesPlaces reports whether the list has the place of each finding as a heading.
func (l *listing) namesPlaces() bool {
	return l.form.Values.Get("by") == "table" || l.form.Values.Get("of") != ""
}

// offer adds what can be done about a finding: to repair it, to accept it, or to take that back.
func (l *listing) offer(shown *webadvice.Finding, found *advice.Finding) {
	key := found.Key()
	shown.Key, shown.CanAccept = key, !l.Readonly()
	if found.Remedy != nil && !l.Readonly() {
		if _, err := found.Remedy.Commands(l.Model, derive.DesignIDs(l.Context)); err == nil {
			shown.Fix, shown.FixTitle = l.link("fix", key), buttonWords(found.Remedy.Title)
		}
	}
	if l.form.Problem != "" && l.form.Values.Get("key") == key {
		shown.Accepting, shown.Problem, shown.Reason = true, l.form.Problem, l.form.Values.Get("reason")
	}
	accepted, lifted := advice.Acceptance(l.Model, found)
	switch {
	case accepted == nil:
	case lifted:
		shown.Lifted = liftedWords(accepted, found)
	default:
		shown.Do, shown.Statement = "", ""
		shown.Accepted = &webadvice.Accepted{Reason: accepted.Reason, By: accepted.By, At: accepted.At}
	}
}

// buttonWords is the title of a remedy, if it fits on a button.
func buttonWords(title string) string {
	const most = 48
	if len(title) > most {
		return "Repair"
	}
	return title
}

// liftedWords explain why an acceptance no longer counts.
func liftedWords(accepted *model.Accepted, found *advice.Finding) string {
	for _, number := range found.Numbers {
		was, known := accepted.Numbers[number.Name]
		if known && math.Abs(number.Value-was) > math.Abs(was)/2 {
			before := number
			before.Value = was
			return fmt.Sprintf("%s accepted it on %s (%s) when it was %s: it is advised again, since that has changed by more than a half.",
				cmp.Or(accepted.By, "Somebody"), accepted.At, accepted.Reason, numberWords(before, false))
		}
	}
	return ""
}

// kindWord names the kind of an element, as Cassandra does.
func kindWord(m *model.Model, id model.ID, kind model.Kind) string {
	if relation := m.Physical.Relations[id]; relation != nil && relation.Kind == model.MaterializedView {
		return "materialized view"
	}
	return kind.Words()
}

// assumedLink leads to the numbers that a size rests on.
func (l *listing) assumedLink(table model.ID) string {
	view := web.View{Model: l.View.Model, Tab: web.TabSizes, Revision: l.View.Revision}
	if l.Model.Physical.Relations[table] != nil {
		view.Tab, view.Select = web.TabLedger, table
	}
	return string(l.URL.Tab(view))
}

// settings are numbers that the schema or the policy says: they are never assumed.
var settings = []string{"limit", "gc_grace_seconds", "default_time_to_live", "replication_factor"}

// numberWords writes a number with its name and unit: "bytes ~3.4 MB".
func numberWords(number advice.Number, assumed bool) string {
	value := ""
	switch number.Unit {
	case "B":
		value = sizing.FormatBytes(number.Value)
	case "%":
		value = sizing.FormatNumber(number.Value) + " %"
	default:
		value = strings.TrimSpace(sizing.FormatMean(number.Value) + " " + number.Unit)
	}
	if assumed && !slices.Contains(settings, number.Name) {
		value = "~" + strings.TrimPrefix(value, "~")
	}
	return strings.ReplaceAll(number.Name, "_", " ") + " " + value
}

func slug(code string) string { return strings.ReplaceAll(code, "/", "-") }
