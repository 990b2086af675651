package advice

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/moves"
	"widerow/model/sizing"
)

func checkTimestampKey(p *Pass) {
	for _, r := range p.tables {
		if len(r.clustering) == 0 {
			continue
		}
		last := r.clustering[len(r.clustering)-1]
		own, hasOwn := ownID(r)
		isTimed := isNative(last.Value.Type, "timestamp") || isNative(last.Value.Type, "time") && hasOwn
		if !isTimed || !p.isLogLike(r) || isPeriod(last.Value.Name) || p.Script && !hasOwn && !hasManyWriters(r) {
			continue
		}
		finding := Finding{Level: Warning, Element: last.ID,
			Remedy: setField(last.ID, "type", "timeuuid", "Make it a timeuuid"),
			Message: fmt.Sprintf(
				"Two rows of %s in the same millisecond are one: %s is all that tells the rows of a partition apart",
				r.name, last.Value.Name)}
		if hasOwn {
			if isNative(last.Value.Type, "time") {
				finding.Message = strings.Replace(finding.Message, "in the same millisecond", "with the same time of a day", 1)
			}
			finding.Message += fmt.Sprintf(", since %s is not in the key", own.Value.Name)
			finding.Hint = fmt.Sprintf("Make %s the last clustering column.", own.Value.Name)
			finding.Remedy = setField(own.ID, "role", string(model.Clustering), fmt.Sprintf("Make %s the last clustering column", own.Value.Name))
		}
		if _, writes := p.rates(r.id); writes > 0 {
			partitions := p.partitions(r)
			finding.Numbers = []Number{{"writes", writes, "per second"}}
			if partitions > 0 && writes/partitions < 1 && !p.Script {
				continue
			}
			finding.Message += fmt.Sprintf(", with %s writes a second", sizing.FormatMean(writes))
		} else {
			finding.Level = Info
		}
		p.report(finding)
	}
}

// ownID returns the column outside of the key that is named like the identifier of a table's rows, such as order_id of
// orders_by_customer.
func ownID(r relation) (own model.Item[*model.Column], found bool) {
	for _, c := range r.regular {
		if isNative(c.Value.Type, "uuid", "timeuuid", "text", "ascii", "int", "bigint") && isNamedOwnID(r, c.Value.Name) {
			return c, true
		}
	}
	return own, false
}

// isLogLike reports whether rows of a table are events: no identifier is in the key beside the time, but there is one in
// the row, or several writers are likely.
func (p *Pass) isLogLike(r relation) bool {
	for _, c := range r.clustering[:len(r.clustering)-1] {
		if isNative(c.Value.Type, "timeuuid", "uuid") {
			return false
		}
	}
	return true
}

// happenings are words of tables and times of what many do at once, beside what one device reports.
var happenings = []string{"event", "events", "tweet", "tweets", "trade", "trades", "order", "orders", "message", "messages",
	"log", "logs", "click", "clicks", "view", "views", "visit", "visits", "comment", "comments", "post", "posts", "transaction",
	"transactions", "payment", "payments", "request", "requests", "error", "errors", "activity", "activities", "notification",
	"notifications", "price", "prices", "bid", "bids", "review", "reviews", "login", "logins", "attempt", "attempts"}

// hasManyWriters reports whether rows of a table may come from several writers at once, as far as names tell.
func hasManyWriters(r relation) bool {
	return !isSummary(r) && (hasWord(r.Name, happenings...) || hasWord(r.clustering[len(r.clustering)-1].Value.Name, happenings...))
}

func checkHotPartition(p *Pass) {
	for _, r := range p.tables {
		if len(r.partition) == 0 || len(r.clustering) == 0 {
			continue
		}
		onlyTime := !slices.ContainsFunc(r.partition, func(c model.Item[*model.Column]) bool { return !isTimeBucket(c.Value) })
		if onlyTime && p.Script && !isBusy(r) {
			continue
		}
		if onlyTime {
			finding := Finding{Level: Warning, Element: r.id, Remedy: split(r.id),
				Message: fmt.Sprintf("The partition key of %s is only a time: what belongs to the same time goes "+
					"to one partition, on the same replicas", r.name)}
			if _, writes := p.rates(r.id); writes > 0 {
				finding.Numbers = []Number{{"writes", writes, "per second"}}
				finding.Message += fmt.Sprintf(", with %s writes a second to the table", sizing.FormatMean(writes))
			}
			p.report(finding)
			continue
		}
		if p.Script && p.hasFewPartitions(r) {
			continue
		}
		if partitions, nodes := p.partitions(r), p.nodes(); partitions > 0 && partitions < 4*nodes && p.perSecond(r) >= busy {
			p.report(Finding{Level: Warning, Element: r.id, Remedy: split(r.id),
				Numbers: []Number{{"partitions", partitions, ""}, {"nodes", nodes, ""},
					{"requests", p.perSecond(r), "per second"}},
				Message: fmt.Sprintf(
					"%s has %s for %s requests a second: with fewer than 4 a node, few replicas take the load",
					r.name, plural(partitions, "partition"), figure(p.perSecond(r)))})
			continue
		}
		if share := p.largestShare(r); share > 0.2 && share < 1 {
			p.report(Finding{Level: Warning, Element: r.id, Numbers: []Number{{"share", share, ""}}, Remedy: split(r.id),
				Message: fmt.Sprintf("One partition of %s takes %.0f %% of its rows: its replicas carry that "+
					"part of the load, however many nodes there are", r.name, share*100)})
		}
	}
}

// hasFewPartitions reports a table of a script whose partition key has few values, by its type or its name.
func (p *Pass) hasFewPartitions(r relation) bool {
	const text = "%s has few partitions, since its partition key %s %s: each grows with the table and takes a large part of its load"
	isBoolean, isNamed := true, len(r.partition) == 1 && hasWord(r.partition[0].Value.Name, "gender", "sex", "status", "state", "active", "enabled",
		"deleted", "flag", "level", "priority") && isNative(r.partition[0].Value.Type, "text", "ascii", "tinyint", "smallint", "int")
	for _, c := range r.partition {
		isBoolean = isBoolean && isNative(c.Value.Type, "boolean")
	}
	finding := Finding{Level: Info, Element: r.id, Remedy: split(r.id)}
	switch {
	case hasWord(r.Name, "schema", "migration", "migrations", "settings", "config", "configuration"):
		return false // small, whatever its key is
	case isBoolean:
		count := math.Pow(2, float64(len(r.partition)))
		finding.Level, finding.Numbers = Warning, []Number{{"partitions", count, ""}}
		finding.Message = fmt.Sprintf("The partition key of %s has %s values: the table has no more partitions, on as few replicas", r.name, figure(count))
	case isNamed:
		finding.Message = fmt.Sprintf(text, r.name, r.partition[0].Value.Name, "seems to have few values")
	default:
		return false
	}
	p.report(finding)
	return true
}

// busy is the number of requests a second from which their spread matters.
const busy = 100

func (p *Pass) perSecond(r relation) float64 {
	reads, writes := p.rates(r.id)
	return reads + writes
}

// isBusy reports whether the rows of a partition are one for each thing that happens, rather than one for each name.
func isBusy(r relation) bool {
	return !isSummary(r) && slices.ContainsFunc(r.clustering, func(c model.Item[*model.Column]) bool {
		return !isNative(c.Value.Type, "text", "ascii", "boolean", "tinyint", "date")
	})
}

// isTimeBucket reports whether a column of a partition key is a day, an hour or the like.
func isTimeBucket(c *model.Column) bool {
	return isNative(c.Type, "date") || isNative(c.Type, "timestamp") && (isPeriod(c.Name) || isDay(c.Name)) ||
		isNative(c.Type, "text", "int", "bigint", "smallint") &&
			hasWord(c.Name, "day", "date", "hour", "minute", "month", "week", "yyyymmdd", "ddmmyyhh", "yyyymm",
				"year") && !hasWord(c.Name, "id", "user")
}

// isDay reports whether a column is named like a day without words apart: finisheddate, but not lastupdate.
func isDay(name string) bool {
	name = strings.ToLower(name)
	return strings.HasSuffix(name, "date") && !strings.HasSuffix(name, "update") && !strings.Contains(name, "_")
}

// largestShare returns the largest share of the values of the first partition key column, 0 if it is unknown or there are
// further columns.
func (p *Pass) largestShare(r relation) float64 {
	if len(r.partition) != 1 {
		return 0
	}
	for id := range r.partition[0].Value.From {
		element, _ := p.Model.Element(id)
		if logical, is := element.Value.(*model.LogicalColumn); is {
			element, _ = p.Model.Element(logical.Attribute)
			if attribute, is := element.Value.(*model.Attribute); is && !attribute.LargestShare.IsEmpty() {
				return p.worst(attribute.LargestShare)
			}
		}
	}
	return 0
}

// fewPartitions is the number of partitions from which the nodes of any cluster have about the same.
const fewPartitions = 100_000

func checkFewPartitions(p *Pass) {
	for _, r := range p.tables {
		size, partitions := p.Sizes[r.id], p.partitions(r)
		bytes, nodes := size.Typical.Bytes*partitions, p.nodes()
		if partitions == 0 || partitions >= fewPartitions || bytes <= 1e9 {
			continue
		}
		// Partitions fall on nodes by chance: the numbers on two nodes differ by about twice their root.
		uneven := 200 * math.Sqrt(nodes/partitions)
		if uneven < 3 {
			continue // nobody would notice
		}
		finding := Finding{Level: Warning, Element: r.id, Assumed: len(size.Assumed) > 0, Remedy: split(r.id),
			Numbers: []Number{{"partitions", partitions, ""}, {"bytes", bytes, "B"}, {"nodes", nodes, ""}, {"uneven", math.Round(uneven), "%"}},
			Message: fmt.Sprintf(
				"%s keeps %s in %s partitions: on %s nodes, the fullest has some %.0f %% more than the mean",
				r.name, sizing.FormatBytes(bytes), sizing.FormatNumber(partitions), figure(math.Round(nodes)), uneven)}
		if uneven < 10 {
			finding.Level = Info
			finding.Message += ", and a larger cluster spreads it worse"
		}
		p.report(finding)
	}
}

// split is the remedy of partitions that do not spread.
func split(table model.ID) *Remedy {
	return move(table, "Spread its rows by a shard", moves.SplitByHash)
}

// nodes returns the number of nodes of the largest datacenter, at least three.
func (p *Pass) nodes() float64 {
	nodes := 3.0
	for i := range p.Cluster.Centres {
		nodes = max(nodes, p.Cluster.Centres[i].Nodes.Typical)
	}
	return nodes
}

func checkPartitionSize(p *Pass) {
	limit, guardrail := sizing.Limit{Bytes: 100e6}, p.limit(PartitionSize)
	if p.Model.Target == model.ScyllaDB {
		limit.Bytes = 1000e6
	}
	for _, r := range p.tables {
		size := p.Sizes[r.id]
		if p.Script && len(size.Assumed) > 0 {
			continue // a script does not say how many rows there are
		}
		bytes, cells := max(size.Typical.Bytes, size.Worst.Bytes), max(size.Typical.Cells, size.Worst.Cells)
		finding := Finding{Element: r.id, Assumed: len(size.Assumed) > 0, Numbers: []Number{{"bytes", bytes, "B"}, {"cells", cells, ""}},
			Remedy: move(r.id, "Split its partitions", moves.SplitByTime, moves.SplitByHash)}
		switch {
		case guardrail.Guardrail != "" && guardrail.level(bytes) != "":
			finding.Level, finding.Guardrail = guardrail.level(bytes), guardrail.Guardrail
			finding.Message = fmt.Sprintf("A partition of %s has %s at worst; the limit of the policy is %s",
				r.name, sizing.FormatBytes(bytes), sizing.FormatBytes(guardrail.of(bytes)))
		case cells > 2e9:
			finding.Level = Error
			finding.Message = fmt.Sprintf("A partition of %s has %s cells at worst: Cassandra's limit is 2 billion", r.name, sizing.FormatNumber(cells))
		case bytes > limit.Bytes || cells > 100_000:
			finding.Level = Warning
			finding.Message = fmt.Sprintf(
				"A partition of %s has %s and %s cells at worst; up to 100 MB and 100,000 cells are good", r.name,
				sizing.FormatBytes(bytes), sizing.FormatNumber(cells))
		case bytes > largeBytes:
			finding.Level = Info
			finding.Message = fmt.Sprintf("A partition of %s has %s at worst: from 10 MB reads of it are slower", r.name, sizing.FormatBytes(bytes))
		default:
			continue
		}
		if times := bytes / max(1, size.Typical.Bytes); times > 100 {
			finding.Message += fmt.Sprintf("; it is %s times a typical one", figure(math.Round(times)))
			finding.Numbers = append(finding.Numbers, Number{"times", math.Round(times), "a typical one"})
		}
		p.report(finding)
	}
}

// largeBytes is the size of a partition from which reads of it are slower.
const largeBytes = 10e6

// rowBytes is the largest row that a target stores well, 0 for any.
func (p *Pass) rowBytes() float64 {
	return map[model.Target]float64{model.Keyspaces: 1 << 20, model.ScyllaDB: 10 << 20}[p.Model.Target]
}

// checkWholeRow reports rows that are larger than a target takes.
func checkWholeRow(p *Pass) {
	limit := p.rowBytes()
	for _, r := range p.tables {
		bytes := 0.0
		for _, width := range p.Sizes[r.id].Widths {
			if column := r.Columns[width.Column]; column != nil && column.Role != model.Static {
				bytes += width.Bytes.Worst
			}
		}
		if limit > 0 && bytes > limit {
			p.report(Finding{Level: Warning, Element: r.id, Assumed: len(p.Sizes[r.id].Assumed) > 0, Numbers: []Number{{"bytes", bytes, "B"}, {"limit", limit, "B"}},
				Message: fmt.Sprintf("A row of %s has %s at worst; the limit is %s", r.name, sizing.FormatBytes(bytes), sizing.FormatBytes(limit))})
		}
	}
}

func checkRowSize(p *Pass) {
	for _, r := range p.tables {
		for _, width := range p.Sizes[r.id].Widths {
			column := r.Columns[width.Column]
			if column == nil {
				continue
			}
			p.checkTerms(r, width.Column, width.Bytes.Worst)
			limit := p.valueLimit(column.Type, width.Bytes.Worst)
			if isCollection(column.Type) || limit.level(width.Bytes.Worst) == "" {
				continue
			}
			p.report(Finding{Guardrail: limit.Guardrail, Level: limit.level(width.Bytes.Worst),
				Element: width.Column, Numbers: []Number{{"bytes", width.Bytes.Worst, "B"},
					{"limit", limit.of(width.Bytes.Worst), "B"}},
				Message: fmt.Sprintf("A value of %s.%s has %s at worst; the limit is %s", r.name, column.Name,
					sizing.FormatBytes(width.Bytes.Worst), sizing.FormatBytes(limit.of(width.Bytes.Worst)))})
		}
	}
}

// valueLimit returns the limit of the policy for values of a type: that of the type if it is exceeded, or that of all.
func (p *Pass) valueLimit(t model.Type, bytes float64) Limit {
	names := map[string][]string{"text": {"text_and_varchar", "varchar"}, "varchar": {"text_and_varchar", "varchar"}, "ascii": {"ascii"}, "blob": {"blob"}}
	for _, name := range names[t.Name] {
		if limit := p.limit("column_" + name + "_value_size"); t.Kind == model.NativeType && limit.level(bytes) != "" {
			return limit
		}
	}
	return p.limit(ColumnValueSize)
}

// checkTinyPartitions reports queries that walk over buckets, since nobody knows how many there are, and read many small ones
// until they have enough rows.
func checkTinyPartitions(p *Pass) {
	for _, result := range p.Proofs {
		if len(result.Judgements) == 0 {
			continue
		}
		j := result.Judgements[0]
		size := p.Sizes[j.Table]
		if j.Spread == nil || j.Spread.Values.Known || size.Typical.Rows == 0 || size.Typical.Bytes == 0 || size.Typical.Bytes >= 64*kib {
			continue
		}
		partitions := math.Ceil(float64(j.Spread.Limit) / size.Typical.Rows)
		if partitions <= 10 {
			continue
		}
		p.report(Finding{Level: Info, Element: result.Query, Assumed: len(size.Assumed) > 0,
			Numbers: []Number{{"partitions", partitions, ""}, {"bytes", size.Typical.Bytes, "B"}},
			Message: fmt.Sprintf("%s reads about %s partitions of %s each before it has %s: longer buckets are fewer reads",
				p.label(result.Query), figure(partitions), sizing.FormatBytes(size.Typical.Bytes), plural(float64(j.Spread.Limit), "row"))})
	}
}
