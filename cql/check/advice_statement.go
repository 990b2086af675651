package check

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"widerow/cql"
	"widerow/cql/syntax"
	"widerow/model"
	"widerow/model/access"
	"widerow/model/advice"
	"widerow/model/proof"
	"widerow/model/sizing"
)

// placed is a statement of a script with its place, and what a list shows of it.
type placed struct {
	advice.Statement
	at            syntax.Position
	text, message string
	findings      []cql.Finding // of the server
	reads         proof.Amount  // rows
	atMost        bool
}

var verdicts = map[access.PlanKind]advice.Verdict{access.OnePartition: advice.OnePartition, access.Partitions: advice.Several,
	access.Index: advice.ByIndex, access.FilterInPartition: advice.ByFiltering, access.Scan: advice.ByScan}

// statementsOf reads the statements on rows of a script.
func statementsOf(m *model.Model, parsed judgedScript, keyspace string, sizes map[model.ID]sizing.Size) []placed {
	r := statementReader{model: m, byName: map[string]model.ID{}, keyspace: keyspace, sizes: sizes, evaluator: sync.OnceValue(m.NewEvaluator)}
	for id := range m.Physical.Relations {
		r.byName[nameOf(m, id)] = id
	}
	text := parsed.Text
	all := make([]placed, 0, len(parsed.Statements))
	for _, verdict := range parsed.verdicts {
		if use, is := verdict.Statement.(*syntax.Use); is {
			r.keyspace = use.Keyspace.Name
		}
		s, is := r.read(verdict.Statement)
		if !is {
			continue
		}
		base := syntax.Place(verdict.Statement)
		one := placed{Statement: s, at: base.Start, text: strings.TrimSpace(text[base.Start.Offset:min(int(max(base.Start.Offset, base.End.Offset)), len(text))])}
		if s.Verb != "ALTER" {
			one.judgedAs(verdict)
		}
		if from, is := verdict.Statement.(*syntax.Select); is {
			one.reads, one.atMost = r.rowsRead(s.Relation, from, verdict.Plan)
		}
		all = append(all, one)
	}
	return all
}

type statementReader struct {
	model    *model.Model
	byName   map[string]model.ID
	keyspace string
	sizes    map[model.ID]sizing.Size
	// evaluator evaluates the quantities of the model.
	evaluator func() *model.Evaluator
}

// read returns what rules need to know of a statement on rows.
func (r *statementReader) read(statement syntax.Statement) (advice.Statement, bool) {
	var s advice.Statement
	switch from := statement.(type) {
	case *syntax.Select:
		s.Verb, s.Filtering, s.Limited = "SELECT", from.AllowFiltering, from.Limit != nil
		r.name(&s, from.Table)
		s.Aggregate, s.Grouped = aggregateOf(from), len(from.GroupBy) > 0
		for _, selector := range from.Selectors {
			if selector.Term.Kind == syntax.ColumnTerm && selector.Term.Name != nil {
				s.Selects = append(s.Selects, selector.Term.Name.Name.Name)
			}
		}
		for _, condition := range from.Where {
			for _, column := range condition.Columns {
				s.Conditions = append(s.Conditions, column.Name)
			}
		}
		for _, order := range from.OrderBy {
			s.Conditions = append(s.Conditions, order.Column.Name)
		}
	case *syntax.Truncate:
		s.Verb = "TRUNCATE"
		r.name(&s, from.Table)
	case *syntax.Drop:
		if s.Verb = "DROP " + strings.ToUpper(string(from.Kind)); s.Verb != "DROP TABLE" && s.Verb != "DROP KEYSPACE" {
			return s, false
		}
		r.name(&s, from.Name)
	case *syntax.AlterTable:
		s.Verb = "ALTER"
		r.name(&s, from.Name)
		for _, option := range from.Options {
			if option.Name.Name == "default_time_to_live" {
				s.SetsTTL = option.Value.Text
			}
		}
		return s, s.SetsTTL != ""
	case *syntax.Insert:
		s.Verb, s.Conditional = "INSERT", from.IfNotExists
		r.name(&s, from.Table)
		r.insert(&s, from)
		using(&s, from.Using)
	case *syntax.Update:
		s.Verb, s.Conditional = "UPDATE", from.IfExists || len(from.If) > 0
		r.name(&s, from.Table)
		r.update(&s, from)
		using(&s, from.Using)
	case *syntax.Delete:
		s.Verb, s.Conditional = "DELETE", from.IfExists || len(from.If) > 0
		r.name(&s, from.Table)
		using(&s, from.Using)
	case *syntax.Batch:
		s.Verb, s.Batch = "BATCH", r.batch(from)
	case *syntax.Bad:
		return unreadable(from)
	default:
		return s, false
	}
	return s, true
}

// aggregateOf returns the first built-in aggregate that a SELECT has, "" for none.
func aggregateOf(from *syntax.Select) string {
	for _, selector := range from.Selectors {
		if term := selector.Term; term.Kind == syntax.FunctionTerm && term.Name != nil && term.Name.Keyspace.Name == "" {
			if name := strings.ToLower(term.Name.Name.Name); slices.Contains([]string{"count", "sum", "avg", "min", "max"}, name) {
				return name
			}
		}
	}
	return ""
}

func (r *statementReader) name(s *advice.Statement, name syntax.QualifiedName) {
	keyspace := name.Keyspace.Name
	if keyspace == "" {
		keyspace = r.keyspace
	}
	s.Name = keyspace + "." + name.Name.Name
	s.Relation = r.byName[s.Name]
}

// column returns a column of the statement's table, nil if it is not known.
func (r *statementReader) column(s *advice.Statement, name string) *model.Column {
	if relation := r.model.Physical.Relations[s.Relation]; relation != nil {
		for _, column := range relation.Columns {
			if column.Name == name {
				return column
			}
		}
	}
	return nil
}

func (r *statementReader) insert(s *advice.Statement, from *syntax.Insert) {
	for i, value := range from.Values {
		if i < len(from.Columns) && value.Kind == syntax.NullTerm {
			s.Nulls = append(s.Nulls, from.Columns[i].Name)
		}
		calls(s, value)
	}
}

func (r *statementReader) update(s *advice.Statement, from *syntax.Update) {
	for _, assigned := range from.Assignments {
		name := assigned.Column.Name
		calls(s, assigned.Value)
		column := r.column(s, name)
		if assigned.Kind == syntax.Assign && assigned.Key == nil && assigned.Value.Kind == syntax.NullTerm {
			s.Nulls = append(s.Nulls, name)
			continue
		}
		if assigned.Kind == syntax.Assign && assigned.Key == nil && assigned.Field.Name == "" {
			s.Sets = append(s.Sets, name)
			if assigned.Value.Kind == syntax.BindTerm {
				s.Bound = append(s.Bound, name)
			}
		}
		if column == nil {
			continue
		}
		s.Counts = s.Counts || column.Type.Name == "counter"
		isPart := assigned.Kind != syntax.Assign || assigned.Key != nil || assigned.Field.Name != ""
		if assigned.Field.Name != "" {
			s.Fields = append(s.Fields, name)
		}
		switch kind := column.Type.Kind; {
		case kind == model.ListType && isPart:
			s.Lists = append(s.Lists, name)
		case !isPart && (kind == model.ListType || kind == model.SetType || kind == model.MapType):
			s.Whole = append(s.Whole, name)
		}
	}
}

// calls notes functions whose value differs at each run.
func calls(s *advice.Statement, term syntax.Term) {
	if term.Kind == syntax.FunctionTerm && term.Name != nil {
		name := strings.ToLower(term.Name.Name.Name)
		if slices.Contains([]string{"now", "uuid", "current_timestamp", "current_timeuuid", "current_date",
			"current_time", "currenttimestamp", "currenttimeuuid", "currentdate", "currenttime"}, name) {
			s.Calls = append(s.Calls, name+"()")
		}
	}
	for _, inner := range term.Terms {
		calls(s, inner)
	}
}

func using(s *advice.Statement, attributes []syntax.Attribute) {
	for _, attribute := range attributes {
		s.Expires = s.Expires || attribute.Kind == syntax.TimeToLive
		if strings.EqualFold(string(attribute.Kind), "TIMESTAMP") && attribute.Value.Kind == syntax.IntegerTerm {
			s.Timestamp, _ = strconv.ParseFloat(attribute.Value.Text, 64)
		}
	}
}

func (r *statementReader) batch(from *syntax.Batch) *advice.Batch {
	b := &advice.Batch{Idempotent: true, Logged: from.Kind == syntax.LoggedBatch, Counter: from.Kind == syntax.CounterBatch, Statements: len(from.Statements)}
	keys := map[string]bool{}
	for i, inner := range from.Statements {
		s, is := r.read(inner)
		if !is {
			continue
		}
		b.Conditional, b.Expires = b.Conditional || s.Conditional, b.Expires || s.Expires
		b.Idempotent = b.Idempotent && idempotent(&s)
		if !slices.Contains(b.Tables, s.Name) {
			b.Tables = append(b.Tables, s.Name)
		}
		keys[r.partitionKey(&s, inner, i)] = true
	}
	b.Partitions = len(keys)
	return b
}

// partitionKey returns a text that is equal for statements on provably the same partition: values of the partition key
// that are constants, or named markers. Others get the statement's number.
func (r *statementReader) partitionKey(s *advice.Statement, statement syntax.Statement, number int) string {
	values := map[string]string{}
	set := func(name string, term syntax.Term) {
		if term.Kind == syntax.BindTerm && term.Name == nil {
			return
		}
		text := term.Text
		if term.Name != nil {
			text = ":" + term.Name.Name.Name
		}
		values[name] = strconv.Itoa(int(term.Kind)) + text
	}
	switch from := statement.(type) {
	case *syntax.Insert:
		for i, column := range from.Columns[:min(len(from.Columns), len(from.Values))] {
			set(column.Name, from.Values[i])
		}
	case *syntax.Update:
		equals(from.Where, set)
	case *syntax.Delete:
		equals(from.Where, set)
	}
	key := s.Name
	relation := r.model.Physical.Relations[s.Relation]
	if relation == nil {
		return key + "#" + strconv.Itoa(number)
	}
	for _, column := range relation.SortedColumns() {
		if column.Value.Role != model.Partition {
			continue
		}
		value, known := values[column.Value.Name]
		if !known {
			return key + "#" + strconv.Itoa(number)
		}
		key += "|" + value
	}
	return key
}

func equals(conditions []syntax.Condition, set func(name string, term syntax.Term)) {
	for _, condition := range conditions {
		if condition.Operator == "=" && len(condition.Columns) == 1 && len(condition.Values) == 1 && condition.Key == nil {
			set(condition.Columns[0].Name, condition.Values[0])
		}
	}
}
