package advice

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/access"
	"widerow/model/moves"
	"widerow/model/proof"
	"widerow/model/write"
)

// streams are words of tables whose rows nobody stops writing.
var streams = []string{"event", "events", "log", "logs", "reading", "readings", "metric", "metrics", "measurement",
	"measurements", "sensor", "sensors", "temperature", "temperatures", "tick", "ticks", "sample", "samples", "telemetry",
	"position", "positions", "timeseries", "series", "stream", "feed", "timeline", "observation", "observations", "click",
	"clicks", "visit", "visits", "message", "messages"}

// checkUnbounded reports partitions that get rows as long as the application runs.
func checkUnbounded(p *Pass) {
	var found []Finding
	for _, r := range p.tables {
		if !p.growsWithTime(r) {
			continue
		}
		finding := Finding{Level: Info, Element: r.id, Remedy: move(r.id, "Split its partitions by time", moves.SplitByTime),
			Message: fmt.Sprintf("A partition of %s gets rows as long as the application runs: no part of its key ends with time, nor has it a TTL", r.name)}
		switch {
		case hasWord(r.Name, streams...) && !isSummary(r) && !(p.Script && isOfOne(r)):
			finding.Level = Warning
		case p.Script && !isInstant(r.clustering[0].Value):
			continue // the time is part of an identifier
		case p.Script:
			finding.Message = fmt.Sprintf("Only the number of rows that one %s ever gets bounds a partition of %s: "+
				"it has no bucket of time and no TTL", columnNames(r.partition), r.name)
		}
		size, load := p.Sizes[r.id], p.loads[r.id]
		switch {
		case load != nil && load.Inserted.Typical > 0 && p.partitions(r) > 0 && size.Typical.Rows > 0:
			bytes := load.Inserted.Typical / p.partitions(r) * size.Typical.Bytes / size.Typical.Rows
			days := math.Ceil(100e6 / bytes)
			if days > 5*365 {
				continue
			}
			finding.Level, finding.Assumed = Warning, len(size.Assumed) > 0
			finding.Numbers = []Number{{"bytes", bytes, "B per day and partition"}, {"days", days, "until 100 MB"}}
			finding.Message += fmt.Sprintf("; a typical one has 100 MB after %s", duration(days*day))
		case size.Typical.Rows > 0 && !p.Script:
			continue // who counts the rows of a partition knows where they end
		}
		found = append(found, finding)
	}
	for _, level := range []Level{Warning, Info} {
		same := slices.DeleteFunc(slices.Clone(found), func(f Finding) bool { return f.Level != level })
		p.reportOnce(same, len(p.tables), func(count int) Finding {
			message := "Partitions of %d tables have no bucket of time and no TTL, and get rows as long as the application runs: %s"
			if level == Info && p.Script {
				message = "Only the number of rows that one value of the key ever gets bounds the partitions of %d tables: they have no bucket of time and no TTL (%s)"
			}
			return Finding{Level: level, Element: model.ID(model.ModelKind), Numbers: []Number{{"tables", float64(count), ""}},
				Message: fmt.Sprintf(message, count, p.names(same))}
		})
	}
}

// isOfOne reports whether a partition has what happens to one thing whose life ends, such as the events of an order: it does
// not grow as long as the application runs.
func isOfOne(r relation) bool {
	return hasWord(r.Name, "event", "events", "log", "logs", "message", "messages") && slices.ContainsFunc(r.partition, func(c model.Item[*model.Column]) bool {
		return hasWord(c.Value.Name, "order", "shipment", "parcel", "package", "product", "ticket", "invoice", "payment", "booking", "reservation",
			"transaction", "job", "task", "run", "session", "request", "trip", "ride", "match", "game")
	})
}

// names lists the elements of findings, the first few of many.
func (p *Pass) names(findings []Finding) string {
	var names []string
	for _, finding := range findings {
		names = appendNew(names, p.Model.Title(finding.Element))
	}
	const most = 6
	if len(names) > most {
		return strings.Join(names[:most], ", ") + fmt.Sprintf(" and %d more", len(names)-most)
	}
	return strings.Join(names, ", ")
}

// growsWithTime reports whether rows of a partition are sorted by time and nothing ends it: no bucket, TTL or deletion.
func (p *Pass) growsWithTime(r relation) bool {
	isBucket := func(c model.Item[*model.Column]) bool {
		return isTimeBucket(c.Value) || isTime(c.Value.Type) || hasWord(c.Value.Name, "bucket", "window", "epoch",
			"period", "slot", "shard", "time", "quarter", "season", "partition", "part", "chunk", "page", "segment", "block", "interval")
	}
	ttl, _ := r.number("default_time_to_live")
	isTimed := slices.ContainsFunc(r.clustering, func(c model.Item[*model.Column]) bool {
		return isNative(c.Value.Type, "timestamp", "timeuuid") && !isPeriod(c.Value.Name)
	})
	if p.Script { // the rows of what comes before the time are not counted
		isTimed = len(r.clustering) > 0 && (isTimed && isNative(r.clustering[0].Value.Type, "timestamp", "timeuuid") || isWrittenTime(r.clustering[0].Value))
	}
	return isTimed && ttl == 0 && !r.Expiring && !slices.ContainsFunc(r.partition, isBucket) && !p.isDeleted(r) &&
		simpleClass(r.inMap("compaction", "class")) != "TimeWindowCompactionStrategy"
}

// isWrittenTime reports whether a column keeps an instant as text or as a number, as its name tells.
func isWrittenTime(c *model.Column) bool {
	return isNative(c.Type, "text", "ascii", "bigint") && (hasWord(c.Name, "timestamp", "ts", "datetime") || strings.HasSuffix(c.Name, "_at"))
}

// fewTombstones is the number of tombstones from which a read notices them.
const fewTombstones = 50

// checkTombstones reports what reads of a table pass: rows that updates delete, and collections that they replace.
func checkTombstones(p *Pass) {
	p.served(func(id model.ID, _ *model.Query, j *proof.Judgement) {
		r, found := p.table(j.Table)
		if !found || len(r.clustering) == 0 || len(j.Select.Where) > len(r.partition) && p.Script || readsOneRow(r, j) ||
			slices.ContainsFunc(p.findings, func(f Finding) bool { return f.Code == "query/last-row-deleted" && f.Element == id }) {
			return
		}
		grace, given := r.number("gc_grace_seconds")
		if !given {
			grace = defaultGrace
		}
		perSecond := 0.0
		for i := range p.Plans {
			if plan := &p.Plans[i]; plan.Rate.Known {
				perSecond += plan.Rate.Typical * tombstonesOf(plan, r)
			}
		}
		partitions := p.partitions(r)
		count := perSecond * grace / max(1, partitions)
		if partitions == 0 || count <= fewTombstones {
			return
		}
		finding := Finding{Level: Info, Element: id, Numbers: []Number{{"tombstones", math.Round(count), ""},
			{"deletions", perSecond * day / partitions, "per day and partition"}, {"gc_grace_seconds", grace, "s"}},
			Message: fmt.Sprintf("%s passes about %s tombstones in each partition of %s: %s a day × %s of gc_grace_seconds; a read warns at %s and fails at %s",
				p.label(id), figure(math.Round(count)), r.name, figure(perSecond*day/partitions), duration(grace), figure(tombstoneWarning), figure(tombstoneFailure))}
		if count > tombstoneWarning {
			finding.Level = Warning
		}
		if limit := p.limit(PartitionTombstones); limit.level(count) != "" {
			finding.Level, finding.Guardrail = limit.level(count), limit.Guardrail
			finding.Message += fmt.Sprintf("; the limit of the policy is %s", figure(math.Round(limit.of(count))))
		}
		p.report(finding)
	})
}

// readsOneRow reports whether a statement gives the whole primary key.
func readsOneRow(r relation, j *proof.Judgement) bool {
	given := map[string]bool{}
	for _, c := range j.Select.Where {
		for _, name := range c.Columns {
			given[name] = c.Operator == access.Equal
		}
	}
	for _, c := range slices.Concat(r.partition, r.clustering) {
		if !given[c.Value.Name] {
			return false
		}
	}
	return true
}

// tombstonesOf counts the tombstones that one run of an update leaves in a table.
func tombstonesOf(plan *write.Plan, r relation) float64 {
	count := 0.0
	for _, s := range writesOf(plan, r.id) {
		times := 1.0
		if s.Times.Known {
			times = s.Times.Typical
		}
		switch {
		case s.Write.Delete != nil && len(s.Write.Delete.Columns) == 0:
			count += times
		case s.Write.Update != nil:
			for _, assigned := range s.Write.Update.Set {
				if column := columnOf(s.Access, assigned.Column); column != nil && assigned.Kind == access.Assign && isCollection(column.Type) {
					count += times
				}
			}
		}
	}
	return count
}
