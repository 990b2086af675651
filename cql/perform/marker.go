package perform

import (
	"widerow/model/access"
	"widerow/model/write"
)

// marker is a bind marker of a statement: the column that it is for, and where.
type marker struct {
	column  string
	isNew   bool // in SET or VALUES
	element bool // c + ? or c[?]
	key     bool // c[?]
	field   string
	in      bool
	// operator belongs to a condition. isIf marks a condition of a lightweight transaction.
	operator string
	isIf     bool
}

func markersOf(s *write.Statement) []marker {
	var found []marker
	where := func(conditions []access.Condition) {
		for _, c := range conditions {
			for i := range c.Values {
				if c.Values[i].Kind == access.Marker {
					found = append(found, marker{column: c.Columns[0], in: c.Operator == access.In, operator: string(c.Operator)})
				}
			}
		}
	}
	when := func(conditions []access.IfCondition) {
		for _, c := range conditions {
			for i := range c.Values {
				if c.Values[i].Kind == access.Marker {
					found = append(found, marker{column: c.Column, operator: string(c.Operator), isIf: true})
				}
			}
		}
	}
	switch w := s.Write; {
	case s.Select != nil:
		where(s.Select.Where)
	case w.Insert != nil:
		for i, column := range w.Insert.Columns {
			if w.Insert.Values[i].Kind == access.Marker {
				found = append(found, marker{column: column, isNew: true})
			}
		}
	case w.Update != nil:
		for _, a := range w.Update.Set {
			if a.Key != nil && a.Key.Kind == access.Marker {
				found = append(found, marker{column: a.Column, isNew: true, element: true, key: true})
			}
			if a.Value.Kind == access.Marker {
				found = append(found, marker{column: a.Column, isNew: true, field: a.Field, element: a.Kind == access.Add || a.Kind == access.Subtract})
			}
		}
		where(w.Update.Where)
		when(w.Update.If)
	case w.Delete != nil:
		for _, d := range w.Delete.Columns {
			if d.Element != nil && d.Element.Kind == access.Marker {
				found = append(found, marker{column: d.Column, element: true, key: true})
			}
		}
		where(w.Delete.Where)
		when(w.Delete.If)
	}
	return found
}
