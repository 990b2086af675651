package moves

import (
	"maps"
	"math"
	"slices"
	"testing"

	"widerow/cql"
	"widerow/model"
	"widerow/model/edit"
	"widerow/model/proof"
	"widerow/model/sizing"
)

// readings is a table of readings by sensor, with rows of exactly 100 bytes on disk, and
// a query for those of a range.
func readings(t testing.TB) (*model.Model, model.ID) {
	t.Helper()
	m, _ := cql.Import(`CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 3};
CREATE TABLE k.readings_by_sensor (sensor uuid, at timestamp, value blob, PRIMARY KEY (sensor, at)) WITH CLUSTERING ORDER BY (at DESC);`, "readings")
	id, relation := relationNamed(t, m, "readings_by_sensor")
	var value model.ID
	for column, c := range relation.Columns {
		if c.Name == "value" {
			value = column
		}
	}
	m, err := edit.Apply(m, model.SeededIDs([]byte("readings")),
		edit.Set{Element: value, Field: "length", Value: "80"}, edit.Set{Element: id, Field: "partitions", Value: "200"},
		edit.Add{Kind: model.QueryKind, ID: "range", Values: map[string]string{"label": "Q1", "name": "Readings of a time"}},
		edit.Add{Kind: model.FindKind, Parent: "range", ID: "found", Values: map[string]string{"name": "value"}},
		edit.Add{Kind: model.GivenKind, Parent: "range", ID: "sensor", Values: map[string]string{"name": "sensor", "operator": string(model.Equal)}},
		edit.Add{Kind: model.GivenKind, Parent: "range", ID: "at", Values: map[string]string{"name": "at", "operator": string(model.Range)}},
	)
	if err != nil {
		t.Fatal(err)
	}
	return m, id
}

func optionNamed(s *Splits, what string) *Split {
	for i := range s.Options {
		if s.Options[i].What == what {
			return &s.Options[i]
		}
	}
	return nil
}

// TestBucketChooser has the table of reference G13: rows of 100 bytes, buckets of a day,
// an hour and ten minutes, and 100 MB as the limit. What is over it at one length is
// within it at the next.
func TestBucketChooser(t *testing.T) {
	for _, test := range []struct {
		rate        string
		days        string
		sizes, over map[string]string
	}{
		{"1", "365", map[string]string{"a day": "8.6 MB"}, map[string]string{"a month": "268 MB"}},
		{"10", "365", map[string]string{"a day": "86.4 MB"}, map[string]string{"a week": "605 MB"}},
		{"100", "365", map[string]string{"an hour": "36.0 MB"}, map[string]string{"a day": "864 MB"}},
		{"1000", "365", map[string]string{"10 minutes": "60.0 MB"}, map[string]string{"an hour": "360 MB"}},
		{"10000", "365", map[string]string{"a minute": "60.0 MB"}, map[string]string{"10 minutes": "600 MB"}},
	} {
		t.Run(test.rate, func(t *testing.T) {
			m, id := readings(t)
			m, err := WithRate(m, id, test.rate, test.days)
			if err != nil {
				t.Fatal(err)
			}
			needs := Needs{Bytes: 100e6, Small: 1e6}
			splits := CompareSplits(m, id, needs)
			check := func(length, want string, over bool) {
				t.Helper()
				option := optionNamed(splits, "bucket of "+length)
				if option == nil {
					t.Fatalf("there is no bucket of %s", length)
				}
				if got := sizing.FormatBytes(option.Size.Worst.Bytes); got != want || option.Over != over {
					t.Errorf("bucket of %s: %s, over %v; want %s, %v", length, got, option.Over, want, over)
				}
			}
			for length, want := range test.sizes {
				check(length, want, false)
			}
			for length, want := range test.over {
				check(length, want, true)
			}
			if best := splits.Options[0]; best.Over || !best.Fits() {
				t.Errorf("the best is %s, with %s", best.What, best.Size.Text())
			}
			if rate, _ := splits.number(test.rate, m); math.Abs(splits.Writes.Typical-rate)/rate > 1e-9 {
				t.Errorf("%v writes a second, want %s", splits.Writes.Typical, test.rate)
			}
		})
	}
}

func (s *Splits) number(text string, m *model.Model) (float64, bool) {
	value, _, err := m.Evaluate(model.Expression(text))
	return value.Typical, err == nil
}

// TestUnbucketed has reference G14: 31.5 million rows of 100 bytes a year.
func TestUnbucketed(t *testing.T) {
	m, id := readings(t)
	for days, want := range map[string]string{"365": "31,536,000 rows, 3.2 GB", "5 * 365": "157,680,000 rows, 15.8 GB"} {
		m, err := WithRate(m, id, "1", days)
		if err != nil {
			t.Fatal(err)
		}
		size := CompareSplits(m, id, DefaultNeeds).Now.Size
		if got := sizing.FormatNumber(size.Typical.Rows) + " rows, " + sizing.FormatBytes(size.Typical.Bytes); got != want {
			t.Errorf("%s days: %s, want %s", days, got, want)
		}
	}
}

// TestSplitsOfExamples has the properties of all splits of all tables: the rows of all
// partitions add up, a worst case is no better than a typical one, and a query that is
// not served any more is named.
func TestSplitsOfExamples(t *testing.T) {
	count := 0
	for _, slug := range []string{"hotel", "sensors", "supermarket"} {
		m := load(t, slug)
		for id := range m.Physical.Relations {
			splits := CompareSplits(m, id, DefaultNeeds)
			before := proof.All(m)
			for i := range splits.Options {
				option := &splits.Options[i]
				count++
				t.Run(m.Title(id)+"/"+option.What, func(t *testing.T) {
					checkRows(t, m, id, splits, option)
					checkServed(t, m, before, option)
				})
			}
		}
	}
	if count < 60 {
		t.Errorf("%d splits were compared, want at least 60", count)
	}
}

// checkRows compares the rows of all partitions, before and after. A bucket that is the
// last of its partition is not full.
func checkRows(t *testing.T, m *model.Model, id model.ID, splits *Splits, option *Split) {
	before, after := splits.Now, option
	if after.Size.Typical.Bytes > after.Size.Worst.Bytes || after.Size.Typical.Cells > after.Size.Worst.Cells {
		t.Errorf("typical %v, worst %v", after.Size.Typical, after.Size.Worst)
	}
	if before.Partitions.Typical == 0 || option.Move.Name == SplitTable {
		return
	}
	was, is := before.Partitions.Typical*before.Size.Terms.Rows.Typical, after.Partitions.Typical*after.Size.Terms.Rows.Typical
	most := was * 1.0001
	if option.Move.Name == SplitByTime { // as many as there are days in the longest month
		most = was * (1 + 2/math.Max(1, after.Partitions.Typical/before.Partitions.Typical-1))
	}
	if option.Move.Name == DynamicBucket { // counted as full
		most = was + before.Partitions.Typical*after.Size.Terms.Rows.Typical
	}
	if is < was*0.9999 || is > most {
		t.Errorf("%v rows in %v partitions, %v in %v before", after.Size.Terms.Rows.Typical, after.Partitions.Typical, before.Size.Terms.Rows.Typical, before.Partitions.Typical)
	}
	if size := option.Size; size.Typical.Bytes > before.Size.Typical.Bytes*1.1+20 {
		t.Errorf("a partition has %v bytes, %v before", size.Typical.Bytes, before.Size.Typical.Bytes)
	}
}

// checkServed proves all queries after a split.
func checkServed(t *testing.T, m *model.Model, before []proof.Result, option *Split) {
	p, err := option.Move.Sizes(model.SeededIDs([]byte("applied")))
	if err != nil {
		t.Fatal(err)
	}
	lost := model.SetOfIDs(option.Lost()...)
	for i, is := range proof.All(p.After) {
		if before[i].Served() && is.Served() == lost[is.Query] {
			t.Errorf("%s is served: %v; the option says %v", m.Title(is.Query), is.Served(), !lost[is.Query])
		}
	}
}

// TestReadsOfARange: three nights are in one month or in two, a week of them likewise;
// without a usual range it is a week of dates.
func TestReadsOfARange(t *testing.T) {
	m := load(t, "hotel")
	id, _ := relationNamed(t, m, "available_rooms_by_hotel_date")
	for _, test := range []struct {
		range_ float64
		length string
		want   PartitionReads
	}{
		{3, "a month", PartitionReads{true, 1, 1 + 3./31, 2}},
		{0, "a week", PartitionReads{true, 1, 2, 2}},
		{60, "a month", PartitionReads{true, 2, 1 + 60./31, 3}},
		{2000, "a month", PartitionReads{true, 24, 24, 24}}, // of the 730 days that there are
	} {
		needs := DefaultNeeds
		if test.range_ > 0 {
			needs.Ranges = map[model.ID]float64{"q4": test.range_}
		}
		option := optionNamed(CompareSplits(m, id, needs), "bucket of "+test.length)
		if option == nil || len(option.Queries) != 1 || option.Queries[0].Reads != test.want {
			t.Errorf("%v days in buckets of %s: %+v, want %+v", test.range_, test.length, option.Queries, test.want)
		}
	}
}

// TestReadsOfAnOpenRange: what is older than a time may be all that there is, what is newer is a usual
// range, but may be all, too.
func TestReadsOfAnOpenRange(t *testing.T) {
	m, id := readings(t)
	for bounds, want := range map[model.Bounds]PartitionReads{
		model.AtLeast:    {true, 1, 2, 365},
		model.LessThan:   {true, 365, 365, 365},
		model.BothBounds: {true, 1, 2, 2},
	} {
		after, err := edit.Apply(m, model.RandomIDs(), edit.Set{Element: "at", Field: "bounds", Was: string(m.Workflow.Queries["range"].Given["at"].Bounds), Value: string(bounds)})
		if err != nil {
			t.Fatal(err)
		}
		needs := DefaultNeeds
		needs.Writes = model.Value{Typical: 10, Worst: 10}
		option := optionNamed(CompareSplits(after, id, needs), "bucket of a day")
		if option == nil || option.Queries[0].Reads != want {
			t.Errorf("%s: %+v, want %+v", bounds, option, want)
		}
	}
}

// TestSplitsAgainstHotPartitions: where one partition gets more writes than it bears, the
// best split spreads them, with as many shards as it takes.
func TestSplitsAgainstHotPartitions(t *testing.T) {
	m, id := readings(t)
	m, err := WithRate(m, id, "10000", "365")
	if err != nil {
		t.Fatal(err)
	}
	needs := DefaultNeeds
	needs.Cells = 0
	splits := CompareSplits(m, id, needs)
	best := splits.Options[0]
	if !splits.Now.Hot || !best.Fits() || best.What != "bucket of 10 minutes, in 16 shards" || best.Writes.Worst != 625 || best.Share != 1./200/16 {
		t.Errorf("the best is %s with %v writes a second, share %v; now hot: %v", best.What, best.Writes.Worst, best.Share, splits.Now.Hot)
	}
	if minute := optionNamed(splits, "bucket of a minute"); !minute.Hot || minute.Share != 1./200 {
		t.Errorf("a minute gets all writes of its sensor: %+v", minute)
	}
}

// TestShardsOfAShorterBucket: a bucket that is there becomes shorter, and gets shards. No
// option comes twice.
func TestShardsOfAShorterBucket(t *testing.T) {
	m := load(t, "sensors")
	id, _ := relationNamed(t, m, "temperatures_by_network")
	m, err := WithRate(m, id, "10000", Covered(m, id))
	if err != nil {
		t.Fatal(err)
	}
	needs := DefaultNeeds
	needs.Writes = model.Value{Typical: 10_000, Worst: 10_000}
	splits := CompareSplits(m, id, needs)
	seen := map[string]bool{}
	for _, option := range splits.Options {
		if seen[option.What] {
			t.Errorf("%s comes twice", option.What)
		}
		seen[option.What] = true
	}
	minute := optionNamed(splits, "bucket of a minute, in 16 shards")
	if minute == nil || minute.Hot || minute.Size.Terms.Rows.Typical != 60*10_000./16 {
		t.Errorf("a minute in 16 shards: %+v", minute)
	}
}

// TestSmallPartitions: a size is too small only where a query reads many of them.
func TestSmallPartitions(t *testing.T) {
	m, id := readings(t)
	m, err := WithRate(m, id, "0.1", "365")
	if err != nil {
		t.Fatal(err)
	}
	needs := DefaultNeeds
	for days, want := range map[float64]bool{0.01: false, 30: true} {
		needs.Ranges = map[model.ID]float64{"range": days}
		hour := optionNamed(CompareSplits(m, id, needs), "bucket of an hour")
		if hour.Size.Typical.Bytes > 1e6 || (hour.Small != nil) != want {
			t.Errorf("hours of %v bytes, read for %v days: small %v, want %v", hour.Size.Typical.Bytes, days, hour.Small != nil, want)
		}
	}
}

// TestRefusedSplits: each impossible split has a reason.
func TestRefusedSplits(t *testing.T) {
	for _, test := range []struct {
		columns string
		refused map[Name]string
	}{
		{"a int, b int, PRIMARY KEY (a, b)", map[Name]string{
			SplitByTime: "A bucket of time is computed from a clustering column of type date, timestamp or timeuuid; b is int.",
			SplitTable:  "It has 0 regular columns besides its key: there is nothing to part.", DynamicBucket: "Without a time among the clustering columns, nothing tells in which bucket a row is."}},
		{"a int, b int, c text, d text, PRIMARY KEY (a, b)", map[Name]string{
			SplitByTime: "A bucket of time is computed from a clustering column of type date, timestamp or timeuuid; b is int.", DynamicBucket: "Without a time among the clustering columns, nothing tells in which bucket a row is."}},
		{"a int PRIMARY KEY, c text, d text", map[Name]string{
			SplitByTime: "Without clustering columns, a partition is one row.", SplitByHash: "Without clustering columns, a partition is one row.",
			SplitByAttribute: "Without clustering columns, a partition is one row.", DynamicBucket: "A partition is one row."}},
		{"a int, at timestamp, n counter, PRIMARY KEY (a, at)", map[Name]string{
			SplitTable: "It has 1 regular column besides its key: there is nothing to part.", DynamicBucket: "The counter of a row that is there must be found again, and nothing tells in which bucket it is."}},
		{"a int, at timestamp, s text static, PRIMARY KEY (a, at)", map[Name]string{
			SplitByAttribute: "at is the only clustering column, and static columns need one.", SplitTable: "It has 0 regular columns besides its key: there is nothing to part."}},
		{"a int, day date, at timestamp, c text, PRIMARY KEY ((a, day), at)", map[Name]string{
			SplitByTime: "day is in the partition key already.", SplitTable: "It has 1 regular column besides its key: there is nothing to part."}},
	} {
		m, _ := cql.Import("CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}; CREATE TABLE k.t ("+test.columns+");", "t")
		id, _ := relationNamed(t, m, "t")
		got := map[Name]string{}
		for _, refused := range CompareSplits(m, id, DefaultNeeds).Refused {
			got[refused.Name] = refused.Reason
		}
		if !maps.Equal(got, test.refused) {
			t.Errorf("%s:\ngot  %q\nwant %q", test.columns, got, test.refused)
		}
	}
}

// TestRatesThatDoNotFit: a rate and days are above zero.
func TestRatesThatDoNotFit(t *testing.T) {
	m, id := readings(t)
	for _, test := range []struct{ rate, days, field string }{
		{"0", "365", "rate"}, {"-5", "365", "rate"}, {"0 - 5", "1", "rate"}, {"many", "1", "rate"}, {"1 *", "1", "rate"}, {"NaN", "1", "rate"}, {"1", "0", "days"}, {"1", "", "days"},
	} {
		_, err := WithRate(m, id, test.rate, test.days)
		if invalid, is := err.(*edit.InvalidError); !is || invalid.Problems[0].Field != test.field {
			t.Errorf("rate %q, days %q: error %v, want one of %s", test.rate, test.days, err, test.field)
		}
	}
}

// TestLengths: the name of a bucket's column reveals its length.
func TestLengths(t *testing.T) {
	for _, test := range []struct {
		count              int
		unit, column, days string
	}{
		{1, "minute", "minute", "(1 / 1440)"}, {10, "minute", "bucket_10_minutes", "(10 / 1440)"}, {1, "hour", "hour", "(1 / 24)"}, {6, "hour", "bucket_6_hours", "(6 / 24)"},
		{1, "month", "month", "31"}, {3, "month", "bucket_3_months", "93"}, {2, "year", "bucket_2_years", "732"},
	} {
		l := length{test.count, unitNamed(test.unit)}
		if found, is := lengthOf("at_" + l.column()); l.column() != test.column || l.daysText() != test.days || !is || found != l {
			t.Errorf("%s of %s days is %v (%v), want %s of %s days", l.column(), l.daysText(), found, is, test.column, test.days)
		}
	}
	for _, count := range []string{"", "0", "-1", "1.5", "x", "1000000", "99999999999999999999"} {
		if l, err := lengthIn(count, unitNamed("day")); err == nil {
			t.Errorf("%q days is the length %v", count, l)
		}
	}
}

// TestSplitsOfTheReducedModel: CompareSplits, which leaves out the tables that a split cannot
// touch, finds the same sizes and queries as the move does in the whole model.
func TestSplitsOfTheReducedModel(t *testing.T) {
	for _, slug := range []string{"hotel", "supermarket"} {
		m := load(t, slug)
		for id := range m.Physical.Relations {
			splits := CompareSplits(m, id, DefaultNeeds)
			for i := range splits.Options {
				option := &splits.Options[i]
				p, err := option.Move.Preview(model.SeededIDs([]byte("whole")))
				if err != nil {
					t.Fatal(err)
				}
				if whole := p.Tables[0].After; whole.Typical != option.Size.Typical || whole.Worst != option.Size.Worst {
					t.Errorf("%s of %s: %v, in the whole model %v", option.What, m.Title(id), option.Size.Typical, whole.Typical)
				}
				for _, q := range option.Queries {
					at := slices.IndexFunc(p.Queries, func(c QueryChange) bool { return c.Query == q.Query })
					if at < 0 || p.Queries[at].After.Served() != q.Served {
						t.Errorf("%s of %s: %s is served: %v, in the whole model it is not so", option.What, m.Title(id), m.Title(q.Query), q.Served)
					}
				}
			}
		}
	}
}
