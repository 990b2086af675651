package syntax

// Effect reports what a statement changes: anything, and the schema. What cannot be parsed may change both.
func Effect(statement Statement) (changes, onSchema bool) {
	switch s := statement.(type) {
	case *Select, *Use, *List, *Describe, *Other:
		return false, false
	case *Insert, *Update, *Delete, *Batch, *Truncate, *Transaction,
		*Role, *User, *DropRole, *Grant, *GrantRole, *AddIdentity:
		return true, false
	case *Bad:
		if partial := s.Partial(); partial != nil {
			_, onSchema = Effect(partial)
			return true, onSchema
		}
	}
	return true, true
}
