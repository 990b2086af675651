package cql

import (
	"fmt"

	"widerow/cql/convert"
	"widerow/cql/syntax"
	"widerow/model"
)

// PrintOptions control what a model's script contains beside the schema.
type PrintOptions struct {
	// Revision is written into the header, unless it is 0.
	Revision int
	// Target is written into the header, unless it is empty.
	Target model.Target
	// Options selects which options are printed.
	Options OptionPrinting
}

// header returns the comments at the start of a script, followed by a blank
// line.
func (o PrintOptions) header(lines ...syntax.Remark) []syntax.Remark {
	if o.Revision > 0 {
		lines = append(lines, convert.RemarkOf(fmt.Sprintf("Revision %d", o.Revision)))
	}
	if o.Target != "" {
		lines = append(lines, convert.RemarkOf("Target: "+TargetName(o.Target)))
	}
	if len(lines) > 0 {
		lines[len(lines)-1].Blank = true
	}
	return lines
}

// PrintModel returns the physical part of a model as a script. For each
// keyspace it lists the types, each after those that it uses, the functions and
// aggregates, the tables with the queries that they serve, their indexes, views
// and triggers, and finally the kept statements on roles. Notes are comments.
// Equal models yield equal scripts, and importing the script yields the same
// schema. User text cannot break out of its place.
func PrintModel(m *model.Model, options PrintOptions) string {
	script := &syntax.Script{Statements: []syntax.Statement{}}
	for _, written := range writeModel(m) {
		options.Options.apply(written.statement, m.Target)
		script.Statements = append(script.Statements, written.statement)
	}
	addHeader(script, options.header(convert.RemarkOf(m.Name)))
	return syntax.Print(script)
}

// written is one statement of a model with its element, and for an index also
// the table.
type written struct {
	statement      syntax.Statement
	element, table model.ID
}

// modelWriter turns a model into statements.
type modelWriter struct {
	m *model.Model
	// whole means that what the target lacks is written as if it had it.
	whole      bool
	statements []written
	// accesses are the queries and updates of a logical table.
	accesses map[model.ID][]model.ID
	// types and relations are the user types and relations of each keyspace, in order. The key ""
	// stands for deleted keyspaces.
	types     map[model.ID][]model.ID
	relations map[model.ID][]model.Item[*model.Relation]
	// kept are the kept statements of each keyspace, by stage. last are the kept statements at the
	// end of the script, of all keyspaces.
	kept map[model.ID][lastStage][]written
	last []written
}

// group collects in one pass what is looked up for each table.
func (w *modelWriter) group() {
	for _, arrow := range w.m.Logical.Arrows {
		w.accesses[arrow.To] = append(w.accesses[arrow.To], arrow.Access)
	}
	for _, userType := range model.Sorted(w.m.Physical.Types) {
		keyspace := w.present(userType.Value.Keyspace)
		w.types[keyspace] = append(w.types[keyspace], userType.ID)
	}
	for _, relation := range model.Sorted(w.m.Physical.Relations) {
		keyspace := w.present(relation.Value.Keyspace)
		w.relations[keyspace] = append(w.relations[keyspace], relation)
	}
	for _, item := range model.Sorted(w.m.Physical.Statements) {
		statement := w.writeStatement(item.Value)
		if comment, isComment := statement.(*syntax.CommentOn); isComment && w.m.Target != model.Cassandra60 && !(w.whole && comment.Label) {
			continue // the notes say the same
		}
		one, stage := written{statement: statement, element: item.ID}, kindOf(statement).stage
		if stage == lastStage {
			w.last = append(w.last, one)
			continue
		}
		keyspace := w.present(item.Value.Keyspace)
		stages := w.kept[keyspace]
		stages[stage] = append(stages[stage], one)
		w.kept[keyspace] = stages
	}
}

// writeModel returns the statements that create a model's physical part.
func writeModel(m *model.Model) []written { return writeStatements(m, false) }

// writeWhole also returns what the target of the model lacks.
func writeWhole(m *model.Model) []written { return writeStatements(m, true) }

func writeStatements(m *model.Model, whole bool) []written {
	w := modelWriter{m: m, whole: whole, accesses: map[model.ID][]model.ID{}, types: map[model.ID][]model.ID{},
		relations: map[model.ID][]model.Item[*model.Relation]{}, kept: map[model.ID][lastStage][]written{}}
	w.group()
	for _, keyspace := range model.Sorted(m.Physical.Keyspaces) {
		w.add(keyspace.ID, "", w.keyspace(keyspace.Value))
		w.content(keyspace.ID)
	}
	w.content("") // elements of deleted keyspaces
	return append(w.statements, w.last...)
}

func (w *modelWriter) add(element, table model.ID, statement syntax.Statement) {
	w.statements = append(w.statements, written{statement, element, table})
}

// present returns the keyspace, or "" if the model does not have it.
func (w *modelWriter) present(keyspace model.ID) model.ID {
	if w.m.Physical.Keyspaces[keyspace] == nil {
		return ""
	}
	return keyspace
}

func (w *modelWriter) content(keyspace model.ID) {
	for _, userType := range w.typesInOrder(keyspace) {
		w.add(userType.ID, "", w.userType(userType.Value))
	}
	w.statements = append(w.statements, w.kept[keyspace][functionStage]...)
	w.statements = append(w.statements, w.kept[keyspace][aggregateStage]...)
	var tables, views []model.Item[*model.Relation]
	for _, relation := range w.relations[keyspace] {
		if relation.Value.Kind == model.MaterializedView {
			views = append(views, relation)
		} else {
			tables = append(tables, relation)
		}
	}
	for _, table := range tables {
		w.add(table.ID, "", w.table(table))
	}
	for _, table := range tables {
		for _, index := range model.Sorted(table.Value.Indexes) {
			w.add(index.ID, table.ID, w.index(table.Value, index.Value))
		}
	}
	for _, view := range views {
		w.add(view.ID, "", w.view(view))
	}
	w.statements = append(w.statements, w.kept[keyspace][triggerStage]...)
}

// typesInOrder returns the types of a keyspace, each after those that it uses.
func (w *modelWriter) typesInOrder(keyspace model.ID) []model.Item[*model.UserType] {
	var ordered []model.Item[*model.UserType]
	visited := map[model.ID]bool{}
	var visit func(id model.ID)
	visit = func(id model.ID) {
		userType := w.m.Physical.Types[id]
		if userType == nil || visited[id] || w.present(userType.Keyspace) != keyspace {
			return
		}
		visited[id] = true
		for _, field := range model.Sorted(userType.Fields) {
			for _, used := range field.Value.Type.UserTypes() {
				visit(used)
			}
		}
		ordered = append(ordered, model.Item[*model.UserType]{ID: id, Value: userType})
	}
	for _, id := range w.types[keyspace] {
		visit(id)
	}
	return ordered
}

// qualified returns a name with its keyspace, if there is one.
func (w *modelWriter) qualified(keyspace model.ID, name string) syntax.QualifiedName {
	qualified := syntax.QualifiedName{Name: syntax.Identifier{Name: name, Quoted: true}}
	if found := w.m.Physical.Keyspaces[keyspace]; found != nil {
		qualified.Keyspace.Name = found.Name
	}
	return qualified
}

// noted returns a statement's base with a note as its comment.
func noted(note string) syntax.Base {
	return syntax.Base{Remarks: syntax.Remarks{Before: convert.NoteRemarks(note)}}
}

// described returns the base of a relation's statement with its note and its
// queries.
func (w *modelWriter) described(relation *model.Relation) syntax.Base {
	base := noted(relation.Note)
	base.Before = append(base.Before, w.queries(relation)...)
	return base
}

// queries returns comments that name the queries and updates of a relation.
func (w *modelWriter) queries(relation *model.Relation) []syntax.Remark {
	accesses := map[model.ID]bool{}
	for table := range relation.Realizes {
		for _, access := range w.accesses[table] {
			accesses[access] = true
		}
	}
	if len(accesses) == 0 {
		return nil
	}
	var remarks []syntax.Remark
	for _, query := range model.Sorted(w.m.Workflow.Queries) {
		if accesses[query.ID] {
			remarks = append(remarks, convert.RemarkOf(query.Value.Label+" "+query.Value.Name))
		}
	}
	for _, update := range model.Sorted(w.m.Workflow.Updates) {
		if accesses[update.ID] {
			remarks = append(remarks, convert.RemarkOf(update.Value.Label+" "+update.Value.Name))
		}
	}
	return remarks
}
