package advice

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/sizing"
)

func checkManyTables(p *Pass) {
	if count := float64(len(p.tables)); p.limit(Tables).level(count) != "" {
		limit := p.limit(Tables)
		p.report(Finding{Guardrail: limit.Guardrail, Level: limit.level(count), Element: model.ID(model.ModelKind),
			Numbers: []Number{{"tables", count, ""}, {"limit", limit.of(count), ""}},
			Message: fmt.Sprintf("There are %s tables; the limit is %s: each takes memory on all nodes, also without rows", figure(count), figure(limit.of(count)))})
	}
	if count := float64(len(p.keyspaces)); p.limit(Keyspaces).level(count) != "" {
		limit := p.limit(Keyspaces)
		p.report(Finding{Guardrail: limit.Guardrail, Level: limit.level(count), Element: model.ID(model.ModelKind),
			Numbers: []Number{{"keyspaces", count, ""}, {"limit", limit.of(count), ""}},
			Message: fmt.Sprintf("There are %s keyspaces; the limit is %s", figure(count), figure(limit.of(count)))})
	}
}

// checkOrphans reports tables that no query reads, once the document has queries.
func checkOrphans(p *Pass) {
	if len(p.Model.Workflow.Queries) == 0 {
		return
	}
	used := model.IDSet{}
	for _, result := range p.Proofs {
		for _, j := range result.Judgements {
			used[j.Table] = true
			for _, lookup := range j.Lookups {
				used[lookup.Table] = true
			}
		}
	}
	for _, plan := range p.Plans {
		for _, step := range plan.Steps {
			for i := range step.Statements {
				if step.Statements[i].Select != nil {
					used[step.Statements[i].Table] = true
				}
			}
		}
	}
	var found []Finding
	for _, r := range p.all() {
		if used[r.id] {
			continue
		}
		finding := Finding{Level: Warning, Element: r.id, Message: r.name + " answers no query and no update reads it", Remedy: remove(r.id, "table")}
		if size := p.Sizes[r.id]; size.Typical.Bytes > 0 && p.partitions(r) > 0 {
			bytes := size.Typical.Bytes * p.partitions(r)
			finding.Numbers, finding.Assumed = []Number{{"bytes", bytes, "B"}}, len(size.Assumed) > 0
			finding.Message += ": its " + sizing.FormatBytes(bytes) + " are written for nobody"
		}
		if p.Script { // other statements may be elsewhere
			finding.Level = Info
		}
		found = append(found, finding)
	}
	p.reportOnce(found, 2*len(found), func(count int) Finding {
		return Finding{Level: Info, Element: model.ID(model.ModelKind), Numbers: []Number{{"tables", float64(count), ""}},
			Message: fmt.Sprintf("No statement of the script reads %d of its %d tables: %s", count, len(p.all()), p.names(found))}
	})
}

// checkDuplicates reports tables of one keyspace with the same primary key. In a script, equal names of columns do not
// tell whether the rows are about the same things.
func checkDuplicates(p *Pass) {
	if p.Script {
		return
	}
	byKey := map[string]relation{}
	for _, r := range p.tables {
		key := string(r.Keyspace) + "|" + signature(r)
		if len(r.partition) == 0 || hasCounters(r) { // counters have a table of their own
			continue
		}
		first, found := byKey[key]
		if !found {
			byKey[key] = r
			continue
		}
		if p.sameRows(first, r) {
			p.report(
				Finding{Level: Warning, Element: r.id,
					Message: fmt.Sprintf("%s and %s have the same primary key: one table with the columns of both is "+
						"one write instead of two", first.name, r.name)})
		}
	}
}

// checkScriptOverwrites reports tables of a script that keep the last event of each kind only.
func checkScriptOverwrites(p *Pass) {
	for _, r := range p.tables {
		if !p.Script || len(r.partition) != 1 || len(r.clustering) > 0 ||
			!isNative(r.partition[0].Value.Type, "text", "ascii") ||
			!hasWord(r.partition[0].Value.Name, fewValues...) {
			continue
		}
		for _, c := range r.regular {
			if isNative(c.Value.Type, "timestamp", "timeuuid") {
				p.report(
					Finding{Level: Info, Element: r.id,
						Message: fmt.Sprintf(
							"%s keeps one row for each %s: if rows are events of %s, each overwrites the one before",
							r.name, r.partition[0].Value.Name, c.Value.Name)})
				break
			}
		}
	}
}

// hasCounters reports whether a table is one of counters.
func hasCounters(r relation) bool {
	return slices.ContainsFunc(r.regular, func(c model.Item[*model.Column]) bool { return isNative(c.Value.Type, "counter") })
}

// sameRows reports whether the key columns of two tables hold the same attributes. Without concepts the names decide.
func (p *Pass) sameRows(a, b relation) bool {
	if len(p.Model.Concepts.Entities) == 0 {
		return true
	}
	return slices.Equal(p.attributes(a), p.attributes(b)) && slices.Equal(p.rowsOf(a), p.rowsOf(b))
}

// rowsOf returns the entity and relationship types whose instances decide which rows a table has.
func (p *Pass) rowsOf(r relation) []model.ID {
	of := model.IDSet{}
	for id := range r.Realizes {
		meaning := p.meaning(id)
		if meaning == nil {
			return nil
		}
		for _, node := range meaning.Nodes {
			if !node.Optional && !node.Collected {
				of[node.Of] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(of))
}

func (p *Pass) attributes(r relation) []string {
	var all []string
	for _, c := range append(append([]model.Item[*model.Column](nil), r.partition...), r.clustering...) {
		for _, id := range slices.Sorted(maps.Keys(c.Value.From)) {
			if element, found := p.Model.Element(id); found {
				if logical, is := element.Value.(*model.LogicalColumn); is {
					all = append(all, string(logical.Attribute)+"/"+string(logical.Participant))
				}
			}
		}
	}
	return all
}

// signature returns the columns of a primary key with their types.
func signature(r relation) string {
	var text strings.Builder
	for _, c := range r.partition {
		fmt.Fprintf(&text, "K%s %v,", c.Value.Name, c.Value.Type)
	}
	for _, c := range r.clustering {
		fmt.Fprintf(&text, "C%s %v,", c.Value.Name, c.Value.Type)
	}
	return text.String()
}

func checkLegacy(p *Pass) {
	var repairs []Finding
	for _, r := range p.tables {
		if r.CompactStorage {
			p.report(Finding{Level: Warning, Element: r.id, Message: r.name + " has COMPACT STORAGE, which no " +
				"later version supports: no further columns, no frozen collections, and an upgrade that stops",
				Hint:      "Run ALTER TABLE … DROP COMPACT STORAGE, after a repair, and look at the columns that it adds.",
				Statement: fmt.Sprintf("ALTER TABLE %s DROP COMPACT STORAGE;", r.name),
				Remedy:    setField(r.id, "compact_storage", "", "Leave COMPACT STORAGE out")})
		}
		for _, option := range []string{"read_repair_chance", "dclocal_read_repair_chance"} {
			// Later versions refuse the option, and ScyllaDB ignores it: check says so.
			if value, given := r.number(option); given && value > 0 && p.Model.Target == model.Cassandra311 {
				repairs = append(repairs, Finding{Level: Warning, Element: r.id, Numbers: []Number{{option, value, ""}},
					Remedy: setOption(r.id, option, ""),
					Message: fmt.Sprintf("%s has %s = %g, which 4.0 has removed: the script fails there", r.name,
						option, value)})
				break
			}
		}
		if short := shortNames(r); len(short)*2 > len(r.Columns) && len(r.Columns) > 3 {
			p.report(
				Finding{Level: Info, Element: r.id,
					Message: fmt.Sprintf(
						"Columns of %s have names of one or two letters (%s): since 3.0 names are not stored with each row",
						r.name, strings.Join(short, ", "))})
		}
	}
	p.reportOnce(repairs, len(p.tables), func(count int) Finding {
		return Finding{Level: Warning, Element: model.ID(model.ModelKind), Numbers: []Number{{"tables", float64(count), ""}},
			Message: fmt.Sprintf("%d tables have read_repair_chance or dclocal_read_repair_chance, which 4.0 has removed: "+
				"the script fails there (%s)", count, p.names(repairs))}
	})
}

// wellKnown are short names that say what they mean.
var wellKnown = []string{"id", "x", "y", "z", "r", "g", "b", "ts", "ip", "os", "ok", "no", "pk", "ck", "v1", "v2", "to", "by", "at", "tz", "cc"}

func shortNames(r relation) []string {
	var short []string
	for _, c := range r.SortedColumns() {
		if len(c.Value.Name) <= 2 && !slices.Contains(wellKnown, strings.ToLower(c.Value.Name)) {
			short = append(short, c.Value.Name)
		}
	}
	return short
}

func checkVectors(p *Pass) {
	limit := p.limit(VectorDimensions)
	for _, r := range p.tables {
		for _, c := range r.SortedColumns() {
			if t, _ := bare(c.Value.Type); t.Kind == model.VectorType && limit.level(float64(t.Dimension)) != "" {
				count := float64(t.Dimension)
				p.report(Finding{Guardrail: limit.Guardrail, Level: limit.level(count), Element: c.ID,
					Numbers: []Number{{"dimensions", count, ""}, {"limit", limit.of(count), ""}},
					Message: fmt.Sprintf("%s.%s has %s dimensions; the limit is %s", r.name, c.Value.Name, figure(count), figure(limit.of(count)))})
			}
		}
	}
}

// checkForeignKeys reports attributes that repeat the key of another entity type beside a relationship type.
func checkForeignKeys(p *Pass) {
	keys := map[string]model.ID{}
	for _, entity := range model.Sorted(p.Model.Concepts.Entities) {
		for _, attribute := range model.Sorted(entity.Value.Attributes) {
			if attribute.Value.Key == model.Key {
				keys[strings.ToLower(attribute.Value.Name)] = entity.ID
			}
		}
	}
	for _, entity := range model.Sorted(p.Model.Concepts.Entities) {
		for _, attribute := range model.Sorted(entity.Value.Attributes) {
			name := strings.ToLower(attribute.Value.Name)
			other, found := keys[name]
			if !found || other == entity.ID || attribute.Value.Key != "" || name == "id" || name == "name" {
				continue
			}
			p.report(Finding{Level: Warning, Element: attribute.ID, Remedy: remove(attribute.ID, "attribute"),
				Message: fmt.Sprintf("%s.%s is named like the key of %s: a relationship type between both "+
					"carries it already, and tables would store it twice",
					entity.Value.Name, attribute.Value.Name, p.Model.Title(other))})
		}
	}
}
