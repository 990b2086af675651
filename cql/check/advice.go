package check

import (
	"fmt"
	"strings"
	"time"

	"widerow/cql"
	"widerow/cql/files"
	"widerow/cql/syntax"
	"widerow/cql/workload"
	"widerow/model"
	"widerow/model/advice"
	"widerow/model/capacity"
	"widerow/model/edit"
	"widerow/model/mapping"
	"widerow/model/proof"
	"widerow/model/sizing"
	"widerow/model/write"
)

// Advised is the advice beside a message: its numbers by their names, whether one of them rests on
// an assumption, and the repair.
type Advised struct {
	Numbers map[string]Figure `json:"numbers,omitempty"`
	Assumed bool              `json:"assumed,omitempty"`
	Fix     *Fix              `json:"fix,omitempty"`
	// Accepted is how somebody has accepted the finding: it is info then, and fails nothing.
	Accepted *Accepted `json:"accepted,omitempty"`
	kind     adviceKind
}

// Accepted is who has accepted a finding, when and why.
type Accepted struct {
	Who    string `json:"who,omitempty"`
	When   string `json:"when,omitempty"`
	Reason string `json:"reason"`
}

// adviceKind is the source of a finding with advice: check itself, a rule, or a guardrail of a
// policy.
type adviceKind uint8

const (
	ofCheck adviceKind = iota
	ofRule
	ofPolicy
)

// IsAdvice reports whether a finding is advice alone, which fails no run.
func (f *Finding) IsAdvice() bool { return f.Advised != nil && f.kind == ofRule }

// IsPolicy reports whether a finding is about a guardrail of a policy that the caller chose: it fails a run.
func (f *Finding) IsPolicy() bool { return f.Advised != nil && f.kind == ofPolicy }

// Figure is a number of a finding.
type Figure struct {
	Value float64 `json:"value"`
	Unit  string  `json:"unit,omitempty"`
}

// Fix is the repair of a finding: in words, and as a statement if one is enough.
type Fix struct {
	Words     string `json:"words"`
	Statement string `json:"statement,omitempty"`
}

// AddDocumentAdvice adds the advice about a document to its report. Without a policy, the rules use
// the one that the document follows (advice.PolicyOf). Findings of check that a rule explains get their numbers and their repair.
func AddDocumentAdvice(report *Report, file string, m *model.Model, sizes map[model.ID]sizing.Size, policy *advice.Policy) {
	report.explain()
	for _, found := range advice.OfDocument(m, advice.Known{Sizes: sizes, Policy: policy}) {
		finding := documentFinding(m, found)
		finding.File = file
		if !report.isSaid(&finding) {
			report.Findings = append(report.Findings, finding)
		}
	}
}

func advise(m *model.Model, sizes map[model.ID]sizing.Size, policy *advice.Policy, statements []placed) []advice.Finding {
	input := capacity.Input{Sizes: sizes, Proofs: proof.WithSizes(m, sizes), Plans: write.WithSizes(m, sizes), Storage: sizing.DefaultStorage, Now: time.Now()}
	return advice.Run(advice.Input{Model: m, Sizes: sizes, Proofs: input.Proofs, Plans: input.Plans, Cluster: capacity.Of(m, input), Policy: policy,
		Script: true, Statements: statementsIn(statements)})
}

func statementsIn(placed []placed) []advice.Statement {
	statements := make([]advice.Statement, len(placed))
	for i := range placed {
		statements[i] = placed[i].Statement
	}
	return statements
}

var adviceSeverities = map[advice.Level]cql.Severity{advice.Error: cql.Error, advice.Warning: cql.Warning, advice.Info: cql.Info}

func adviceFinding(m *model.Model, found advice.Finding) Finding {
	advised := &Advised{Assumed: found.Assumed, Fix: &Fix{found.Hint, found.Statement}, kind: ofRule}
	if found.Guardrail != "" {
		advised.kind = ofPolicy
	}
	for _, number := range found.Numbers {
		if advised.Numbers == nil {
			advised.Numbers = map[string]Figure{}
		}
		advised.Numbers[number.Name] = Figure{number.Value, number.Unit}
	}
	finding := Finding{Severity: adviceSeverities[found.Level], Code: found.Code, Message: found.Message + ".", Hint: found.Hint, Advised: advised}
	finding.accepted(m, &found)
	return finding
}

// accepted adds the decision about a finding to it, if somebody has made one. found is the finding in the form of advice.
func (f *Finding) accepted(m *model.Model, found *advice.Finding) {
	switch accepted, lifted := advice.Acceptance(m, found); {
	case accepted == nil:
	case lifted:
		f.Message += fmt.Sprintf(" It was accepted on %s, but its numbers have changed by more than a half.", accepted.At)
	default:
		if f.Advised == nil {
			f.Advised = &Advised{}
		}
		f.Advised.Accepted, f.kind = &Accepted{accepted.By, accepted.At, accepted.Reason}, ofRule
		f.Severity, f.Hint = cql.Info, "Accepted: "+accepted.Reason
	}
}

// documentFinding is adviceFinding with the name of its element in a document.
func documentFinding(m *model.Model, found advice.Finding) Finding {
	finding := adviceFinding(m, found)
	finding.Element = nameOf(m, found.Element)
	if column, is := columnOf(m, found.Element); is {
		finding.Element = column
	}
	return finding
}

// columnOf returns the qualified name of a column or of an index: "shop.orders.total".
func columnOf(m *model.Model, id model.ID) (string, bool) {
	for table, relation := range m.Physical.Relations {
		if column := relation.Columns[id]; column != nil {
			return nameOf(m, table) + "." + column.Name, true
		}
		if index := relation.Indexes[id]; index != nil {
			return nameOf(m, table), true
		}
	}
	return "", false
}

// mostOfWorkload is the number of statements from which a script is data rather than an application: what all statements
// do together to a table is not computed then. Each statement is judged by itself.
const mostOfWorkload = 1000

// addAdvice adds the advice about a script to its reports: about its tables, and about its statements on rows, which
// count as those of the application.
func addAdvice(reports []Report, target model.Target, script *files.Script, parsed judgedScript, home string, policy *advice.Policy) {
	m, _ := cql.ImportParsed(parsed.Script, cql.ImportOptions{Target: target, Name: home, Limits: syntax.DefaultLimits})
	if len(parsed.Statements) <= mostOfWorkload {
		ids := model.SeededIDs([]byte("workload of " + script.Text))
		if after, err := edit.Apply(m, ids, workload.Read(m, script.Text, cql.HomeOf(home)).Commands(ids, nil)...); err == nil {
			m = after
		}
	}
	sizes := mapping.Sizes(m, sizing.Disk)
	places, ignored := newPlaces(m, script.Text, parsed.Statements), newIgnores(script.Text, parsed.Statements)
	statements := statementsOf(m, parsed, cql.HomeOf(home), sizes)
	add := func(finding Finding, line, column int) {
		start := script.Start(line, column)
		finding.File, finding.Line, finding.Column = start.File.Name, start.Line, start.Column
		for i, file := range script.Files {
			if file == start.File && !reports[i].isSaid(&finding) {
				reports[i].Findings = append(reports[i].Findings, finding)
			}
		}
	}
	for i := range reports {
		reports[i].explain()
	}
	for _, finding := range ignored.unknown {
		add(finding, finding.Line, finding.Column)
	}
	for _, found := range advise(m, sizes, policy, statements) {
		finding := adviceFinding(m, found)
		finding.Element = nameOf(m, found.Element)
		at := places.of(found.Element)
		if found.At > 0 {
			at = statements[found.At-1].at
		}
		if !ignored.has(found.Code, at) && !places.isAssumed(found.Element) {
			add(finding, int(at.Line), int(at.Column))
		}
	}
	listStatements(reports, script, statements)
}

// places finds the elements of a model in the script that it was read from.
type places struct {
	model *model.Model
	names map[string]syntax.Position // by lower-case name
	texts map[string]syntax.Position // of statements on rows
}

func newPlaces(m *model.Model, text string, statements []syntax.Statement) *places {
	p := &places{model: m, names: map[string]syntax.Position{}, texts: map[string]syntax.Position{}}
	for _, statement := range statements {
		at := syntax.Place(statement)
		switch s := statement.(type) {
		case *syntax.CreateTable:
			p.table(s, at.Start)
		case *syntax.CreateView:
			p.add("table", s.Name.Name.Name, at.Start)
		case *syntax.CreateKeyspace:
			p.add("keyspace", s.Name.Name, at.Start)
		case *syntax.CreateType:
			p.add("type", s.Name.Name.Name, at.Start)
		case *syntax.CreateIndex:
			for _, column := range s.Targets {
				p.add("index", s.Table.Name.Name+"."+column.Column.Name, at.Start)
			}
		default:
			written := strings.TrimSpace(text[at.Start.Offset:min(int(at.End.Offset), len(text))])
			if _, found := p.texts[written]; !found {
				p.texts[written] = at.Start
			}
		}
	}
	return p
}

// table adds the places of a table and of its columns.
func (p *places) table(s *syntax.CreateTable, start syntax.Position) {
	name := s.Name.Name.Name
	p.add("table", name, start)
	for _, element := range s.Elements {
		if element.Column != nil {
			p.add("column", name+"."+element.Column.Name.Name, element.Column.Name.Position)
		}
	}
}

// add keeps the first place of a name.
func (p *places) add(kind, name string, at syntax.Position) {
	if _, found := p.names[kind+" "+name]; !found {
		p.names[kind+" "+name] = at
	}
}

// of returns the place of an element, or of what it is in; the start of the script if it has none.
func (p *places) of(id model.ID) syntax.Position {
	for id != "" && id != model.ID(model.ModelKind) {
		element, found := p.model.Element(id)
		if at, named := p.named(element); named || !found {
			return at
		}
		id = element.Parent
	}
	return syntax.Position{Line: 1, Column: 1}
}

// isAssumed reports whether an element is a keyspace that the script does not create.
func (p *places) isAssumed(id model.ID) bool {
	keyspace := p.model.Physical.Keyspaces[id]
	if keyspace == nil {
		return false
	}
	_, created := p.names["keyspace "+keyspace.Name]
	return !created
}

func (p *places) named(element model.Element) (at syntax.Position, found bool) {
	switch value := element.Value.(type) {
	case *model.Keyspace:
		at, found = p.names["keyspace "+value.Name]
	case *model.Relation:
		at, found = p.names["table "+value.Name]
	case *model.UserType:
		at, found = p.names["type "+value.Name]
	case *model.Column:
		at, found = p.names["column "+p.model.Physical.Relations[element.Parent].Name+"."+value.Name]
	case *model.Index:
		if relation := p.model.Physical.Relations[element.Parent]; relation.Columns[value.Column] != nil {
			at, found = p.names["index "+relation.Name+"."+relation.Columns[value.Column].Name]
		}
	case *model.Query:
		at, found = p.texts[value.Statement]
	case *model.Update:
		at, found = p.texts[value.Statement]
	}
	return at, found
}
