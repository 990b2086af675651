package proof

import (
	"slices"

	"widerow/model"
)

// Source is the source of a parameter's value.
type Source string

// The sources.
const (
	// FromUser is input of the user, also at an entry point of the application.
	FromUser Source = "user"
	// FromConstant is a constant of the statement.
	FromConstant Source = "constant"
	// FromQuery is a column that an earlier query returns, or a value that an
	// earlier query or update had.
	FromQuery Source = "query"
	// FromNowhere means that no earlier query returns the value.
	FromNowhere Source = ""
)

// Parameter is a condition of a query with the source of its value.
type Parameter struct {
	Given    model.ID
	Name     string
	Source   Source
	Constant string
	// From are the queries and updates that the value comes from.
	From []model.ID
}

// MissingParameters returns the names of the parameters without a source.
func (r *Result) MissingParameters() []string {
	var names []string
	for _, parameter := range r.Parameters {
		if parameter.Source == FromNowhere {
			names = appendNew(names, parameter.Name)
		}
	}
	return names
}

// flow finds which values the application knows when it runs a query.
type flow struct {
	model    *model.Model
	concepts *concepts
	// arriving are the transitions by their step, leading those by their query.
	arriving, leading map[model.ID][]*model.Transition
	transitions       []*model.Transition
	// needed are the tables whose results a query needs, serving the queries whose arrows
	// lead to a table, in the order of the arrows.
	needed, serving map[model.ID][]model.ID
}

func newFlow(m *model.Model, c *concepts) flow {
	f := flow{model: m, concepts: c, arriving: map[model.ID][]*model.Transition{}, leading: map[model.ID][]*model.Transition{},
		needed: map[model.ID][]model.ID{}, serving: map[model.ID][]model.ID{}}
	for _, item := range model.Sorted(m.Workflow.Transitions) {
		t := item.Value
		f.transitions = append(f.transitions, t)
		f.arriving[t.To] = append(f.arriving[t.To], t)
		if t.Access != "" {
			f.leading[t.Access] = append(f.leading[t.Access], t)
		}
	}
	for _, item := range model.Sorted(m.Logical.Arrows) {
		arrow := item.Value
		f.serving[arrow.To] = append(f.serving[arrow.To], arrow.Access)
		if arrow.From != "" {
			f.needed[arrow.Access] = append(f.needed[arrow.Access], arrow.From)
		}
	}
	return f
}

// parameters returns the conditions of a query or an update with their sources.
func (f *flow) parameters(id model.ID) []Parameter {
	var conditions map[model.ID]*model.Given
	if query := f.model.Workflow.Queries[id]; query != nil {
		conditions = query.Given
	} else if update := f.model.Workflow.Updates[id]; update != nil {
		conditions = update.Given
	}
	if len(conditions) == 0 {
		return nil
	}
	earlier, entry := f.before(id)
	var parameters []Parameter
	for _, item := range model.Sorted(conditions) {
		given := item.Value
		r := reference{given.Attribute, given.Name, given.Participant}
		parameter := Parameter{Given: item.ID, Name: f.concepts.nameOf(r)}
		switch given.Source {
		case model.UserInput:
			parameter.Source = FromUser
		case model.ConstantSource:
			parameter.Constant = given.Constant
			if constants(given) != nil {
				parameter.Source = FromConstant
			}
		default:
			f.trace(&parameter, r, given.Operator, earlier)
			if parameter.Source == FromNowhere && entry {
				parameter.Source = FromUser
			}
		}
		parameters = append(parameters, parameter)
	}
	return parameters
}

func (f *flow) trace(parameter *Parameter, r reference, operator model.Operator, earlier []model.ID) {
	for _, access := range earlier {
		if f.supplies(access, r, operator) {
			parameter.Source = FromQuery
			parameter.From = append(parameter.From, access)
		}
	}
}

// before returns the queries and updates that may run before a query or an update, the
// nearest first, and whether it is an entry point of the application.
func (f *flow) before(id model.ID) (earlier []model.ID, entry bool) {
	lineage, siblings := f.lineage(id)
	earlier = append(earlier, siblings...)
	var steps []model.ID
	found := false
	for _, query := range lineage {
		if query != id {
			earlier = appendNew(earlier, query)
		}
		for _, t := range f.leading[query] {
			found = true
			if t.From == "" || len(f.arriving[t.From]) == 0 {
				entry = true
			} else {
				steps = appendNew(steps, t.From)
			}
		}
	}
	for next := 0; next < len(steps); next++ {
		for _, t := range f.arriving[steps[next]] {
			if t.Access != "" && t.Access != id {
				earlier = appendNew(earlier, t.Access)
			}
			if t.From != "" {
				steps = appendNew(steps, t.From)
			}
		}
	}
	if found {
		return earlier, entry
	}
	return f.beforeByArrows(id, earlier)
}

// lineage returns a query with those that it is a part of, and the parts of the
// same query that come before it.
func (f *flow) lineage(id model.ID) (lineage, siblings []model.ID) {
	if f.model.Workflow.Updates[id] != nil {
		return []model.ID{id}, nil
	}
	for query := f.model.Workflow.Queries[id]; query != nil && !slices.Contains(lineage, id); query = f.model.Workflow.Queries[id] {
		lineage = append(lineage, id)
		if query.Parent == "" {
			break
		}
		for _, item := range model.Sorted(f.model.Workflow.Queries) {
			if item.ID == id {
				break
			}
			if item.Value.Parent == query.Parent {
				siblings = append(siblings, item.ID)
			}
		}
		id = query.Parent
	}
	return lineage, siblings
}

// beforeByArrows uses the query arrows for a query that no transition runs: the
// tables whose result it needs are served by earlier queries.
func (f *flow) beforeByArrows(id model.ID, earlier []model.ID) ([]model.ID, bool) {
	for _, table := range f.needed[id] {
		for _, other := range f.serving[table] {
			if other != id {
				earlier = appendNew(earlier, other)
			}
		}
	}
	return earlier, len(f.needed[id]) == 0
}

// supplies reports whether the application knows a value after a query, which
// returned it or had it as a parameter, or after an update, which wrote it.
func (f *flow) supplies(access model.ID, r reference, operator model.Operator) bool {
	if query := f.model.Workflow.Queries[access]; query != nil {
		for _, find := range query.Find {
			returned := find.Aggregate == "" || find.Aggregate == model.Min || find.Aggregate == model.Max
			if returned && f.same(reference{find.Attribute, find.Name, find.Participant}, r) {
				return true
			}
		}
		return f.gives(query.Given, r, operator)
	}
	if update := f.model.Workflow.Updates[access]; update != nil {
		for _, write := range update.Writes {
			if f.same(reference{attribute: write.Element, name: write.Name}, r) {
				return true
			}
		}
		return f.gives(update.Given, r, operator)
	}
	return false
}

// gives reports whether one of the conditions had a value for a condition with an
// operator: a single value does for all of them, a range for another range.
func (f *flow) gives(conditions map[model.ID]*model.Given, r reference, operator model.Operator) bool {
	for _, given := range conditions {
		fits := given.Operator == model.Equal || given.Operator == operator
		if fits && f.same(reference{given.Attribute, given.Name, given.Participant}, r) {
			return true
		}
	}
	return false
}

// same reports whether one reference names another one, or the whole that it is
// a part of.
func (f *flow) same(whole, part reference) bool {
	if part.attribute != "" {
		return f.concepts.contains(whole.attribute, part.attribute)
	}
	if whole.attribute != "" {
		known := f.concepts.known[whole.attribute]
		return known.Attribute != nil && slices.Contains(identifiers(known.Name, known.ownerName+"_"+known.Name), model.Identifier(part.name))
	}
	return slices.ContainsFunc(f.concepts.namesOf(part), func(name string) bool { return slices.Contains(f.concepts.namesOf(whole), name) })
}
