package access

import "widerow/model"

// Mask judges the function of MASKED WITH for a column and returns its
// signature. written is the call as written; the column is passed before its
// arguments. Only the names, types and functions of the table are used, because
// the table may not exist yet.
func (t *Table) Mask(column string, typ model.Type, written Value) (*Signature, *Refusal) {
	typ = canonical(typ, false)
	c := call{scope: &scope{table: t}, name: written.FunctionName(), value: &written, to: receiver{name: column, typ: typ}}
	c.arguments = append([]Value{{Kind: Typed, Type: typ}}, written.Values...)
	f, refusal := c.findMask()
	if refusal == nil {
		refusal = c.checkMask(f)
	}
	for i := 0; refusal == nil && i < len(written.Values); i++ {
		refusal = t.checkValue(&written.Values[i], receiver{name: dummy, typ: f.Arguments[i+1]})
	}
	if refusal != nil {
		refusal.Table = t
		return nil, refusal
	}
	return f, nil
}

// dummy is the name that messages give to a receiver without one.
const dummy = "(dummy)"

// findMask looks up the function. token is refused at once: the server needs
// its table to find it, and the table does not exist yet.
func (c *call) findMask() (*Signature, *Refusal) {
	if c.name.Name == "token" && (c.name.Keyspace == "" || c.name.Keyspace == systemKeyspace) {
		return nil, &Refusal{Code: MaskToken}
	}
	return c.find()
}

func (c *call) checkMask(f *Signature) *Refusal {
	refusal := &Refusal{Column: c.to.name, Value: c.value, Type: c.to.typ, Function: f}
	switch {
	case f == nil:
		refusal.Code = MaskUnknown
	case f.Aggregate:
		refusal.Code = MaskAggregate
	case f.Keyspace == systemKeyspace && !isMask(f.Name):
		refusal.Code = MaskOther
	case f.Keyspace != systemKeyspace && f.Keyspace != c.table.Keyspace:
		refusal.Code = MaskForeign
	case !f.Returns.Equal(c.to.typ):
		refusal.Code = MaskReturns
	default:
		return nil
	}
	return refusal
}

// isMask reports whether name is one of the server's masking functions.
func isMask(name string) bool {
	const prefix = "mask_"
	return len(name) > len(prefix) && name[:len(prefix)] == prefix
}
