package advice

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/access"
	"widerow/model/sizing"
	"widerow/model/stored"
	"widerow/model/write"
)

// updates calls visit with each update and its plan.
func (p *Pass) updates(visit func(update *model.Update, plan *write.Plan)) {
	for i := range p.Plans {
		if update := p.Model.Workflow.Updates[p.Plans[i].Update]; update != nil {
			visit(update, &p.Plans[i])
		}
	}
}

// each calls visit with each statement of a plan that writes and can run.
func each(plan *write.Plan, visit func(s *statement)) {
	for i := range plan.Steps {
		if plan.Steps[i].Kind == write.Blocked {
			continue
		}
		for j := range plan.Steps[i].Statements {
			if s := &plan.Steps[i].Statements[j]; s.Select == nil {
				visit(s)
			}
		}
	}
}

// checkCollectionOverwrite reports whole collections that an UPDATE sets: each leaves a range tombstone.
func checkCollectionOverwrite(p *Pass) {
	p.updates(func(update *model.Update, plan *write.Plan) {
		reported := map[string]bool{}
		each(plan, func(s *statement) {
			if s.Write.Update == nil || s.Access == nil {
				return
			}
			for _, assigned := range s.Write.Update.Set {
				column := columnOf(s.Access, assigned.Column)
				if column == nil || assigned.Kind != access.Assign || !isCollection(column.Type) || reported[s.Access.Name+assigned.Column] {
					continue
				}
				reported[s.Access.Name+assigned.Column] = true
				finding := Finding{Level: Warning, Element: plan.Update,
					Message: fmt.Sprintf(
						"%s sets the whole of %s.%s: each time a tombstone hides the elements before",
						p.label(plan.Update), s.Access.Name, assigned.Column)}
				if plan.Rate.Known && plan.Rate.Typical > 0 {
					finding.Numbers = []Number{{"tombstones", plan.Rate.Typical * day, "per day"}}
					finding.Message += fmt.Sprintf(", %s a day", figure(math.Round(plan.Rate.Typical*day)))
				}
				p.report(finding)
			}
		})
	})
}

func checkCounters(p *Pass) {
	var found []Finding
	p.updates(func(update *model.Update, plan *write.Plan) {
		each(plan, func(s *statement) {
			if s.Counter && !slices.ContainsFunc(found, func(f Finding) bool { return f.Element == plan.Update }) {
				found = append(found, Finding{Level: Warning, Element: plan.Update,
					Message: fmt.Sprintf("%s increments a counter of %s: after a timeout nobody knows whether it "+
						"counted, and a retry counts twice", p.label(plan.Update), s.Access.Name)})
			}
		})
	})
	for _, finding := range found {
		p.report(finding)
	}
	for _, r := range p.tables {
		if ttl, _ := r.number("default_time_to_live"); ttl > 0 &&
			slices.ContainsFunc(r.regular,
				func(c model.Item[*model.Column]) bool { return isNative(c.Value.Type, "counter") }) {
			p.report(Finding{Level: Error, Element: r.id, Message: r.name + " has counters and a TTL: Cassandra rejects a TTL on counters"})
		}
	}
}

// checkCounterIDs reports counters that hand out identifiers: those who increment one and read it may get the same number.
func checkCounterIDs(p *Pass) {
	const cost = "a counter cannot return its new value, so that two that increment and then read get the same identifier"
	const instead = "Use uuid() or timeuuid values, or hand out blocks of numbers by a lightweight transaction."
	p.updates(func(update *model.Update, plan *write.Plan) {
		for _, written := range model.Sorted(update.Writes) {
			element, _ := p.Model.Element(written.Value.Element)
			if attribute, is := element.Value.(*model.Attribute); is && update.Kind == model.Increment && attribute.Key == model.Key {
				p.report(Finding{Level: Error, Element: plan.Update, Hint: instead,
					Message: fmt.Sprintf("%s increments %s, which identifies: %s", update.Label, p.Model.Title(element.ID), cost)})
			}
		}
	})
	for _, r := range p.tables {
		for _, c := range r.regular {
			name := strings.Join(words(c.Value.Name), " ")
			isID := hasWord(name, "sequence", "seq", "autoincrement") ||
				slices.Contains([]string{"id", "next id", "last id", "max id", "current id", "nextid", "lastid"}, name)
			if isNative(c.Value.Type, "counter") && isID {
				p.report(Finding{Level: Info, Element: c.ID, Hint: instead,
					Message: fmt.Sprintf("%s.%s is a counter that is named like a source of identifiers: %s", r.name, c.Value.Name, cost)})
			}
		}
	}
}

// checkOptionalValues reports INSERTs that bind a column which part of the rows do not have.
func checkOptionalValues(p *Pass) {
	p.updates(func(update *model.Update, plan *write.Plan) {
		each(plan, func(s *statement) {
			r, found := p.table(s.Table)
			if !found || s.Write.Insert == nil || s.Text != "" {
				return
			}
			empty, tombstones := 0.0, 0.0
			var names []string
			for _, c := range r.regular {
				if slices.Contains(s.Write.Insert.Columns, c.Value.Name) && !c.Value.Filled.IsEmpty() {
					if missing := 1 - p.typical(c.Value.Filled); missing > 0 && missing <= 1 {
						names, empty = append(names, c.Value.Name), empty+missing
					}
				}
			}
			if len(names) == 0 {
				return
			}
			finding := Finding{Level: Info, Element: plan.Update, Numbers: []Number{{"tombstones", empty, "per row"}},
				Message: fmt.Sprintf("%s inserts %s of %s, which part of the rows do not have: a bound NULL is a tombstone, ~%.2g for each row",
					p.label(plan.Update), strings.Join(names, ", "), r.name, empty)}
			if plan.Rate.Known {
				tombstones = plan.Rate.Typical * day * empty
				finding.Numbers = append(finding.Numbers, Number{"tombstones_a_day", tombstones, "per day"})
				finding.Message += fmt.Sprintf(", ~%s a day", sizing.FormatNumber(math.Round(tombstones)))
			}
			if tombstones > tombstoneWarning {
				finding.Level = Warning
			}
			p.report(finding)
		})
	})
}

// fanOut is the number of rows from which an update is called a fan-out.
const fanOut = 100

func checkFanOut(p *Pass) {
	p.updates(func(update *model.Update, plan *write.Plan) {
		for _, table := range plan.Tables {
			if !table.Rows.Known || table.Rows.Worst <= fanOut {
				continue
			}
			relation := p.Model.Physical.Relations[table.Table]
			if relation == nil {
				continue
			}
			finding := Finding{Level: Warning, Element: plan.Update, Numbers: []Number{{"rows", table.Rows.Worst, ""}},
				Message: fmt.Sprintf("%s writes up to %s rows of %s: the number grows with the data",
					p.label(plan.Update), figure(math.Round(table.Rows.Worst)), relation.Name)}
			if table.PerSecond.Known {
				finding.Numbers = append(finding.Numbers, Number{"rows", table.PerSecond.Worst, "per second"})
				finding.Message += fmt.Sprintf(", %s rows a second at worst", figure(table.PerSecond.Worst))
			}
			p.report(finding)
		}
	})
}

// contention is the number of lightweight transactions a second on one partition from which they hinder each other.
const contention = 10

func checkContention(p *Pass) {
	p.updates(func(update *model.Update, plan *write.Plan) {
		if !plan.Rate.Known {
			return
		}
		each(plan, func(s *statement) {
			r, found := p.table(s.Table)
			if !found || !s.Conditional() {
				return
			}
			partitions := max(1, p.partitions(r))
			perPartition := plan.Rate.Worst / partitions
			if perPartition <= contention || p.partitions(r) == 0 {
				return
			}
			p.report(Finding{Level: Warning, Element: plan.Update, Numbers: []Number{{"transactions", perPartition, "per second and partition"}},
				Message: fmt.Sprintf("%s runs %s lightweight transactions a second on each partition of %s: "+
					"more than about %d hinder each other and time out", p.label(plan.Update), figure(perPartition), r.name,
					contention)})
		})
	})
}

// checkResurrect reports an UPDATE of a row that another update deletes.
func checkResurrect(p *Pass) {
	for _, r := range p.tables {
		var deletes, changes []string
		p.updates(func(update *model.Update, plan *write.Plan) {
			for _, s := range writesOf(plan, r.id) {
				switch {
				case s.Write.Delete != nil && len(s.Write.Delete.Columns) == 0 && update.Kind == model.Delete:
					deletes = appendNew(deletes, p.label(plan.Update))
				case s.Write.Update != nil && !s.Conditional() && !s.Counter && len(s.OnlyIf) == 0 && update.Kind == model.Change:
					changes = appendNew(changes, p.label(plan.Update))
				}
			}
		})
		if len(deletes) > 0 && len(changes) > 0 {
			p.report(
				Finding{Level: Warning, Element: r.id,
					Message: fmt.Sprintf(
						"%s of %s can come after %s: an UPDATE of a row that is deleted brings part of it back",
						strings.Join(changes, ", "), r.name, strings.Join(deletes, ", "))})
		}
	}
}

func appendNew(texts []string, text string) []string {
	if slices.Contains(texts, text) {
		return texts
	}
	return append(texts, text)
}

func checkTimeToLive(p *Pass) {
	for _, r := range p.tables {
		ttl, _ := r.number("default_time_to_live")
		if ttl > 0 || r.Expiring || len(r.clustering) == 0 || !isTime(r.clustering[0].Value.Type) || !r.clustering[0].Value.Descending {
			continue
		}
		questions := p.questions[r.id]
		if len(questions) == 0 || p.Script || !p.hasUpdates || p.isDeleted(r) ||
			!slices.ContainsFunc(r.partition,
				func(c model.Item[*model.Column]) bool { return isTimeBucket(c.Value) }) &&
				p.Sizes[r.id].Worst.Rows == 0 {
			continue
		}
		recent := true
		for _, query := range questions {
			recent = recent && p.Model.Workflow.Queries[query].Limit > 0
		}
		if recent && !p.isKeptElsewhere(r) {
			p.report(
				Finding{Level: Warning, Element: r.id,
					Message: fmt.Sprintf(
						"%s only grows, and its queries ask for the newest rows: without a TTL the old ones stay for ever",
						r.name)})
		}
	}
}

// shortLived are words of tables and keys of what is good for a while.
var shortLived = []string{"session", "sessions", "token", "tokens", "otp", "otps", "code", "codes", "invite", "invites", "invitation", "invitations",
	"verification", "verifications", "reset", "resets", "lock", "locks", "lease", "leases", "cache", "captcha", "nonce", "nonces", "cart", "carts"}

// checkExpiry reports tables whose rows have a time at which they end, and no TTL that ends them.
func checkExpiry(p *Pass) {
	var found []Finding
	for _, r := range p.tables {
		ttl, _ := r.number("default_time_to_live")
		isShort := hasWord(r.Name, shortLived...) ||
			slices.ContainsFunc(r.partition, func(c model.Item[*model.Column]) bool { return hasWord(c.Value.Name, shortLived...) })
		if ttl > 0 || r.Expiring || !isShort || p.isDeleted(r) || p.expires(r) {
			continue
		}
		end := slices.IndexFunc(r.regular, func(c model.Item[*model.Column]) bool {
			return hasWord(c.Value.Name, "expires", "expire", "expired", "expiry", "expiration") && isNative(c.Value.Type, "timestamp", "bigint", "date", "int")
		})
		if end < 0 {
			continue
		}
		name := r.regular[end].Value.Name
		found = append(found, Finding{Level: Info, Element: r.id,
			Message: fmt.Sprintf("Rows of %s end at %s, but nothing ends them there: unless each write gives a TTL, they stay", r.name, name),
			Hint:    fmt.Sprintf("Write each row with USING TTL, the seconds until %s.", name)})
	}
	p.reportOnce(found, len(p.tables), func(count int) Finding {
		return Finding{Level: Info, Element: model.ID(model.ModelKind), Numbers: []Number{{"tables", float64(count), ""}},
			Hint: "Write each row with USING TTL, the seconds until its end.",
			Message: fmt.Sprintf("Rows of %d tables have a time at which they end, but nothing ends them there: "+
				"unless each write gives a TTL, they stay (%s)", count, p.names(found))}
	})
}

// expires reports whether a statement of a script gives a TTL to rows of a table, or deletes them.
func (p *Pass) expires(r relation) bool {
	return slices.ContainsFunc(p.Statements, func(s Statement) bool {
		return s.Relation == r.id && (s.Expires || s.Verb == "DELETE") || s.Batch != nil && s.Batch.Expires && slices.Contains(s.Batch.Tables, r.name)
	})
}

// isKeptElsewhere reports whether the rows of a table describe things that another table keeps by
// their identifiers. Videos by tag describe videos, which have such a table. Rows like these do not
// record a moment.
func (p *Pass) isKeptElsewhere(r relation) bool {
	of := p.rowsOf(r)
	return slices.ContainsFunc(p.tables, func(other relation) bool {
		return other.id != r.id && slices.Contains(of, p.identified(other))
	})
}

// identified returns the type whose attributes are all of a table's primary key, "" if there is none.
func (p *Pass) identified(r relation) model.ID {
	var of model.ID
	for _, column := range slices.Concat(r.partition, r.clustering) {
		meaning, logical := (*stored.Meaning)(nil), model.ID("")
		for id := range column.Value.From {
			element, _ := p.Model.Element(id)
			meaning, logical = p.meaning(element.Parent), id
		}
		if meaning == nil {
			return ""
		}
		value, known := meaning.Columns[logical]
		if !known || of != "" && of != meaning.Nodes[value.Node].Of {
			return ""
		}
		of = meaning.Nodes[value.Node].Of
	}
	return of
}

// isDeleted reports whether an update deletes rows of a table.
func (p *Pass) isDeleted(r relation) bool {
	return slices.ContainsFunc(p.Plans, func(plan write.Plan) bool {
		return slices.ContainsFunc(writesOf(&plan, r.id), func(s *statement) bool { return s.Write.Delete != nil && len(s.Write.Delete.Columns) == 0 })
	})
}
