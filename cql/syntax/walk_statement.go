package syntax

// statement walks the parts of a statement.
func (w walker) statement(statement Statement) {
	switch s := statement.(type) {
	case *CreateKeyspace:
		w.names(s.Name)
		walkAll(s.Options, w)
	case *CreateType:
		Walk(&s.Name, w)
		walkAll(s.Fields, w)
	case *CreateTable:
		Walk(&s.Name, w)
		walkAll(s.Elements, w)
		walkAll(s.Options, w)
	case *CreateIndex:
		w.names(s.Name)
		Walk(&s.Table, w)
		walkAll(s.Targets, w)
		walkAll(s.Options, w)
	case *CreateView:
		Walk(&s.Name, w)
		walkAll(s.Selectors, w)
		Walk(&s.Table, w)
		walkAll(s.Where, w)
		w.key(s.Key)
		walkAll(s.Options, w)
	case *Use:
		w.names(s.Keyspace)
	default:
		if !w.alter(statement) && !w.data(statement) {
			w.other(statement)
		}
	}
}

func (w walker) alter(statement Statement) bool {
	switch s := statement.(type) {
	case *AlterKeyspace:
		w.names(s.Name)
		walkAll(s.Options, w)
	case *AlterTable:
		w.alterTable(s)
	case *AlterType:
		Walk(&s.Name, w)
		w.names(s.Field)
		if s.Action != RenameParts {
			Walk(&s.Type, w)
		}
		w.renames(s.Renames)
	case *AlterView:
		Walk(&s.Name, w)
		walkAll(s.Options, w)
	case *Drop:
		Walk(&s.Name, w)
	default:
		return false
	}
	return true
}

func (w walker) alterTable(s *AlterTable) {
	Walk(&s.Name, w)
	w.names(s.Column)
	if s.Action == AlterPartType {
		Walk(&s.Type, w)
	}
	if s.Mask != nil {
		Walk(s.Mask, w)
	}
	for i := range s.Added {
		w.column(&s.Added[i])
	}
	walkAll(s.Dropped, w)
	w.renames(s.Renames)
	walkAll(s.Options, w)
}

func (w walker) renames(renames []Rename) {
	for _, rename := range renames {
		w.names(rename.From, rename.To)
	}
}

func (w walker) data(statement Statement) bool {
	switch s := statement.(type) {
	case *Select:
		walkAll(s.Selectors, w)
		Walk(&s.Table, w)
		walkAll(s.Where, w)
		walkAll(s.GroupBy, w)
		walkAll(s.OrderBy, w)
		w.optional(s.PerPartitionLimit, s.Limit)
	case *Insert:
		Walk(&s.Table, w)
		walkAll(s.Columns, w)
		walkAll(s.Values, w)
		w.optional(s.JSON)
		walkAll(s.Using, w)
	case *Update:
		Walk(&s.Table, w)
		walkAll(s.Using, w)
		walkAll(s.Assignments, w)
		walkAll(s.Where, w)
		walkAll(s.If, w)
	case *Delete:
		walkAll(s.Deletions, w)
		Walk(&s.Table, w)
		walkAll(s.Using, w)
		walkAll(s.Where, w)
		walkAll(s.If, w)
	case *Batch:
		walkAll(s.Using, w)
		for _, inner := range s.Statements {
			Walk(inner, w)
		}
	case *Truncate:
		Walk(&s.Table, w)
	default:
		return false
	}
	return true
}

// other walks statements about functions, triggers and roles.
func (w walker) other(statement Statement) {
	switch s := statement.(type) {
	case *CreateFunction:
		Walk(&s.Name, w)
		walkAll(s.Arguments, w)
		Walk(&s.Returns, w)
	case *CreateAggregate:
		Walk(&s.Name, w)
		walkAll(s.Arguments, w)
		w.names(s.State)
		Walk(&s.StateType, w)
		w.names(s.Final)
		w.optional(s.Initial)
	case *DropFunction:
		Walk(&s.Name, w)
		walkAll(s.Arguments, w)
	case *CreateTrigger:
		w.names(s.Name)
		Walk(&s.Table, w)
	case *DropTrigger:
		w.names(s.Name)
		Walk(&s.Table, w)
	case *Role:
		Walk(&s.Name, w)
		walkAll(s.Options, w)
	case *User:
		Walk(&s.Name, w)
		w.optional(s.Password)
	case *DropRole:
		Walk(&s.Name, w)
	case *AddIdentity:
		Walk(&s.Identity, w)
		Walk(&s.Role, w)
	case *Grant:
		Walk(&s.Resource, w)
		Walk(&s.Role, w)
	case *GrantRole:
		Walk(&s.Granted, w)
		Walk(&s.Role, w)
	case *List:
		if s.Resource != nil {
			Walk(s.Resource, w)
		}
		if s.Of != nil {
			Walk(s.Of, w)
		}
	case *Describe:
		w.qualified(&s.Name)
	}
}
