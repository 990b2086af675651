package schema

import "slices"

// AlterView is ALTER MATERIALIZED VIEW. Kept are options that are set without
// being checked.
type AlterView struct {
	Name          Name
	IfExists      bool
	Options, Kept []Option
}

// AlterView changes the options of a materialized view.
func (s *Schema) AlterView(d AlterView) *Refusal {
	if refusal := duplicateOption(d.Options); refusal != nil {
		return refusal
	}
	name, refusal := s.viewName(d.Name)
	if refusal != nil {
		return refusal
	}
	view := s.view(name)
	switch {
	case view == nil && d.IfExists:
		return nil
	case view == nil:
		return refuse(Invalid, "", "Materialized view '%s' doesn't exist", name.written()).
			Advise("{table}If it is a table, write TABLE.")
	}
	after, refusal := checkViewOptions(d.Options, view.options)
	if refusal != nil {
		return refusal
	}
	view.options = after
	alterOptions(view.value, slices.Concat(d.Options, d.Kept))
	return nil
}

func checkViewOptions(given []Option, before tableOptions) (tableOptions, *Refusal) {
	if refusal := unknownOption(given, tableOptionNames); refusal != nil {
		return before, refusal
	}
	options := readTableOptions(given)
	if _, refusal := options.check(); refusal != nil {
		return before, refusal
	}
	if refusal := options.checkNoID(); refusal != nil {
		return before, refusal
	}
	after := options.mergedInto(before)
	switch {
	case after.gcGrace == 0:
		return before, refuse(Invalid, "", "Cannot alter gc_grace_seconds of a materialized view to 0, %s", gcGraceMessage).
			Advise("Give a number above 0, such as 864000.").ofOption("gc_grace_seconds")
	case after.timeToLive > 0:
		return before, refuse(Invalid, "", "Forbidden default_time_to_live detected for a materialized view. Data in a materialized view always "+
			"expire at the same time than the corresponding data in the parent table. default_time_to_live must be set to zero, "+
			"see CASSANDRA-12868 for more information").
			Advise("Set it on the table.").ofOption("default_time_to_live")
	}
	return after, nil
}
