package cql

import (
	"cmp"
	"slices"
	"strings"

	"widerow/cql/convert"
	"widerow/cql/syntax"
	"widerow/model"
	"widerow/model/schema"
)

// The statements that Cassandra 6.0 adds.

func placeComment(s *syntax.CommentOn, keyspace, table string) {
	if s.What != "KEYSPACE" {
		s.Name = within(s.Name, keyspace)
	}
	if s.What == "TABLE" || s.What == "COLUMN" {
		s.Name.Name.Name = cmp.Or(table, s.Name.Name.Name)
	}
}

// commentOn judges COMMENT ON and SECURITY LABEL. A comment becomes the note of its element. The
// comment of a table is its option, too; the other statements are kept.
func (r *resolver) commentOn(s *syntax.CommentOn) *schema.Refusal {
	name := convert.Name(s.Name)
	if s.What == "KEYSPACE" {
		name = schema.Name{Keyspace: s.Name.Name.Name}
	}
	full, refusal := r.schema.Complete(name)
	if refusal != nil {
		return refusal
	}
	if schema.IsSystem(full.Keyspace) {
		return invalid("%s keyspace is not user-modifiable.", full.Keyspace).
			Advise("It belongs to the server. Use a keyspace of your own.")
	}
	if s.Text == "" && !s.Null {
		return invalid("Cannot set %s to empty string", commentKind(s)).
			Advise("Write a text, or IS NULL to remove it.")
	}
	note, refusal := r.commented(s, full)
	if refusal != nil {
		return refusal
	}
	if note != nil && !s.Label && *note == "" {
		*note = s.Text
	}
	if r.target == cassandra60 {
		r.keepComment(s, full)
	}
	return nil
}

// keepComment keeps a comment or label in place of the one before it.
func (r *resolver) keepComment(s *syntax.CommentOn, full schema.Name) {
	if id, found := r.schema.RelationID(full.Keyspace, full.Name); found && s.What == "TABLE" && !s.Label {
		r.schema.Physical.Relations[id].Comment = s.Text
		return
	}
	comment := *s
	comment.Base = syntax.Base{}
	if s.What != "KEYSPACE" {
		comment.Name.Keyspace.Name = full.Keyspace
	}
	subject := commentSubject(&comment)
	if previous, found := r.comments[subject]; found {
		delete(r.schema.Physical.Statements, previous.id)
		delete(r.comments, subject)
	}
	if !s.Null {
		r.comments[subject] = keptComment{&comment, r.schema.KeepOn(full, r.keptText(&comment, comment.Name), "")}
	}
}

// keptComment is a kept COMMENT ON or SECURITY LABEL.
type keptComment struct {
	statement *syntax.CommentOn
	id        model.ID
}

// commentSubject returns a COMMENT ON or SECURITY LABEL without its text.
func commentSubject(s *syntax.CommentOn) string {
	about := *s
	about.Base, about.Text, about.Null = syntax.Base{}, "", true
	text, _, _ := strings.Cut(syntax.PrintStatement(&about), " IS NULL")
	return text
}

// followComments makes the comments on columns follow a RENAME, and drops those whose
// element a statement has dropped. A comment on a field is lost when the field is renamed.
func (r *resolver) followComments(statement syntax.Statement) {
	switch s := statement.(type) {
	case *syntax.AlterTable:
		for _, rename := range s.Renames {
			r.renameComments(s.Name, rename)
		}
	case *syntax.AlterType, *syntax.Drop:
	default:
		return
	}
	for subject, kept := range r.comments {
		s := kept.statement
		name := convert.Name(s.Name)
		if s.What == "KEYSPACE" {
			name = schema.Name{Keyspace: s.Name.Name.Name}
		}
		if _, refusal := r.commented(s, name); refusal != nil {
			delete(r.schema.Physical.Statements, kept.id)
			delete(r.comments, subject)
		}
	}
}

// renameComments renames the column of the comments and labels on it.
func (r *resolver) renameComments(table syntax.QualifiedName, rename syntax.Rename) {
	keyspace := keyspaceOf(r.schema, table)
	for subject, kept := range r.comments {
		s := kept.statement
		if s.What != "COLUMN" || s.Name.Keyspace.Name != keyspace || s.Name.Name.Name != table.Name.Name || s.Part.Name != rename.From.Name {
			continue
		}
		s.Part = rename.To
		if stored := r.schema.Physical.Statements[kept.id]; stored != nil {
			stored.Text = r.keptText(s, s.Name)
		}
		delete(r.comments, subject)
		r.comments[commentSubject(s)] = kept
	}
}

func commentKind(s *syntax.CommentOn) string {
	if s.Label {
		return "security label"
	}
	return "comment"
}

// commented returns the note of the element that a comment is on.
func (r *resolver) commented(s *syntax.CommentOn, full schema.Name) (*string, *schema.Refusal) {
	physical := &r.schema.Physical
	keyspace := keyspaceID(physical, full.Keyspace)
	if keyspace == "" {
		return nil, invalid("Keyspace '%s' doesn't exist", full.Keyspace).
			Advise("{keyspace}Create the keyspace first, or correct its name.")
	}
	switch s.What {
	case "KEYSPACE":
		return &physical.Keyspaces[keyspace].Note, nil
	case "TYPE", "FIELD":
		return commentedType(physical, r.schema.TypeIDs(full.Keyspace)[full.Name], s, full)
	}
	id, found := r.schema.RelationID(full.Keyspace, full.Name)
	if !found {
		return nil, invalid("Table '%s.%s' doesn't exist", full.Keyspace, full.Name).
			Advise("Check the name.")
	}
	relation := physical.Relations[id]
	switch {
	case relation.Kind != model.Table:
		return nil, invalid("Cannot set %s on non-regular table '%s.%s'", commentKind(s), full.Keyspace, full.Name).
			Advise("Name a table: a view has no comment of its own.")
	case s.What == "TABLE":
		return &relation.Note, nil
	}
	for _, column := range relation.Columns {
		if column.Name == s.Part.Name {
			return &column.Note, nil
		}
	}
	return nil, invalid("Column '%s' doesn't exist in table '%s.%s'", s.Part.Name, full.Keyspace, full.Name).
		Advise("Check the name.")
}

func commentedType(physical *model.Physical, id model.ID, s *syntax.CommentOn, full schema.Name) (*string, *schema.Refusal) {
	userType := physical.Types[id]
	switch {
	case userType == nil:
		return nil, invalid("Type '%s.%s' doesn't exist", full.Keyspace, full.Name).
			Advise("Check the name.")
	case s.What == "TYPE":
		return &userType.Note, nil
	}
	for _, field := range userType.Fields {
		if field.Name == s.Part.Name {
			return &field.Note, nil
		}
	}
	return nil, invalid("Field '%s' doesn't exist in type '%s.%s'", s.Part.Name, full.Keyspace, full.Name).
		Advise("Check the name.")
}

// likeTable follows CopyTableStatement: it creates the table that the source's own
// description creates under another name.
func (r *resolver) likeTable(s *syntax.LikeTable) *schema.Refusal {
	source, refusal := r.schema.Complete(convert.Name(s.Source))
	if refusal != nil {
		return refusal
	}
	target, refusal := r.schema.Complete(convert.Name(s.Name))
	if refusal != nil {
		return refusal
	}
	judged, _ := r.target.ownOptions(s.Options)
	if refusal := schema.CheckTableOptions(convert.Options(judged)); refusal != nil {
		return refusal
	}
	physical := &r.schema.Physical
	from, to := keyspaceID(physical, source.Keyspace), keyspaceID(physical, target.Keyspace)
	id, found := r.schema.RelationID(source.Keyspace, source.Name)
	switch {
	case schema.IsSystem(target.Keyspace):
		return invalid("%s keyspace is not user-modifiable.", target.Keyspace).
			Advise("It belongs to the server. Use a keyspace of your own.")
	case from == "":
		return invalid("Source Keyspace '%s' doesn't exist", source.Keyspace).
			Advise("Check the name after LIKE.")
	case !found:
		return invalid("Source Table '%s.%s' doesn't exist", source.Keyspace, source.Name).
			Advise("Check the name after LIKE.")
	case physical.Relations[id].Kind != model.Table:
		return invalid("Cannot use CREATE TABLE LIKE on a materialized view '%s.%s'.", source.Keyspace, source.Name).
			Advise("Name a table.")
	case to == "":
		return invalid("Target Keyspace '%s' doesn't exist", target.Keyspace).
			Advise("Create the keyspace first.")
	}
	relation := physical.Relations[id]
	w := modelWriter{m: &model.Model{Target: model.Cassandra60, Physical: *physical}}
	created, _ := w.table(model.Item[*model.Relation]{ID: id, Value: relation}).(*syntax.CreateTable)
	_, exists := r.schema.RelationID(target.Keyspace, target.Name)
	if !exists && from != to {
		if missing := missingTypes(physical, relation, r.schema.TypeIDs(target.Keyspace)); len(missing) > 0 {
			return invalid("UDTs %s do not exist in target keyspace '%s'.", strings.Join(missing, ", "), target.Keyspace).
				Advise("Create the types in that keyspace first.")
		}
	}
	created.Base, created.Name, created.IfNotExists = s.Base, s.Name, s.IfNotExists
	created.Options = replacedOptions(created.Options, s.Options)
	if refusal := r.createTable(created); refusal != nil || !s.Indexes || exists {
		return refusal
	}
	for _, index := range model.Sorted(relation.Indexes) {
		copied, _ := w.index(relation, index.Value).(*syntax.CreateIndex)
		copied.Name, copied.Table = syntax.Identifier{}, s.Name
		if refusal := r.createIndex(copied); refusal != nil {
			return refusal
		}
	}
	return nil
}

func keyspaceID(physical *model.Physical, name string) model.ID {
	for id, keyspace := range physical.Keyspaces {
		if keyspace.Name == name {
			return id
		}
	}
	return ""
}

// missingTypes are the user-defined types of a table that a keyspace lacks.
func missingTypes(physical *model.Physical, relation *model.Relation, has map[string]model.ID) []string {
	var missing []string
	for _, column := range relation.Columns {
		for _, id := range column.Type.UserTypes() {
			if userType := physical.Types[id]; userType != nil && has[userType.Name] == "" && !slices.Contains(missing, userType.Name) {
				missing = append(missing, userType.Name)
			}
		}
	}
	slices.Sort(missing)
	return missing
}

// replacedOptions returns options in which the options of a second list replace those of the same
// name.
func replacedOptions(options, by []syntax.Option) []syntax.Option {
	kept := slices.DeleteFunc(slices.Clone(options), func(o syntax.Option) bool {
		return o.Kind == syntax.Property && slices.ContainsFunc(by, func(other syntax.Option) bool { return other.Name.Name == o.Name.Name })
	})
	return append(kept, by...)
}

// checkOwnOptions checks the values of the options that 6.0 adds.
func (r *resolver) checkOwnOptions(own []syntax.Option) *schema.Refusal {
	if r.target != cassandra60 {
		return nil
	}
	for i := range own {
		value := own[i].Value.Text
		switch name := own[i].Name.Name; {
		case name == "fast_path" && !own[i].Value.IsMap() && !slices.Contains([]string{"keyspace", "simple", "up"}, strings.ToLower(value)):
			return schema.Refuse(schema.Config, "", "Fast path strategy must either be 'keyspace', 'simple', "+
				"'up' or a map size and optional dcs {'size':n, 'dcs': dc0,dc1...")
		case name != "fast_path" && own[i].Value.IsMap():
			return schema.Refuse(schema.Syntax, "", "Invalid value for property '%s'. It should be a string", name).
				Advise("Write a single value without braces.")
		case name == "transactional_mode" && !slices.Contains(transactionalModes, strings.ToLower(value)):
			return invalid("java.lang.IllegalArgumentException: No enum constant org.apache.cassandra.service.consensus.TransactionalMode.%s", value).
				Advise("The modes are off, mixed_reads and full.")
		}
	}
	return nil
}

var transactionalModes = []string{"off", "mixed_reads", "full"}
