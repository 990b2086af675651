package advice

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"widerow/model"
	"widerow/model/sizing"
	"widerow/model/write"
)

const (
	hour = 3600.0
	day  = 24 * hour
)

// newest reports whether the target is Cassandra 5.0 or later, with the unified compaction strategy.
func (p *Pass) newest() bool {
	return p.Model.Target == model.Cassandra50 || p.Model.Target == model.Cassandra60
}

func checkGraceSeconds(p *Pass) {
	for _, r := range p.all() {
		seconds, given := r.number("gc_grace_seconds")
		if !given {
			continue
		}
		finding := Finding{Level: Warning, Element: r.id, Numbers: []Number{{"gc_grace_seconds", seconds, "s"}}}
		switch ttl, _ := r.number("default_time_to_live"); {
		case ttl > 0 && seconds > 0 && (ttl <= day || seconds >= hour) && seconds < 2*hour:
			continue // expired rows are nowhere alive
		case seconds == 0:
			finding.Message = fmt.Sprintf("%s has gc_grace_seconds = 0: deletions that a node misses come back, and hints for the table are dropped", r.name)
		case seconds < 2*hour:
			finding.Message = fmt.Sprintf("%s has gc_grace_seconds = %.0f, less than 2 hours: hints that are "+
				"older are lost, and deletions come back unless repair is faster", r.name, seconds)
		case seconds > 10*day && ttl != seconds:
			finding.Message = fmt.Sprintf("%s keeps tombstones for %.0f days: reads skip them for as long", r.name, seconds/day)
		default:
			continue
		}
		finding.Statement = fmt.Sprintf("ALTER TABLE %s WITH gc_grace_seconds = 864000;", r.name)
		finding.Remedy = setOption(r.id, "gc_grace_seconds", "864000")
		p.report(finding)
	}
}

func checkBloom(p *Pass) {
	var slow []Finding
	for _, r := range p.all() {
		if chance, given := r.number("bloom_filter_fp_chance"); given && (chance < 0.001 || chance > 0.1) {
			effect := "reads open SSTables that do not have the partition"
			if chance < 0.001 {
				effect = "the filters take much memory for reads that are hardly faster"
			}
			p.report(
				Finding{Level: Warning, Element: r.id, Numbers: []Number{{"bloom_filter_fp_chance", chance, ""}},
					Remedy:  setOption(r.id, "bloom_filter_fp_chance", ""),
					Message: fmt.Sprintf("%s has bloom_filter_fp_chance = %g: %s", r.name, chance, effect)})
		}
		if strings.EqualFold(r.option("speculative_retry"), "NONE") {
			slow = append(slow, Finding{Level: Info, Element: r.id, Message: r.name + " has speculative_retry = NONE: a read waits for a slow replica",
				Hint: "Leave the default of 99p.", Remedy: setOption(r.id, "speculative_retry", "")})
		}
	}
	p.reportOnce(slow, len(p.all()), func(count int) Finding {
		return Finding{Level: Info, Element: model.ID(model.ModelKind), Numbers: []Number{{"tables", float64(count), ""}},
			Message: fmt.Sprintf("%d tables have speculative_retry = NONE, so that a read waits for a slow replica: %s", count, p.names(slow)),
			Hint:    "Leave the default of 99p."}
	})
}

// readMostly is the number of reads for each write from which a table is mostly read.
const readMostly = 10

// checkKeyCache reports tables that are mostly read and cache no keys.
func checkKeyCache(p *Pass) {
	for _, r := range p.tables {
		reads, writes := p.rates(r.id)
		keys := r.inMap("caching", "keys")
		if !strings.EqualFold(keys, "NONE") || reads < 1 || reads < readMostly*writes || p.Model.Target == model.ScyllaDB {
			continue
		}
		p.report(Finding{Level: Info, Element: r.id, Numbers: []Number{{"reads", reads, "per second"}, {"writes", writes, "per second"}},
			Message: fmt.Sprintf("%s caches no keys, and has %s reads and %s writes a second: each read looks its partition up in the index of each SSTable",
				r.name, sizing.FormatNumber(reads), sizing.FormatNumber(writes)),
			Hint: "Leave caching to its default, {'keys': 'ALL'}.", Remedy: setOption(r.id, "caching", "")})
	}
}

func checkCompression(p *Pass) {
	var found []Finding
	for _, r := range p.all() {
		options := mapOf(r.Options["compression"])
		if options == nil {
			continue
		}
		switch class := options["class"] + options["sstable_compression"]; {
		case class == "" && strings.EqualFold(options["enabled"], "false"), class == "" &&
			options["chunk_length_in_kb"] == "" && options["enabled"] == "" && len(options) == 0:
			found = append(found, Finding{Level: Info, Element: r.id, Remedy: setOption(r.id, "compression", ""),
				Message: r.name + " is not compressed: its files take several times the space and page cache"})
		case options["chunk_length_in_kb"] != "":
			p.checkChunk(r, options["chunk_length_in_kb"])
		}
	}
	p.reportOnce(found, len(p.all()), func(count int) Finding {
		return Finding{Level: Info, Element: model.ID(model.ModelKind), Numbers: []Number{{"tables", float64(count), ""}},
			Message: fmt.Sprintf("%d tables are not compressed, and take several times the space and page cache: %s", count, p.names(found))}
	})
}

// checkChunk reports chunks over 16 KiB where rows are small and read more than written.
func (p *Pass) checkChunk(r relation, text string) {
	var kilobytes float64
	if _, err := fmt.Sscan(text, &kilobytes); err != nil || kilobytes <= 16 {
		return
	}
	reads, writes := p.rates(r.id)
	size := p.Sizes[r.id]
	if reads < 10*writes || reads == 0 || size.Typical.Rows == 0 || size.Typical.Bytes/size.Typical.Rows > 4*kib {
		return
	}
	p.report(Finding{Level: Info, Element: r.id, Assumed: len(size.Assumed) > 0,
		Numbers: []Number{{"chunk_length_in_kb", kilobytes, "KiB"}, {"reads", reads, "per second"}, {"writes", writes, "per second"}},
		Message: fmt.Sprintf(
			"%s decompresses chunks of %.0f KiB for rows of %s B, %s reads a second: 16 or 4 KiB read less",
			r.name, kilobytes, figure(math.Round(size.Typical.Bytes/size.Typical.Rows)), sizing.FormatMean(reads))})
}

func checkCaching(p *Pass) {
	if p.Model.Target == model.ScyllaDB {
		return // its cache is of another kind
	}
	for _, r := range p.tables {
		rows := r.inMap("caching", "rows_per_partition")
		isWide := slices.ContainsFunc(r.clustering, func(c model.Item[*model.Column]) bool {
			return isNative(c.Value.Type, "timestamp", "timeuuid", "uuid", "date", "bigint")
		})
		if !isWide || !strings.EqualFold(rows, "ALL") {
			continue // a number keeps the head of a partition: readers of the newest rows want that
		}
		p.report(Finding{Level: Info, Element: r.id, Remedy: setOption(r.id, "caching", ""),
			Message: fmt.Sprintf(
				"%s caches rows (%s) of partitions with many: a write drops all cached rows of its partition", r.name,
				rows)})
	}
}

func checkCompaction(p *Pass) {
	var found []Finding
	var candidates int
	for _, r := range p.tables {
		class := simpleClass(r.inMap("compaction", "class"))
		if class != "" {
			candidates++
		}
		switch {
		case class == "LeveledCompactionStrategy" &&
			slices.ContainsFunc(r.regular,
				func(c model.Item[*model.Column]) bool { return isNative(c.Value.Type, "counter") }):
			p.report(Finding{Level: Warning, Element: r.id, Message: r.name + " compacts counters by levels: each increment is read and written again several times"})
		case p.newest() && class == "SizeTieredCompactionStrategy":
			found = append(
				found, Finding{Level: Info, Element: r.id, Message: r.name + " has SizeTieredCompactionStrategy: " +
					"since 5.0 UnifiedCompactionStrategy with T4 does the same with less free space",
					Statement: fmt.Sprintf("ALTER TABLE %s WITH compaction = {'class': 'UnifiedCompactionStrategy', 'scaling_parameters': 'T4'};", r.name),
					Remedy:    setOption(r.id, "compaction", "{'class': 'UnifiedCompactionStrategy', 'scaling_parameters': 'T4'}")})
		case p.newest() && class == "LeveledCompactionStrategy":
			found = append(
				found, Finding{Level: Info, Element: r.id, Message: r.name + " has LeveledCompactionStrategy: " +
					"since 5.0 UnifiedCompactionStrategy with L10 does the same in parallel",
					Statement: fmt.Sprintf("ALTER TABLE %s WITH compaction = {'class': 'UnifiedCompactionStrategy', 'scaling_parameters': 'L10'};", r.name),
					Remedy:    setOption(r.id, "compaction", "{'class': 'UnifiedCompactionStrategy', 'scaling_parameters': 'L10'}")})
		}
	}
	p.reportOnce(found, candidates, func(count int) Finding {
		return Finding{Level: Info, Element: model.ID(model.ModelKind), Numbers: []Number{{"tables", float64(count), ""}},
			Message: fmt.Sprintf("%d tables have the size-tiered or leveled strategy: since 5.0 UnifiedCompactionStrategy replaces both", count)}
	})
}

// Up to mostWindows files are cheap to look through, and with fewestWindows data is kept for a fifth longer than its TTL.
const (
	fewestWindows = 5
	mostWindows   = 50
)

func checkTimeWindow(p *Pass) {
	var endless []Finding
	for _, r := range p.tables {
		class := simpleClass(r.inMap("compaction", "class"))
		ttl, _ := r.number("default_time_to_live")
		if class != "TimeWindowCompactionStrategy" {
			if ttl > 0 && class != "" && len(r.clustering) > 0 && isTime(r.clustering[0].Value.Type) {
				p.report(Finding{Level: Warning, Element: r.id, Numbers: []Number{{"default_time_to_live", ttl, "s"}},
					Message: fmt.Sprintf("%s is a time series with a TTL of %s and has %s: expired rows stay "+
						"until their files are compacted together", r.name, duration(ttl), class)})
			}
			continue
		}
		window := windowOf(r)
		switch {
		case ttl == 0 && !r.Expiring && p.Script && len(p.changes[r.id]) == 0:
			endless = append(endless, Finding{Level: Info, Element: r.id, Message: r.name + " has TimeWindowCompactionStrategy " +
				"and no default TTL: unless each write gives one, files are never dropped and their number grows"})
		case ttl == 0 && !r.Expiring:
			p.report(Finding{Level: Warning, Element: r.id, Message: r.name + " has TimeWindowCompactionStrategy " +
				"and no TTL: its files are never dropped, and their number grows for ever"})
		case ttl >= day && window > 0 && (ttl/window < fewestWindows || ttl/window > mostWindows), ttl > 0 && window > ttl && ttl >= hour:
			level := Warning
			if ttl/window < fewestWindows && ttl >= window {
				level = Info
			}
			p.report(
				Finding{Level: level, Element: r.id, Numbers: []Number{{"default_time_to_live", ttl, "s"},
					{"window", window, "s"}, {"windows", ttl / window, ""}},
					Message: fmt.Sprintf("%s has %s of %s in its TTL of %s: 10 to 30 are good", r.name,
						plural(math.Round(10*ttl/window)/10, "window"), duration(window), duration(ttl)),
					Hint:   fmt.Sprintf("Choose a window of about %s.", duration(wholeWindow(ttl/20))),
					Remedy: setOption(r.id, "compaction", windowText(wholeWindow(ttl/20)))})
		}
	}
	p.reportOnce(endless, len(p.tables), func(count int) Finding {
		return Finding{Level: Info, Element: model.ID(model.ModelKind), Numbers: []Number{{"tables", float64(count), ""}},
			Message: fmt.Sprintf("%d tables have TimeWindowCompactionStrategy and no default TTL: unless each write gives one, "+
				"files are never dropped and their number grows (%s)", count, p.names(endless))}
	})
}

// checkWindowChanges reports updates and deletions of rows in tables that are compacted by windows of time.
func checkWindowChanges(p *Pass) {
	for _, r := range p.tables {
		if simpleClass(r.inMap("compaction", "class")) != "TimeWindowCompactionStrategy" {
			continue
		}
		var labels []string
		p.updates(func(update *model.Update, plan *write.Plan) {
			isLate := slices.ContainsFunc(writesOf(plan, r.id), func(s *statement) bool {
				return s.Write.Delete != nil || s.Write.Update != nil && update.Kind == model.Change
			})
			if isLate {
				labels = appendNew(labels, p.label(plan.Update))
			}
		})
		if len(labels) > 0 {
			p.report(
				Finding{Level: Warning, Element: r.id,
					Message: fmt.Sprintf("%s changes or deletes rows of %s, which has TimeWindowCompactionStrategy: "+
						"old rows and their changes are in different windows, and neither file can be dropped",
						strings.Join(labels, ", "), r.name),
					Hint: "Let rows expire by their TTL only, or choose another strategy."})
		}
	}
}

// wholeWindow rounds a window to whole days, hours or minutes.
func wholeWindow(seconds float64) float64 {
	for _, unit := range []float64{day, hour} {
		if seconds >= unit {
			return math.Round(seconds/unit) * unit
		}
	}
	return max(1, math.Round(seconds/60)) * 60
}

// windowText is the option of compaction by windows of a whole number of days, hours or minutes.
func windowText(seconds float64) string {
	name, unit := "MINUTES", 60.0
	switch {
	case math.Mod(seconds, day) == 0:
		name, unit = "DAYS", day
	case math.Mod(seconds, hour) == 0:
		name, unit = "HOURS", hour
	}
	return fmt.Sprintf("{'class': 'TimeWindowCompactionStrategy', 'compaction_window_size': %.0f, 'compaction_window_unit': '%s'}", seconds/unit, name)
}

// windowOf returns the length of a time window in seconds. The default is a day.
func windowOf(r relation) float64 {
	size, unit := 1.0, map[string]float64{"MINUTES": 60, "HOURS": hour, "DAYS": day, "": day}[strings.ToUpper(r.inMap("compaction", "compaction_window_unit"))]
	if text := r.inMap("compaction", "compaction_window_size"); text != "" {
		if _, err := fmt.Sscan(text, &size); err != nil {
			return 0
		}
	}
	return size * unit
}

func isTime(t model.Type) bool { return isNative(t, "timestamp", "timeuuid", "date") }

// duration words a number of seconds: "10 days", "90 minutes".
func duration(seconds float64) string {
	for _, unit := range []struct {
		seconds float64
		name    string
	}{{day, "day"}, {hour, "hour"}, {60, "minute"}} {
		if count := seconds / unit.seconds; count >= 1 && (count == float64(int(count)) || count >= 3) {
			return plural(count, unit.name)
		}
	}
	return plural(seconds, "second")
}

// figure writes a number of a sentence: thousands apart, and four digits of a fraction.
func figure(number float64) string {
	if math.Abs(number) >= 1000 {
		return sizing.FormatNumber(math.Round(number))
	}
	return strconv.FormatFloat(number, 'g', 4, 64)
}

func plural(count float64, noun string) string {
	if count == 1 {
		return "1 " + noun
	}
	return figure(count) + " " + noun + "s"
}
