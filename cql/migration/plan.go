// Package migration plans the steps from one schema to another on a running
// cluster: ALTER and CREATE where Cassandra allows it. Otherwise it plans a new
// table that is written, filled, verified and switched to before the old one is
// dropped.
//
// Start with New. decide.go finds what can be altered; rows.go has the steps of a
// table that cannot, and loss.go what it loses; print.go writes a plan as script and
// as Markdown.
package migration

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"widerow/cql"
	"widerow/cql/compare"
	"widerow/cql/effective"
	"widerow/cql/syntax"
	"widerow/model"
	"widerow/model/access"
)

// StepKind is the purpose of a step.
type StepKind string

// The kinds. Only Create, Alter and Drop are statements; the others are instructions to the team.
const (
	Create    StepKind = "create"
	Alter     StepKind = "alter"
	DualWrite StepKind = "dual-write"
	Backfill  StepKind = "backfill"
	Verify    StepKind = "verify"
	Switch    StepKind = "switch"
	Drop      StepKind = "drop"
)

// Step is one step. Other programs read its JSON: fields may be added, but never
// renamed.
type Step struct {
	Number int      `json:"step"`
	Kind   StepKind `json:"kind"`
	// Statement is CQL, with its semicolon; "" for an instruction.
	Statement   string `json:"statement"`
	Instruction string `json:"instruction,omitempty"`
	Warning     string `json:"warning"`
	// Element is the dotted name of the element concerned.
	Element string `json:"element"`
	// Cleanup marks the steps after everything has switched to the new schema:
	// they take away what is no longer used.
	Cleanup bool `json:"cleanup,omitempty"`
}

// Plan lists the steps in an order in which each can be executed. Names are the new
// names of replaced elements, where they differ from those in the new schema:
// shop.orders → shop.orders_v2.
type Plan struct {
	Steps []Step            `json:"migration"`
	Names map[string]string `json:"names,omitempty"`
	// Target is the schema after the plan.
	Target *model.Model `json:"-"`
}

// ByElement returns the steps by the dotted name of their element, in either schema.
func (p *Plan) ByElement() map[string][]Step {
	steps := map[string][]Step{}
	for _, step := range p.Steps {
		steps[step.Element] = append(steps[step.Element], step)
	}
	for name, renamed := range p.Names {
		if name != renamed {
			steps[name] = slices.Concat(steps[name], steps[renamed])
		}
	}
	return steps
}

// New plans the steps between two models whose elements correspond by ID. It compares
// and creates in the normal form of package effective.
func New(before, after *model.Model) *Plan { return plan(before, after, false) }

// Back plans the way back to the schema before a plan, from what the plan leads to.
// What the plan only drops in its cleanup may be there still, so that everything is
// created IF NOT EXISTS.
func (p *Plan) Back(before *model.Model) *Plan { return plan(p.Target, before, true) }

func plan(before, after *model.Model, back bool) *Plan {
	before, after = effective.Pair(before, after)
	p := &planner{back: back, before: before, after: after, target: after.Clone(), names: map[string]string{},
		old: definitionsOf(before), inUse: elementsOf(before), replaced: map[model.ID]bool{},
		rebuilt: map[model.ID]bool{}, late: map[model.ID]bool{}, recreated: map[model.ID]bool{},
		unmasked: map[model.ID]bool{}}
	p.findReplaced()
	p.appendFields()
	p.rename()
	p.new = definitionsOf(p.target)
	p.findRecreated()
	p.keyspaces()
	p.freeFunctions()
	p.types()
	p.freeDependents()
	p.alterRelations()
	p.createRelations()
	p.statements()
	p.replaceTables()
	p.cleanUp()
	steps := append(append([]Step{}, p.first...), p.last...)
	for i := range steps {
		steps[i].Number = i + 1
	}
	return &Plan{Steps: steps, Names: p.names, Target: p.target}
}

// planner collects the steps. target is the model after the plan: after, with
// the names that replaced elements get.
type planner struct {
	before, after, target *model.Model
	back                  bool // see Plan.Back
	old, new              definitions
	inUse                 map[placed]model.ID // of before
	// replaced are types, tables and views that no ALTER can change as required.
	// rebuilt are indexes that are dropped and created again.
	replaced, rebuilt map[model.ID]bool
	// recreated are functions and aggregates that are dropped and created again.
	// unmasked are the columns whose mask calls one of them.
	recreated, unmasked map[model.ID]bool
	// late are the views of tables that lose a column, which Cassandra refuses
	// as long as there is a view.
	late map[model.ID]bool
	// written are the tables that the updates of the model after write, nil until asked for.
	written     map[model.ID]bool
	names       map[string]string
	first, last []Step // last are the steps of Step.Cleanup
}

// definitions are the statements of a schema, in its order and by element.
type definitions struct {
	list []cql.Definition
	of   map[model.ID]cql.Definition
}

func definitionsOf(m *model.Model) definitions {
	found := definitions{cql.Definitions(m), map[model.ID]cql.Definition{}}
	for _, definition := range found.list {
		found.of[definition.Element] = definition
	}
	return found
}

func (p *planner) add(step Step) { p.first = append(p.first, step) }

// created returns the step that makes an element of the target.
func (p *planner) created(id model.ID, warning string) Step {
	statement := p.new.of[id].Text
	if p.back && !strings.Contains(statement, "IF NOT EXISTS") {
		statement = creation.ReplaceAllString(statement, "${0}IF NOT EXISTS ")
	}
	return Step{Kind: Create, Statement: statement, Element: compare.Name(p.target, id), Warning: warning}
}

// creation is the beginning of a statement up to where IF NOT EXISTS belongs.
var creation = regexp.MustCompile(`^CREATE (CUSTOM )?(KEYSPACE|TABLE|TYPE|INDEX|MATERIALIZED VIEW|FUNCTION|AGGREGATE|TRIGGER|ROLE) `)

// adding returns ADD for a column or field. Before Cassandra 4.1 it has no IF NOT
// EXISTS.
func (p *planner) adding() string {
	if target := p.target.Target; p.back && (target == "" || target == model.Cassandra41 || target == model.Cassandra50 || target == model.Cassandra60) {
		return "ADD IF NOT EXISTS"
	}
	return "ADD"
}

// dropped returns the DROP of an element of the schema before.
func (p *planner) dropped(what string, id model.ID, warning string) Step {
	return Step{Kind: Drop, Statement: "DROP " + what + " " + quoted(p.before, id) + ";", Element: compare.Name(p.before, id), Warning: warning}
}

// quoted returns the qualified name of an element as CQL writes it.
func quoted(m *model.Model, id model.ID) string {
	if keyspace := m.Physical.Keyspaces[id]; keyspace != nil {
		return syntax.QuoteName(keyspace.Name)
	}
	keyspace, name := placeOf(m, id)
	if found := m.Physical.Keyspaces[keyspace]; found != nil {
		return syntax.QuoteName(found.Name) + "." + syntax.QuoteName(name)
	}
	return syntax.QuoteName(name)
}

// placeOf returns the keyspace and the name of an element of a keyspace.
func placeOf(m *model.Model, id model.ID) (keyspace model.ID, name string) {
	switch p := m.Physical; {
	case p.Types[id] != nil:
		return p.Types[id].Keyspace, p.Types[id].Name
	case p.Relations[id] != nil:
		return p.Relations[id].Keyspace, p.Relations[id].Name
	case p.Statements[id] != nil:
		return p.Statements[id].Keyspace, cql.KeptName(p.Statements[id].Text)
	}
	for _, relation := range m.Physical.Relations {
		if index := relation.Indexes[id]; index != nil {
			return relation.Keyspace, access.NameOf(relation, index)
		}
	}
	return "", ""
}

// freeName returns name_v2, or the next number that is free in both schemas. It
// is short enough for a table.
func (p *planner) freeName(keyspace, name string) string {
	const most = 48 // characters of a table's name
	number := 2
	if found := version.FindStringSubmatch(name); found != nil {
		before, _ := strconv.Atoi(found[2])
		name, number = found[1], before+1
	}
	for ; ; number++ {
		suffix := "_v" + strconv.Itoa(number)
		free := name[:min(len(name), most-len(suffix))] + suffix
		if !taken(keyspace, free, p.before, p.target) {
			return free
		}
	}
}

// version is the end of a name that a plan gave before.
var version = regexp.MustCompile(`^(.+)_v([1-9][0-9]{0,5})$`)

// taken reports whether a type, table, view or index of a keyspace has a name.
func taken(keyspace, name string, models ...*model.Model) bool {
	for _, m := range models {
		for _, userType := range m.Physical.Types {
			if userType.Name == name && keyspaceName(m, userType.Keyspace) == keyspace {
				return true
			}
		}
		for _, relation := range m.Physical.Relations {
			if keyspaceName(m, relation.Keyspace) != keyspace {
				continue
			}
			if relation.Name == name || slices.ContainsFunc(slices.Collect(indexNames(relation)), func(n string) bool { return n == name }) {
				return true
			}
		}
	}
	return false
}

func keyspaceName(m *model.Model, id model.ID) string {
	if keyspace := m.Physical.Keyspaces[id]; keyspace != nil {
		return keyspace.Name
	}
	return ""
}

// sentences joins the warnings that are not empty.
func sentences(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), " ")
}

func sortedIDs[T any](elements map[model.ID]T, name func(model.ID) string) []model.ID {
	var ids []model.ID
	for id := range elements {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, func(a, b model.ID) int { return cmp.Or(cmp.Compare(name(a), name(b)), cmp.Compare(a, b)) })
	return ids
}
