package check

import (
	"widerow/cql"
	"widerow/cql/print"
	"widerow/model"
	"widerow/model/write"
)

// Update is the plan of an update. Rate is per second, WorstRate the rate at the busiest time.
// Tables are the tables that the update writes, Views the views that the server then maintains, and
// NotWritten the tables that store something of it but stay as they are.
type Update struct {
	Update         string          `json:"update"`
	Rate           *float64        `json:"rate"`
	WorstRate      *float64        `json:"worst_rate"`
	Steps          []Step          `json:"steps"`
	Tables         []TableWrites   `json:"tables"`
	Views          []string        `json:"views"`
	NotWritten     []NotWritten    `json:"not_written"`
	Copies         []Copy          `json:"copies"`
	MissingLookups []MissingLookup `json:"missing_lookups"`
	// FromQueries are values that earlier queries of the workflow return.
	FromQueries []FromQueries `json:"from_queries"`
	words       string
}

// Words counts the tables that the update writes, and the statements that cannot run.
func (u *Update) Words() string { return u.words }

// Step is one request: a statement, or a batch. Kind is read, write, logged batch, unlogged
// batch, or cannot run, for statements that wait for a lookup table or that Cassandra rejects.
// Failure describes the state after a failure, and what to do. Unknown numbers are null. AtMost
// and AtLeast mark limits.
type Step struct {
	Kind       write.StepKind `json:"kind"`
	Statements []Statement    `json:"statements"`
	Bytes      *float64       `json:"bytes"`
	WorstBytes *float64       `json:"worst_bytes"`
	AtMost     bool           `json:"at_most,omitempty"`
	AtLeast    bool           `json:"at_least,omitempty"`
	Failure    string         `json:"failure"`
	step       *write.Step
}

// SizeText describes the bytes of the step, in words.
func (s *Step) SizeText() string { return s.step.SizeText() }

// Statement is a statement that runs once for each value of the columns Each. Repetition
// describes a second run of a statement that is not idempotent. The other fields describe the
// work of the application:
//   - Values are the sources of the bind markers, in the order of the markers.
//   - ForEach lists the read steps for each of whose rows the statement runs.
//   - Keep filters the rows of a read, and Stops ends the update if a read returns a row.
//   - OnlyIf lists what must be there, Unless what must not, Differs what must have changed,
//     Same what must be equal.
//   - Missing lists columns whose values nothing finds: the statement cannot run.
type Statement struct {
	Statement  string   `json:"statement"`
	Table      string   `json:"table"`
	Purpose    string   `json:"purpose"`
	Each       []string `json:"each"`
	Times      *float64 `json:"times"`
	WorstTimes *float64 `json:"worst_times"`
	AtMost     bool     `json:"at_most,omitempty"`
	Idempotent bool     `json:"idempotent"`
	Repetition string   `json:"repetition,omitempty"`

	Values  []Value      `json:"values"`
	ForEach []int        `json:"for_each,omitempty"`
	Keep    []Keep       `json:"keep,omitempty"`
	Stops   bool         `json:"stops,omitempty"`
	OnlyIf  []Value      `json:"only_if,omitempty"`
	Unless  []Value      `json:"unless,omitempty"`
	Differs []Difference `json:"differs,omitempty"`
	Same    [][2]Value   `json:"same,omitempty"`
	// IfGroup is the state of a group of instances after the update, empty or not empty, in which the
	// statement runs.
	IfGroup write.Group `json:"if_group,omitempty"`
	// UnlessWritten reports that the statement leaves what others of the plan write.
	UnlessWritten bool     `json:"unless_written,omitempty"`
	Missing       []string `json:"missing,omitempty"`
	// Application describes the same work in sentences.
	Application []string `json:"application"`
	// CannotRun is the reason why the statement cannot run, empty if it can.
	CannotRun string `json:"cannot_run,omitempty"`
}

// Value is the origin of a value. From is given (the update is given it, or writes it), read
// (column Read of the rows of Step), computed (a bucket, an aggregate) or unknown. Attribute is
// Entity.attribute, Role the role of the instance that has the attribute. New marks the value after
// a change, Element one of several.
type Value struct {
	Column    string `json:"column,omitempty"`
	From      string `json:"from"`
	Attribute string `json:"attribute,omitempty"`
	Role      string `json:"role,omitempty"`
	Step      *int   `json:"step,omitempty"`
	Read      string `json:"read,omitempty"`
	New       bool   `json:"new,omitempty"`
	Element   bool   `json:"element,omitempty"`
	// IfNull, of a value that is read, is the column of a step before without which nothing finds
	// the value: it stays empty then.
	IfNull *Source `json:"empty_if_null,omitempty"`
	// NewIf, of an old value, are pairs: if both values of each are equal, or the first is an element of
	// the second, the row gets the new value.
	NewIf [][2]Value `json:"new_if,omitempty"`
}

// Source is a column of the rows that a step reads.
type Source struct {
	Step int    `json:"step"`
	Read string `json:"read"`
}

// Keep is a condition on a column of the rows that a read returns.
type Keep struct {
	Value
	Operator string `json:"operator"`
}

// Difference is the value of a column in the row that a statement deletes, and in the one that
// another one writes.
type Difference struct {
	Old Value `json:"old"`
	New Value `json:"new"`
}

// TableWrites sums up the writes of an update in a table.
type TableWrites struct {
	Table      string `json:"table"`
	Statements int    `json:"statements"`
	Written
	Worst Written `json:"worst"`
	// CannotRun reports that none of the statements can run.
	CannotRun bool `json:"cannot_run,omitempty"`
}

// Written are the numbers of one case.
type Written struct {
	Partitions *float64 `json:"partitions"`
	Rows       *float64 `json:"rows"`
	PerSecond  *float64 `json:"rows_per_second"`
}

// NotWritten is a table with the reason why an update does not write it.
type NotWritten struct {
	Table  string `json:"table"`
	Reason string `json:"reason"`
}

// Copy is an attribute that several tables store.
type Copy struct {
	Attribute string   `json:"attribute"`
	Tables    []string `json:"tables"`
}

// FromQueries is an attribute with the queries that return it.
type FromQueries struct {
	Attribute string   `json:"attribute"`
	Queries   []string `json:"queries"`
}

// MissingLookup are columns of a table's key that no table finds by what is known.
type MissingLookup struct {
	Table   string   `json:"table"`
	Columns []string `json:"columns"`
	Known   []string `json:"known"`
	// Via are the relationship types that relate the columns to what is known, PerSecond how
	// many rows a lookup table would be written. Copied reports that only a value outside of
	// the key is missing.
	Via       []string `json:"via"`
	PerSecond *float64 `json:"rows_per_second"`
	Copied    bool     `json:"copied,omitempty"`
	// Without is an attribute by which alone the columns are found: the lookup is missing for
	// instances that lack it.
	Without string `json:"without,omitempty"`
	// Confused are names that a query would need for two instances each: no lookup table can be derived.
	Confused []string `json:"confused,omitempty"`
}

// updatesOf describes the plans of a model's updates, with a finding for each problem.
func updatesOf(file string, m *model.Model, plans []write.Plan) ([]Update, []Finding) {
	updates, findings := []Update{}, []Finding(nil)
	for i := range plans {
		label := m.Title(plans[i].Update)
		updates = append(updates, updateOf(m, label, &plans[i]))
		for k := range plans[i].Findings {
			findings = append(findings, updateFinding(file, label, &plans[i].Findings[k]))
		}
	}
	return updates, findings
}

func updateFinding(file, element string, f *write.Finding) Finding {
	return Finding{Severity: severities[f.Level], Code: f.Code, Message: f.Message, Hint: f.Hint, File: file, Element: element}
}

var severities = map[write.Level]cql.Severity{write.Error: cql.Error, write.Warning: cql.Warning, write.Info: cql.Info}

func updateOf(m *model.Model, label string, plan *write.Plan) Update {
	names := func(tables []model.ID) []string {
		all := []string{}
		for _, id := range tables {
			all = append(all, nameOf(m, id))
		}
		return all
	}
	u := Update{
		words: plan.Words(), Update: label,
		Steps: []Step{}, Tables: []TableWrites{}, Views: names(plan.Views), NotWritten: []NotWritten{},
		Copies: []Copy{}, MissingLookups: []MissingLookup{}, FromQueries: []FromQueries{},
	}
	u.Rate, u.WorstRate = plan.Rate.Rounded()
	for i := range plan.Steps {
		u.Steps = append(u.Steps, stepOf(m, &plan.Steps[i]))
	}
	for _, w := range plan.Tables {
		table := TableWrites{Table: nameOf(m, w.Table), Statements: w.Statements, CannotRun: w.Blocked}
		table.Partitions, table.Worst.Partitions = w.Partitions.Rounded()
		table.Rows, table.Worst.Rows = w.Rows.Rounded()
		table.PerSecond, table.Worst.PerSecond = w.PerSecond.Rounded()
		u.Tables = append(u.Tables, table)
	}
	for _, skipped := range plan.Skipped {
		u.NotWritten = append(u.NotWritten, NotWritten{nameOf(m, skipped.Table), skipped.Reason})
	}
	for _, copied := range plan.Copies {
		u.Copies = append(u.Copies, Copy{copied.Attribute, names(copied.Tables)})
	}
	for _, lookup := range plan.Lookups {
		perSecond, _ := lookup.PerSecond.Rounded()
		u.MissingLookups = append(u.MissingLookups, MissingLookup{
			nameOf(m, lookup.Table), lookup.Names, append([]string{}, lookup.Known...),
			titles(m, lookup.Path), perSecond, lookup.Copied, lookup.Without, lookup.Confused,
		})
	}
	for _, supplied := range plan.Supplied {
		from := FromQueries{Attribute: supplied.Name}
		for _, id := range supplied.From {
			from.Queries = append(from.Queries, m.Title(id))
		}
		u.FromQueries = append(u.FromQueries, from)
	}
	return u
}

func stepOf(m *model.Model, step *write.Step) Step {
	out := Step{Kind: step.Kind, AtMost: step.BytesAtMost, AtLeast: step.BytesAtLeast, Failure: step.Failure, step: step}
	out.Bytes, out.WorstBytes = step.Bytes.Rounded()
	for i := range step.Statements {
		s := &step.Statements[i]
		out.Statements = append(out.Statements, Statement{Statement: print.StatementLine(print.UpdateStatement(s)), Table: nameOf(m, s.Table), Purpose: s.Purpose,
			Each: append([]string{}, s.Each...), AtMost: s.AtMost, Idempotent: s.Idempotent, Repetition: s.Repetition})
		out.Statements[i].Times, out.Statements[i].WorstTimes = s.Times.Rounded()
		out.Statements[i].apply(m, s)
	}
	return out
}

// apply adds what the application does with a statement.
func (out *Statement) apply(m *model.Model, s *write.Statement) {
	out.IfGroup = s.IfGroup
	out.Values, out.ForEach, out.Missing, out.Stops, out.UnlessWritten = []Value{}, s.ForEach, s.Missing, s.Stops, s.UnlessWritten
	out.Application, out.CannotRun = append([]string{}, s.Application()...), s.CannotRun()
	for _, v := range s.Values {
		value := valueOf(m, v)
		if v.NewIf > 0 {
			value.NewIf = pairsOf(m, s.Alike[v.NewIf-1])
		}
		out.Values = append(out.Values, value)
	}
	if s.Text != "" {
		out.Values = valuesAsWritten(m, s)
	}
	for _, k := range s.Keep {
		out.Keep = append(out.Keep, Keep{valueOf(m, k.Value), string(k.Operator)})
	}
	for _, v := range s.OnlyIf {
		out.OnlyIf = append(out.OnlyIf, valueOf(m, v))
	}
	for _, v := range s.Unless {
		out.Unless = append(out.Unless, valueOf(m, v))
	}
	for _, d := range s.Differs {
		out.Differs = append(out.Differs, Difference{valueOf(m, d.Old), valueOf(m, d.New)})
	}
	out.Same = pairsOf(m, s.Same)
}

func pairsOf(m *model.Model, pairs [][2]write.Value) (all [][2]Value) {
	for _, pair := range pairs {
		all = append(all, [2]Value{valueOf(m, pair[0]), valueOf(m, pair[1])})
	}
	return all
}

func valueOf(m *model.Model, v write.Value) Value {
	out := Value{Column: v.Column, From: "given", Attribute: v.Name, New: v.New, Element: v.Element}
	if v.Participant != "" {
		out.Role = m.Title(v.Participant)
	}
	switch v.Step {
	case write.Given:
	case write.Computed:
		out.From = "computed"
	case write.Unknown:
		out.From = "unknown"
	default:
		out.From, out.Step, out.Read = "read", &v.Step, v.From
		if v.IfNull != "" {
			out.IfNull = &Source{v.IfNullIn, v.IfNull}
		}
	}
	return out
}

func titles(m *model.Model, elements []model.ID) []string {
	all := []string{}
	for _, id := range elements {
		all = append(all, m.Title(id))
	}
	return all
}
