package write

import (
	"fmt"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/proof"
)

// Level is the severity of a finding.
type Level string

// The levels.
const (
	Error   Level = "error"
	Warning Level = "warning"
	Info    Level = "info"
)

// The codes of findings.
const (
	CodeEmpty       = "update/empty"
	CodeNoTable     = "update/no-table"
	CodeKeyAssumed  = "update/key-assumed"
	CodeLookup      = "update/lookup"
	CodeParameters  = "update/parameters"
	CodeBatchSize   = "update/batch-size"
	CodeCondition   = "update/condition"
	CodeConsistency = "update/consistency"
	CodeCopy        = "update/copy"
	CodeAggregate   = "update/aggregate"
	CodeListAppend  = "update/list-append"
	CodeMovedKey    = "update/moved-key"
	CodeArrows      = "update/arrows"
	CodeActor       = "update/actor"
	CodeUnchecked   = "update/unchecked"
	CodeRejected    = "update/rejected"
	CodeCascade     = "update/cascade"
	CodeAlone       = "update/alone"
	CodeSubtype     = "update/subtype"
	CodeUnique      = "update/unique"
	CodeStatement   = "update/statement"
)

// Finding is something to know about an update. Element is the part of the
// document that it is about.
type Finding struct {
	Level               Level
	Code, Message, Hint string
	Element             model.ID
}

// findings reports what is wrong with a plan.
type findings struct{ *planning }

func (w findings) report(level Level, code string, element model.ID, message, hint string) {
	w.plan.Findings = append(w.plan.Findings, Finding{level, code, message, hint, element})
}

// find reports the faults of the plan, the worst first.
func (w findings) find() {
	label := w.update.Label
	switch {
	case len(w.update.Writes) == 0:
		w.report(Warning, CodeEmpty, w.id, label+" writes nothing", "Add the entity types, relationship types or attributes that it writes.")
	case len(w.writes) == 0 && len(w.plan.Skipped) > 0:
		w.report(Info, CodeNoTable, w.id, label+" changes no table", "See why the tables that store something of it are not written.")
	case len(w.writes) == 0:
		w.report(Warning, CodeNoTable, w.id, "No table stores what "+label+" writes", "Derive the tables of the queries that read it.")
	}
	w.findRejected()
	w.findConsistency()
	w.findLookups()
	w.findParameters()
	w.findBatchSize()
	w.findCondition()
	w.findMoved()
	w.findUnchecked()
	w.findCascade()
	w.findAlone()
	w.findKept()
	w.findArrows()
	w.findReserved()
	if mismatch := w.model.ActorMismatch(w.id); mismatch != "" {
		w.report(Info, CodeActor, w.id, mismatch, "Change the actor of one of them.")
	}
	w.findCopies()
	for _, name := range w.computed {
		w.report(Info, CodeAggregate, w.id, name+" is an aggregate: "+label+" must compute it",
			"Compute it from the rows that it summarizes, in the application or in a job.")
	}
	for _, name := range w.emptied {
		w.report(Info, CodeAggregate, w.id, name+" has a row for each group of instances: "+label+" must delete that of a group which it leaves empty",
			"Look in the application, or in a job, whether the group has an instance left.")
	}
	for _, s := range w.writes {
		if s.Write.Update != nil && appends(s.Write.Update, s.target.table) {
			w.report(Warning, CodeListAppend, s.Table, "A retry of "+label+" adds the element to a list of "+
				s.Access.Name+" twice", "Make the list a set, or a map by an ID that the application chooses.")
		}
	}
	if w.assumed {
		w.report(Info, CodeKeyAssumed, w.id, label+" has no condition: the key of "+w.titles(w.about(w.subject))+
			" is taken as given", "Add the conditions by which it finds what it "+verbs[w.kind]+".")
	}
}

var verbs = map[model.UpdateKind]string{model.Insert: "inserts", model.Change: "changes", model.Delete: "deletes"}

func (w findings) findRejected() {
	for _, s := range w.writes {
		if s.Refusal != nil {
			w.report(Error, CodeRejected, s.Table, "Cassandra rejects a statement of "+w.update.Label+" on "+s.Access.Name, "Look at the key of the table.")
		}
	}
}

// findConsistency reports levels that the server rejects for a kind of write.
func (w findings) findConsistency() {
	level, label := w.update.Consistency, w.update.Label
	isSerial := level == model.Serial || level == model.LocalSerial
	counts := slices.ContainsFunc(w.writes, func(s *Statement) bool { return s.Counter })
	switch {
	case isSerial:
		w.report(Error, CodeConsistency, w.id, fmt.Sprintf("Cassandra rejects writes with consistency %s (%s)", level, label),
			"SERIAL is the serial consistency of a lightweight transaction. Choose the level of the write, such as LOCAL_QUORUM.")
	case level == model.Any && counts:
		w.report(Error, CodeConsistency, w.id, "Cassandra rejects counter updates with consistency ANY ("+label+")", "Use ONE or more.")
	case level == model.Any && len(w.plan.Steps) > 0 && w.plan.Steps[0].Kind == Read:
		w.report(Warning, CodeConsistency, w.id, label+" reads before it writes, and reads cannot have consistency ANY", "Read with another level.")
	}
}

func (w findings) findLookups() {
	label := w.update.Label
	for _, l := range w.plan.Lookups {
		table, names := w.byID[l.Table].Access.Name, list(l.Names)
		known := "what " + label + " knows"
		if len(l.Known) > 0 {
			known = list(l.Known)
		}
		switch {
		case l.Without != "" && !l.Copied:
			w.report(Warning, CodeLookup, l.Table,
				fmt.Sprintf("%s finds %s of %s only by %s: where there is none, the rows stay as they are", label,
					names, table, l.Without),
				"Derive a lookup table"+l.proposal(w.planning)+", or make sure that there always is one.")
		case l.Copied, slices.ContainsFunc(w.plan.Lookups, l.isPartOf):
		case l.Own:
			w.report(Warning, CodeLookup, l.Table, fmt.Sprintf("%s does not write %s, which the key of %s needs", label, names, table),
				"Add "+w.namesOf(l.Needed)+" to what "+label+" writes.")
		case len(l.Confused) > 0:
			w.report(Warning, CodeLookup, l.Table,
				fmt.Sprintf(
					"No table finds %s of %s by %s, and none can be derived: a query cannot tell two %s apart", names,
					table, known, list(l.Confused)),
				"Add the values to the conditions of "+label+".")
		default:
			w.report(Warning, CodeLookup, l.Table, fmt.Sprintf("No table finds %s of %s by %s: a lookup table is missing", names, table, known),
				"Derive a lookup table"+l.proposal(w.planning)+", or add the values to the conditions of "+label+".")
		}
	}
}

// isPartOf reports whether another lookup finds all that the lookup finds, and more, by the same.
func (l *Lookup) isPartOf(other Lookup) bool {
	isIn := func(name string) bool { return slices.Contains(other.Names, name) }
	return l.Table == other.Table && !other.Copied && l.Own == other.Own && len(other.Names) > len(l.Names) && slices.Equal(l.Known, other.Known) &&
		len(filter(l.Names, isIn)) == len(l.Names)
}

// findCopies reports the columns of each table that the update leaves empty.
func (w findings) findCopies() {
	label := w.update.Label
	for _, t := range w.tables {
		var others, own []string
		for _, l := range w.plan.Lookups {
			switch {
			case !l.Copied || l.Table != t.ID:
			case l.Without != "":
				w.report(Warning, CodeCopy, t.ID,
					fmt.Sprintf("%s leaves %s of %s empty where there is no %s: it finds the value only by that",
						label, list(l.Names), t.Access.Name, l.Without),
					"Derive a lookup table"+l.proposal(w.planning)+", or make sure that there always is one.")
			case l.Own:
				own = appendNew(own, l.Names...)
			default:
				others = appendNew(others, l.Names...)
			}
		}
		reason, hint := "no table has the value by what it knows", "Add the value to what "+label+" writes, or look it up in a table by the key of its owner."
		level := Warning
		if len(others) == 0 { // another update may fill it, or nobody may read it: Judge knows
			level = Info
			reason, hint = "it does not write the value", "Add the value to what "+label+" writes."
		}
		if names := append(others, own...); len(names) > 0 {
			w.report(level, CodeCopy, t.ID, fmt.Sprintf("%s leaves %s of %s empty: %s", label, list(names), t.Access.Name, reason), hint)
		}
	}
}

// findParameters reports conditions whose values come from nowhere.
func (w findings) findParameters() {
	var missing []string
	for _, parameter := range w.plan.Parameters {
		if parameter.Source == proof.FromNowhere {
			missing = appendNew(missing, parameter.Name)
		}
	}
	if len(missing) > 0 {
		w.report(Warning, CodeParameters, w.id, "No query before "+w.update.Label+" returns "+list(missing),
			"Return the value in an earlier query, or make it input of the user or a constant.")
	}
}

// findArrows reports logical tables that are written although no arrow says so, and
// arrows to tables that are not.
func (w findings) findArrows() {
	missing, wrong := w.arrows(&w.plan)
	label := w.update.Label
	if len(missing) > 0 {
		w.report(Info, CodeArrows, w.id, "No arrow shows that "+label+" writes "+w.titles(missing), "")
	}
	if len(wrong) > 0 {
		w.report(Info, CodeArrows, w.id, label+" has an arrow to "+w.titles(wrong)+", but writes nothing there", "")
	}
}

// arrows returns the logical tables that a plan writes without an arrow of the
// update, and those to which an arrow leads that it does not write. Both are empty
// for an update without arrows.
func (p *planner) arrows(plan *Plan) (missing, wrong []model.ID) {
	written, drawn := []model.ID(nil), []model.ID(nil)
	for _, writes := range plan.Tables {
		if p.byID[writes.Table].Logical {
			written = appendNew(written, writes.Table)
		}
		for _, id := range p.byID[writes.Table].Relation.Realizes.Sorted() {
			if p.model.Logical.Tables[id] != nil {
				written = appendNew(written, id)
			}
		}
	}
	for _, arrow := range model.Sorted(p.model.Logical.Arrows) {
		if arrow.Value.Access == plan.Update {
			drawn = appendNew(drawn, arrow.Value.To)
		}
	}
	if len(drawn) == 0 {
		return nil, nil
	}
	missing = filter(written, func(id model.ID) bool { return !slices.Contains(drawn, id) })
	return missing, filter(drawn, func(id model.ID) bool { return !slices.Contains(written, id) && !p.isViewed(id, plan.Views) })
}

// isViewed reports whether a view that the server maintains realizes a logical table.
func (p *planner) isViewed(table model.ID, views []model.ID) bool {
	return slices.ContainsFunc(views, func(id model.ID) bool { return p.byID[id].Relation.Realizes[table] })
}

// titles names types: "Hotel and Room".
func (w findings) titles(types []model.ID) string {
	var titles []string
	for _, id := range types {
		if title := w.model.Title(id); title != "" {
			titles = append(titles, title)
		}
	}
	return strings.TrimSpace(list(titles))
}
