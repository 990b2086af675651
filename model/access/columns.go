package access

// Columns returns the names of the columns that a SELECT names.
func (s *Select) Columns() map[string]bool {
	names := map[string]bool{}
	for i := range s.Selectors {
		s.Selectors[i].addColumns(names)
	}
	for i := range s.GroupBy {
		s.GroupBy[i].addColumns(names)
	}
	for _, condition := range s.Where {
		for _, name := range condition.Columns {
			names[name] = true
		}
	}
	for _, order := range s.OrderBy {
		names[order.Column] = true
	}
	return names
}

func (v *Value) addColumns(names map[string]bool) {
	if v.Kind == Reference {
		names[v.Text] = true
	}
	for i := range v.Values {
		v.Values[i].addColumns(names)
	}
}

// Columns returns the names of the columns to which an INSERT or UPDATE gives values.
func (p BatchPart) Columns() map[string]bool {
	names := map[string]bool{}
	if p.Insert != nil {
		for _, name := range p.Insert.Columns {
			names[name] = true
		}
	}
	if p.Update != nil {
		for _, assignment := range p.Update.Set {
			names[assignment.Column] = true
		}
	}
	return names
}
