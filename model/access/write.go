package access

import (
	"slices"

	"widerow/model"
)

// Insert is the shape of an INSERT.
type Insert struct {
	Columns []string
	Values  []Value
	// JSON is the text or the bind marker of INSERT JSON, which has no Columns
	// and Values. Unset is DEFAULT UNSET, which leaves columns alone that the
	// text omits.
	JSON        *Value
	Unset       bool
	IfNotExists bool
	Using       Using
}

// Update is the shape of an UPDATE.
type Update struct {
	Set      []Assignment
	Where    []Condition
	If       []IfCondition
	IfExists bool
	Using    Using
}

// Delete is the shape of a DELETE. Without Columns it deletes whole rows.
type Delete struct {
	Columns  []Deletion
	Where    []Condition
	If       []IfCondition
	IfExists bool
	Using    Using
}

// Deletion is one thing that is deleted from a row: a column, its element or
// its field.
type Deletion struct {
	Column  string
	Element *Value
	Field   string
}

// write judges one INSERT, UPDATE or DELETE.
type write struct {
	table        *Table
	statement    Statement
	using        Using
	ifConditions []IfCondition
	exists       bool
	where        where
	// own makes the checks of this kind of statement when it is prepared.
	own func(*write) *Refusal
	// written are the columns outside the key that are assigned or deleted,
	// conditioned are those in IF.
	written, conditioned []*Column
	// values are the assigned values, conditions the WHERE clause.
	values     []*Value
	conditions []Condition
	// unusable are the refusals of values that the server notices when it writes.
	unusable []*Refusal
	// nullParts are the refusals of elements whose key or index is null.
	nullParts []*Refusal
}

func (t *Table) newWrite(statement Statement, using Using, ifConditions []IfCondition, exists bool) *write {
	return &write{table: t, statement: statement, using: using, ifConditions: ifConditions, exists: exists,
		where: where{table: t, statement: statement}}
}

// Insert judges an INSERT.
func (t *Table) Insert(s Insert) (Plan, *Refusal) { return t.newInsert(&s).judge() }

// Update judges an UPDATE.
func (t *Table) Update(s Update) (Plan, *Refusal) { return t.newUpdate(&s).judge() }

// Delete judges a DELETE.
func (t *Table) Delete(s Delete) (Plan, *Refusal) { return t.newDelete(&s).judge() }

func (t *Table) newInsert(s *Insert) *write {
	w := t.newWrite(InsertStatement, s.Using, nil, s.IfNotExists)
	w.own = func(w *write) *Refusal { return w.insert(*s) }
	return w
}

func (t *Table) newUpdate(s *Update) *write {
	w := t.newWrite(UpdateStatement, s.Using, s.If, s.IfExists)
	w.own = func(w *write) *Refusal { return w.update(*s) }
	return w
}

func (t *Table) newDelete(s *Delete) *write {
	w := t.newWrite(DeleteStatement, s.Using, s.If, s.IfExists)
	w.own = func(w *write) *Refusal { return w.delete(*s) }
	return w
}

// judge goes through the stages of a write: prepare, validate and run.
func (w *write) judge() (Plan, *Refusal) {
	for _, stage := range []func(*write) *Refusal{(*write).prepare, (*write).validate, (*write).run} {
		if refusal := stage(w); refusal != nil {
			return Plan{}, refusal
		}
	}
	plan := Plan{Partitions: w.where.keyCount()}
	if plan.Partitions != 1 {
		plan.Kind = Partitions
	}
	return plan, nil
}

// first makes the checks in turn and returns the first refusal.
func (w *write) first(checks ...func(*write) *Refusal) *Refusal {
	for _, check := range checks {
		if refusal := check(w); refusal != nil {
			return refusal.in(w.statement, w.table)
		}
	}
	return nil
}

func (w *write) prepare() *Refusal {
	return w.first((*write).checkUsing, (*write).checkIf, w.own, (*write).checkConditional)
}

// validate follows ModificationStatement.validate. The server calls it before
// it runs a prepared statement.
func (w *write) validate() *Refusal { return w.first((*write).checkAttributes) }

// run makes the checks that the server makes only when it runs the statement.
func (w *write) run() *Refusal {
	return w.first((*write).checkKey, (*write).checkClustering, (*write).checkConditionsRun,
		(*write).checkCompareAndSet, (*write).checkIfElements, (*write).checkIfNulls, (*write).checkTTL, (*write).checkValuesRun,
		(*write).checkTimestamp, (*write).checkCompactValue, (*write).checkRange, (*write).checkNullParts, (*write).checkUnusable, (*write).checkExpiration).atRun()
}

func (w *write) conditional() bool { return w.exists || len(w.ifConditions) > 0 }

func (w *write) insert(s Insert) *Refusal {
	if s.JSON != nil {
		return w.insertJSON(s)
	}
	switch {
	case w.table.isCounter():
		return &Refusal{Code: InsertCounter}
	case len(s.Columns) != len(s.Values):
		return &Refusal{Code: InsertUnmatched}
	}
	seen := make(map[string]bool, len(s.Columns))
	for _, name := range s.Columns {
		if seen[name] {
			return &Refusal{Code: InsertTwice}
		}
		seen[name] = true
	}
	var conditions []Condition
	clustering := false
	for i, name := range s.Columns {
		column, refusal := w.table.column(name)
		if refusal != nil {
			return refusal
		}
		if column.Role.InKey() {
			clustering = clustering || column.Role == model.Clustering
			conditions = append(conditions, Condition{Columns: []string{name}, Operator: Equal, Values: s.Values[i : i+1]})
			continue
		}
		if refusal := w.assign(&Assignment{Column: name, Value: s.Values[i]}, column); refusal != nil {
			return refusal
		}
	}
	w.where.staticOnly = !clustering && w.staticOnly()
	return w.readWhere(conditions)
}

func (w *write) update(s Update) *Refusal {
	assigned := Assigned{}
	for _, assignment := range s.Set {
		if refusal := assigned.Add(assignment); refusal != nil {
			return refusal
		}
	}
	for i := range s.Set {
		column, refusal := w.table.column(s.Set[i].Column)
		switch {
		case refusal != nil:
			return refusal
		case column.Role.InKey():
			return &Refusal{Code: KeyInSet, Column: column.Name}
		}
		if refusal := w.assign(&s.Set[i], column); refusal != nil {
			return refusal
		}
	}
	w.where.staticOnly = w.staticOnly()
	return w.readWhere(s.Where)
}

func (w *write) delete(s Delete) *Refusal {
	for _, deletion := range s.Columns {
		column, refusal := w.table.column(deletion.Column)
		switch {
		case refusal != nil:
			return refusal
		case column.Role.InKey():
			return &Refusal{Code: KeyInDelete, Column: column.Name}
		}
		if refusal := w.table.checkDeletion(deletion, column); refusal != nil {
			return refusal
		}
		if deletion.Element != nil {
			w.nameElement(deletion.Element, column.receiver().kind())
		}
		w.written = append(w.written, column)
	}
	w.where.staticOnly = w.staticOnly()
	if refusal := w.readWhere(s.Where); refusal != nil {
		return refusal
	}
	if refusal := w.checkConditional(); refusal != nil {
		return refusal
	}
	if !w.conditional() || w.where.allEqual() {
		return nil
	}
	switch {
	case w.writesRegular():
		return &Refusal{Code: DeleteIfRegular}
	case hasRole(w.conditioned, model.Regular):
		return &Refusal{Code: DeleteIfCondition}
	}
	return nil
}

// writesRegular reports whether the statement writes columns that are not
// static. A DELETE without columns deletes whole rows.
func (w *write) writesRegular() bool {
	return slices.ContainsFunc(w.written, func(c *Column) bool { return !c.isStatic() }) ||
		w.statement == DeleteStatement && len(w.written) == 0
}

// staticOnly reports whether the statement uses static columns outside the key
// and no others. IF [NOT] EXISTS uses none.
func (w *write) staticOnly() bool {
	conditionsRegular := slices.ContainsFunc(w.conditioned, func(c *Column) bool { return !c.isStatic() })
	static := hasRole(w.written, model.Static) || hasRole(w.conditioned, model.Static)
	return !w.writesRegular() && !conditionsRegular && static
}

func (w *write) readWhere(conditions []Condition) *Refusal {
	w.conditions = conditions
	if slices.ContainsFunc(conditions, func(c Condition) bool { return c.Kind == IndexCondition }) {
		return &Refusal{Code: ExpressionInWrite}
	}
	if refusal := w.where.read(conditions); refusal != nil {
		return refusal
	}
	return w.where.judge(nil)
}

// checkConditional makes the checks of a write with IF.
func (w *write) checkConditional() *Refusal {
	switch {
	case !w.conditional():
		return nil
	case w.table.isCounter():
		return &Refusal{Code: ConditionalCounter}
	case w.using.Timestamp != nil:
		return &Refusal{Code: ConditionalTimestamp}
	}
	return nil
}

func (w *write) checkAttributes() *Refusal {
	switch {
	case w.table.isCounter() && w.using.Timestamp != nil:
		return &Refusal{Code: CounterTimestamp}
	case w.table.isCounter() && w.using.TTL != nil:
		return &Refusal{Code: CounterTTL}
	case w.table.View:
		return &Refusal{Code: WriteView}
	}
	return nil
}

func (w *write) checkKey() *Refusal {
	if w.table.Since6 {
		if refusal := w.where.checkAllNulls(); refusal != nil {
			return refusal
		}
	}
	return w.where.checkKey()
}

func (w *write) checkClustering() *Refusal { return w.where.checkClustering() }

func (w *write) checkConditionsRun() *Refusal { return checkExecutions(w.conditions) }

// checkValuesRun leaves out a write with IF, in which the stored row decides
// whether the server computes the values.
func (w *write) checkValuesRun() *Refusal {
	if w.conditional() {
		return nil
	}
	for _, value := range w.values {
		if refusal := value.checkExecution(); refusal != nil {
			return refusal
		}
	}
	return nil
}

func (w *write) checkCompareAndSet() *Refusal {
	switch {
	case !w.conditional():
		return nil
	case w.where.keyIn():
		return &Refusal{Code: ConditionalKeyIn}
	case w.where.clustering.hasIn:
		return &Refusal{Code: ConditionalClusteringIn}
	}
	return nil
}

// checkRange refuses a range of rows in a DELETE of columns. Only whole rows
// can be deleted by a range.
func (w *write) checkRange() *Refusal {
	if w.statement != DeleteStatement || len(w.written) == 0 || w.writesNothing() {
		return nil
	}
	hasRange := !w.where.clustering.isEmpty() && w.where.isRange()
	noRow := w.where.clustering.isEmpty() && len(w.table.Clustering) > 0 && w.writesRegular()
	if hasRange || noRow {
		return &Refusal{Code: RangeOfColumns}
	}
	return nil
}

// writesNothing reports whether an empty IN leaves no row to write.
func (w *write) writesNothing() bool { return w.where.partition.none() || w.where.clustering.none() }

// checkNullParts refuses elements whose key or index is null. In a write with
// IF the stored row decides whether the server gets so far.
func (w *write) checkNullParts() *Refusal {
	if len(w.nullParts) == 0 || w.conditional() || w.writesNothing() {
		return nil
	}
	return w.nullParts[0]
}

// checkUnusable leaves out a write with IF, as checkNullParts does.
func (w *write) checkUnusable() *Refusal {
	if len(w.unusable) == 0 || w.conditional() || w.writesNothing() {
		return nil
	}
	return w.unusable[0]
}

// nameElement records a refusal if the key or index of an element is null.
func (w *write) nameElement(element *Value, kind model.TypeKind) {
	codes := map[model.TypeKind]*Code{model.MapType: NullMapKey, model.ListType: NullListIndex, model.SetType: NullSetElement}
	w.values = append(w.values, element)
	if element.isNull() {
		w.nullParts = append(w.nullParts, &Refusal{Code: codes[kind]})
	}
}
