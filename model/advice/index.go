package advice

import (
	"fmt"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/moves"
	"widerow/model/proof"
	"widerow/model/sizing"
)

// index is an index with its column and the known numbers of its values.
type index struct {
	id model.ID
	*model.Index
	column *model.Column
	label  string
	// values is the number of different values, 0 if it is unknown; rows the number of rows of the
	// table.
	values, rows float64
}

// isSAI reports whether an index is storage-attached.
func (x *index) isSAI() bool {
	class := strings.ToLower(simpleClass(unquoted(x.Class)))
	return class == "sai" || class == "storageattachedindex"
}

func (x *index) isSASI() bool { return simpleClass(unquoted(x.Class)) == "SASIIndex" }

func (p *Pass) indexes(r relation) []index {
	var all []index
	for _, item := range model.Sorted(r.Indexes) {
		x := index{id: item.ID, Index: item.Value, column: r.Columns[item.Value.Column]}
		if x.column == nil {
			continue
		}
		x.label = r.name + "(" + x.column.Name + ")"
		x.values = p.distinct(x.column)
		size := p.Sizes[r.id]
		x.rows = size.Typical.Rows * p.partitions(r)
		all = append(all, x)
	}
	return all
}

// distinct returns how many different values a column has, 0 if it is unknown.
func (p *Pass) distinct(column *model.Column) float64 {
	if isNative(column.Type, "boolean") {
		return 2
	}
	most := 0.0
	for id := range column.From {
		element, _ := p.Model.Element(id)
		logical, is := element.Value.(*model.LogicalColumn)
		if !is {
			continue
		}
		element, _ = p.Model.Element(logical.Attribute)
		if attribute, is := element.Value.(*model.Attribute); is {
			most = max(most, p.worst(attribute.Distinct))
		}
	}
	return most
}

// fewValues are words of names whose values are few.
var fewValues = []string{"gender", "sex", "status", "state", "kind", "type", "country", "active", "enabled", "deleted", "flag", "level", "category",
	"role", "lang", "language", "currency", "severity", "priority"}

// manyValues are words of names whose values are nearly unique.
var manyValues = []string{"email", "mail", "phone", "username", "login", "uuid", "guid", "serial", "isbn", "ssn", "hash", "checksum", "digest"}

const lowCardinality = 100

func checkLowCardinality(p *Pass) {
	for _, r := range p.tables {
		for _, x := range p.indexes(r) {
			finding := Finding{Level: Warning, Element: x.id}
			switch named := hasWord(x.column.Name, fewValues...) || strings.HasPrefix(strings.ToLower(x.column.Name), "is_"); {
			case p.alwaysWithKey(r, x):
				continue
			case x.values > 0 && x.values <= lowCardinality:
				finding.Numbers = []Number{{"values", x.values, ""}}
				finding.Message = fmt.Sprintf("The index on %s has %s values: without the partition key a query "+
					"asks all nodes for a large part of the table", x.label, figure(x.values))
			case x.values == 0 && named:
				finding.Level = Info
				finding.Message = fmt.Sprintf("The index on %s seems to have few values: without the partition "+
					"key a query asks all nodes for a large part of the table", x.label)
			default:
				continue
			}
			p.report(finding)
		}
	}
}

// alwaysWithKey reports whether queries use an index, all of them within given partitions.
func (p *Pass) alwaysWithKey(r relation, x index) bool {
	used := false
	for _, result := range p.Proofs {
		for _, j := range result.Judgements[:min(1, len(result.Judgements))] {
			if j.Table == r.id && slices.Contains(j.Indexes, x.Name) {
				if j.Verdict == proof.Index {
					return false
				}
				used = true
			}
		}
	}
	return used
}

func checkHighCardinality(p *Pass) {
	for _, r := range p.tables {
		for _, x := range p.indexes(r) {
			level := Warning
			if x.isSAI() {
				level = Info
			}
			switch {
			case x.values > 0 && x.rows > 0 && x.values*2 > x.rows:
				p.report(Finding{Level: level, Element: x.id, Numbers: []Number{{"values", x.values, ""}, {"rows", x.rows, ""}},
					Message: fmt.Sprintf("The index on %s has %s values for %s rows: each query asks all nodes for one row", x.label,
						sizing.FormatMean(x.values), sizing.FormatMean(x.rows))})
			case x.values == 0 && (hasWord(x.column.Name, manyValues...) || isOwnID(r, x.column)):
				p.report(
					Finding{Level: Info, Element: x.id,
						Message: fmt.Sprintf(
							"The index on %s seems to have nearly unique values: each query asks all nodes for one row",
							x.label)})
			}
		}
	}
}

// isOwnID reports whether a column is named like an identifier of the rows of its table, such as user_id of users.
func isOwnID(r relation, column *model.Column) bool {
	return isNative(column.Type, "uuid", "timeuuid") && isNamedOwnID(r, column.Name)
}

func isNamedOwnID(r relation, name string) bool {
	own, isID := strings.CutSuffix(strings.ToLower(strings.ReplaceAll(name, "_", "")), "id")
	table, _, _ := strings.Cut(strings.ToLower(strings.ReplaceAll(r.Name, "_", "")), "by")
	return isID && (own == "" || own == table || own+"s" == table)
}

func checkManyIndexes(p *Pass) {
	p.checkIndexesOfDatabase()
	for _, r := range p.tables {
		name, count := IndexesPerTable, len(r.Indexes)
		for _, x := range p.indexes(r) {
			if x.isSAI() {
				name = SAIPerTable
			}
		}
		p.checkManySASI(r)
		limit := p.limit(name)
		if level := limit.level(float64(count)); level != "" {
			p.report(Finding{Level: level, Element: r.id, Guardrail: limit.Guardrail,
				Numbers: []Number{{"indexes", float64(count), ""}, {"limit", limit.of(float64(count)), ""}},
				Message: fmt.Sprintf("%s has %d indexes; the limit is %s: each write maintains all of them", r.name, count, figure(limit.of(float64(count))))})
		}
	}
}

// checkIndexesOfDatabase reports more storage-attached indexes than a database of Astra DB takes.
func (p *Pass) checkIndexesOfDatabase() {
	count := 0.0
	for _, r := range p.tables {
		for _, x := range p.indexes(r) {
			if x.isSAI() {
				count++
			}
		}
	}
	if p.Model.Target == model.AstraDB && count > indexesOfAstra {
		p.report(Finding{Level: Error, Element: model.ID(model.ModelKind), Numbers: []Number{{"indexes", count, ""}, {"limit", indexesOfAstra, ""}},
			Message: fmt.Sprintf("There are %s storage-attached indexes: a database of Astra DB takes %d", figure(count), indexesOfAstra)})
	}
}

func (p *Pass) checkManySASI(r relation) {
	count := 0.0
	for _, x := range p.indexes(r) {
		if x.isSASI() {
			count++
		}
	}
	if limit := p.limit(SASIPerTable); limit.level(count) != "" {
		p.report(Finding{Level: limit.level(count), Element: r.id, Guardrail: limit.Guardrail,
			Numbers: []Number{{"indexes", count, ""}, {"limit", limit.of(count), ""}},
			Message: fmt.Sprintf("%s has %s SASI indexes; the limit is %s", r.name, figure(count), figure(limit.of(count)))})
	}
}

// termLimit returns the limit of a policy on the values of a column that a storage-attached index has.
func (p *Pass) termLimit(t model.Type) Limit {
	inner, frozen := bare(t)
	switch {
	case inner.Kind == model.VectorType:
		return p.limit("sai_vector_term_size")
	case frozen:
		return p.limit("sai_frozen_term_size")
	case isNative(inner, "text", "ascii", "varchar"):
		return p.limit("sai_string_term_size")
	}
	return Limit{}
}

// checkTerms reports indexed values that are larger than a policy allows.
func (p *Pass) checkTerms(r relation, column model.ID, bytes float64) {
	for _, x := range p.indexes(r) {
		if limit := p.termLimit(x.column.Type); x.isSAI() && x.Column == column && limit.level(bytes) != "" {
			p.report(Finding{Level: limit.level(bytes), Element: column, Guardrail: limit.Guardrail,
				Numbers: []Number{{"bytes", bytes, "B"}, {"limit", limit.of(bytes), "B"}},
				Message: fmt.Sprintf("A value of %s, which is indexed, has %s at worst; the limit is %s", x.label, sizing.FormatBytes(bytes),
					sizing.FormatBytes(limit.of(bytes)))})
		}
	}
}

func checkUnusedIndex(p *Pass) {
	if len(p.Proofs) == 0 {
		return
	}
	var found []Finding
	for _, r := range p.tables {
		if len(p.questions[r.id]) == 0 && p.Script {
			continue
		}
		for _, x := range p.indexes(r) {
			used := slices.ContainsFunc(p.Proofs, func(result proof.Result) bool {
				return slices.ContainsFunc(result.Judgements, func(j proof.Judgement) bool { return j.Table == r.id && slices.Contains(j.Indexes, x.Name) })
			})
			used = used || slices.ContainsFunc(p.Statements, func(s Statement) bool {
				return s.Relation == r.id && (slices.Contains(s.Indexes, x.Name) || slices.Contains(s.Conditions, x.column.Name))
			})
			if !used {
				found = append(found, Finding{Level: Info, Element: x.id,
					Message:   fmt.Sprintf("No query uses the index on %s: each write maintains it", x.label),
					Statement: dropIndex(r, x), Remedy: remove(x.id, "index")})
			}
		}
	}
	p.reportOnce(found, 2*len(found), func(count int) Finding {
		return Finding{Level: Info, Element: model.ID(model.ModelKind), Numbers: []Number{{"indexes", float64(count), ""}},
			Message: fmt.Sprintf("No query uses %d indexes, which each write maintains: %s", count, p.names(found))}
	})
}

func dropIndex(r relation, x index) string {
	if x.Name == "" {
		return ""
	}
	keyspace, _, _ := strings.Cut(r.name, ".")
	return fmt.Sprintf("DROP INDEX %s.%s;", keyspace, x.Name)
}

func checkFrequentIndex(p *Pass) {
	for _, r := range p.tables {
		for _, x := range p.indexes(r) {
			var changed float64
			for _, plan := range p.Plans {
				if plan.Rate.Known && slices.ContainsFunc(plan.Steps, func(s writeStep) bool { return sets(s, r.id, x.column.Name) }) {
					changed += plan.Rate.Typical
				}
			}
			if _, writes := p.rates(r.id); changed > 0 && changed*2 > writes && changed >= 1 {
				p.report(Finding{Level: Warning, Element: x.id, Numbers: []Number{{"changes", changed, "per second"}, {"writes", writes, "per second"}},
					Message: fmt.Sprintf("%s of %s writes a second to %s change %s, which is indexed: each "+
						"leaves an entry that reads must skip", sizing.FormatMean(changed), sizing.FormatMean(writes), r.name, x.column.Name)})
			}
		}
	}
}

func checkSASI(p *Pass) {
	for _, r := range p.tables {
		for _, x := range p.indexes(r) {
			if x.isSASI() {
				level := Info
				if p.newest() {
					level = Warning
				}
				p.report(Finding{Level: level, Element: x.id, Message: fmt.Sprintf("The index on %s is a SASI index, which is experimental and off by default", x.label)})
			}
		}
	}
}

func checkViews(p *Pass) {
	limit := p.limit(ViewsPerTable)
	counts := map[model.ID]int{}
	for _, v := range p.views {
		counts[v.Base]++
		level := Warning
		switch p.Model.Target {
		case model.AstraDB, model.Keyspaces, model.Cassandra311, model.ScyllaDB:
			continue
		}
		p.report(
			Finding{Level: level, Element: v.id, Remedy: move(v.id, "Make it a table that the application writes",
				moves.ViewToTable), Message: fmt.Sprintf("%s is a materialized view, which is experimental and off "+
				"by default: a view that got out of step is found only by comparing it with its table, and repaired "+
				"by making it anew", v.name)})
	}
	for _, r := range p.tables {
		if count := float64(counts[r.id]); limit.level(count) != "" {
			p.report(Finding{Guardrail: limit.Guardrail, Level: limit.level(count), Element: r.id,
				Numbers: []Number{{"views", count, ""}, {"limit", limit.of(count), ""}},
				Message: fmt.Sprintf("%s has %s materialized views; the limit is %s: each write reads the row "+
					"before, and writes all of them", r.name, figure(count), figure(limit.of(count)))})
		}
	}
}
