package measured_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/measured"
)

// read returns a file of testdata: what the tools of Cassandra 5.0.5 printed for a
// keyspace hotel, whose table available_rooms_by_hotel_date has 8 partitions of 3,550 to
// 3,890 rows.
func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// find returns what was read of a table, as "partitions = 8; max_bytes = 73457".
func find(output measured.Output, table string) string {
	for _, reading := range output.Readings {
		if reading.Keyspace+"."+reading.Table == table {
			return reading.Tool + ": " + strings.ReplaceAll(reading.Figures.Text(), "\n", "; ")
		}
	}
	return ""
}

func TestRealOutputs(t *testing.T) {
	const rooms = "hotel.available_rooms_by_hotel_date"
	const stats = "tablestats: partitions = 8; mean_bytes = %s; mean_bucket = 73457; max_bytes = 73457; compression = %s; disk_bytes = %s; sstables = 1"
	const bytes = "min_bytes = 63838.208; " + "p50_bytes = %[1]s; p75_bytes = %[1]s; p90_bytes = %[1]s; p95_bytes = %[1]s; p99_bytes = %[1]s; p999_bytes = %[1]s; max_bytes = %[2]s"
	const rows = "min_rows = 3550; p50_rows = 3973; p75_rows = 3973; p90_rows = 3973; p95_rows = 3973; p99_rows = 3973; p999_rows = 3973; max_rows = 3890"
	cells := strings.ReplaceAll(rows, "rows", "cells")
	for _, test := range []struct {
		file, query, table string
		readings           int
		want               string
	}{
		// 514.835 KiB before compression in 8 partitions. JSON has all digits.
		{"tablestats.txt", "", rooms, 4, fmt.Sprintf(stats, "65898.88", "0.47409", "255810")},
		{"tablestats-H.txt", "", rooms, 4, fmt.Sprintf(stats, "65898.88", "0.47409", "255805.44")},
		{"tablestats.json", "", rooms, 4, fmt.Sprintf(stats, "65898.875", "0.47409382937113875", "255810")},
		{"tablestats.yaml", "", rooms, 4, fmt.Sprintf(stats, "65898.875", "0.47409382937113875", "255810")},
		{"tablestats-sorted.txt", "", rooms, 3, fmt.Sprintf(stats, "65898.88", "0.47409", "255810")},
		{"tablehistograms.txt", "", rooms, 1, "tablehistograms: min_bytes = 61215; p50_bytes = 73457; p75_bytes = 73457; p95_bytes = 73457; p98_bytes = 73457; p99_bytes = 73457; max_bytes = 73457; min_cells = 3312; p50_cells = 3973; p75_cells = 3973; p95_cells = 3973; p98_cells = 3973; p99_cells = 3973; max_cells = 3973"},
		{"tablehistograms-empty.txt", "", "hotel.empty_table", 0, ""},
		{"sstablepartitions.txt", "", rooms, 1, "sstablepartitions: partitions = 8; mean_bytes = 65898.88; " + fmt.Sprintf(bytes, "73456.64", "69680.128") +
			"; " + rows + "; " + cells + "; compression = 0.47409; disk_bytes = 249937.92; sstables = 1"},
		{"sstablepartitions-t.txt", "", rooms, 1, "sstablepartitions: partitions = 8; mean_bytes = 65898.88; " + fmt.Sprintf(bytes, "73456.64", "69680.128") +
			"; mean_rows = 3713.75; " + rows + "; " + cells + "; compression = 0.47409; disk_bytes = 249937.92; sstables = 1"},
		{"sstablepartitions-all.txt", "", "hotel.amenities_by_room", 4, "sstablepartitions: partitions = 1000; mean_bytes = 422.321152; min_bytes = 361; p50_bytes = 446; p75_bytes = 446; p90_bytes = 535; p95_bytes = 535; p99_bytes = 535; p999_bytes = 535; max_bytes = 493; compression = 0.47338; disk_bytes = 199919.616; sstables = 1"},
		{"size_estimates.txt", "", "hotel.amenities_by_room", 4, "system.size_estimates: partitions = 1024; mean_bucket = 457"},
		{"table_estimates.txt", "", "hotel.amenities_by_room", 4, "system.table_estimates: partitions = 1024; mean_bucket = 457"},
		{"disk_usage.txt", "cqlsh> SELECT * FROM system_views.disk_usage;\n", rooms, 19, "system_views.disk_usage: disk_bytes = 1048576"},
		{"disk_usage-expand.txt", "cqlsh> SELECT * FROM system_views.disk_usage;\n", rooms, 19, "system_views.disk_usage: disk_bytes = 1048576"},
		{"max_partition_size.txt", "admin@cqlsh> select * from system_views.max_partition_size ;\n", rooms, 19, "system_views.max_partition_size: max_bytes = 1048576"},
	} {
		output := measured.Parse(test.query + read(t, test.file))
		if len(output.Problems) > 0 {
			t.Errorf("%s: problems %v", test.file, output.Problems)
		}
		if len(output.Readings) != test.readings {
			t.Errorf("%s: %d readings, want %d", test.file, len(output.Readings), test.readings)
		}
		if got := find(output, test.table); got != test.want {
			t.Errorf("%s: %s is\n%s, want\n%s", test.file, test.table, got, test.want)
		}
	}
}

// Outputs of older versions: 2.1 calls partitions keys, 3.11 has no bytes to repair and
// another order of columns, and a server of another language writes commas.
const oldStats = `Keyspace : shop
	Read Count: 0
		Table: orders
		SSTable count: 4
		Space used (live): 62,5 MB
		SSTable Compression Ratio: 0,5
		Number of keys (estimate): 100000
		Compacted partition minimum bytes: 36
		Compacted partition maximum bytes: 892
		Compacted partition mean bytes: 525
		Average live cells per slice (last five minutes): NaN
`

const oldHistograms = `shop/orders histograms
Percentile  SSTables     Write Latency      Read Latency    Partition Size        Cell Count
                              (micros)          (micros)           (bytes)                  
50%             1.00             11.86             61.21               258                 5
75%             1.00             14.24             73.46               258                 5
95%             2.00             17.08            126.93              1916                24
98%             2.00             20.50            263.21              3311                50
99%             2.00             24.60           1131.75              5722                72
Min             0.00              2.30             14.24               180                 2
Max             3.00            654.95          17436.92             14237               103
`

// A partition of -m, from the columns that SSTablePartitions.java writes.
const csvPartitions = `key,keyBinary,live,offset,size,rowCount,cellCount,tombstoneCount,rowTombstoneCount,rangeTombstoneCount,complexTombstoneCount,cellTombstoneCount,rowTtlExpired,cellTtlExpired,directory,keyspace,table,index,snapshot,backup,generation,format,version
"AZ,1",415a,true,0,1000,10,20,0,0,0,0,0,0,0,/data,shop,orders,,,,1,big,nb
AZ2,415b,true,1000,3000,30,60,0,0,0,0,0,0,0,/data,shop,orders,,,,1,big,nb
`

func TestOtherVersions(t *testing.T) {
	for text, want := range map[string]string{
		oldStats:      "tablestats: partitions = 100000; mean_bucket = 525; max_bytes = 892; compression = 0.5; disk_bytes = 65536000; sstables = 4",
		oldHistograms: "tablehistograms: min_bytes = 180; p50_bytes = 258; p75_bytes = 258; p95_bytes = 1916; p98_bytes = 3311; p99_bytes = 5722; max_bytes = 14237; min_cells = 2; p50_cells = 5; p75_cells = 5; p95_cells = 24; p98_cells = 50; p99_cells = 72; max_cells = 103",
		csvPartitions: "sstablepartitions: partitions = 2; mean_bytes = 2000; max_bytes = 3000; mean_rows = 20; max_rows = 30; max_cells = 60",
		strings.ReplaceAll(oldStats, "\n", "\r\n"): "tablestats: partitions = 100000; mean_bucket = 525; max_bytes = 892; compression = 0.5; disk_bytes = 65536000; sstables = 4",
	} {
		output := measured.Parse(text)
		if got := find(output, "shop.orders"); got != want || len(output.Problems) > 0 {
			t.Errorf("%.40q… is %s, want %s; problems %v", text, got, want, output.Problems)
		}
	}
}

// Several outputs in one text are read one by one.
func TestSeveralOutputs(t *testing.T) {
	text := read(t, "tablestats.txt") + read(t, "tablehistograms.txt") + "cqlsh> SELECT * FROM system.size_estimates;\n" + read(t, "size_estimates.txt") + read(t, "tablestats.json")
	output := measured.Parse(text)
	tools := map[string]int{}
	for _, reading := range output.Readings {
		tools[reading.Tool]++
	}
	if len(output.Problems) > 0 || tools["tablestats"] != 4 || tools["tablehistograms"] != 1 || tools["system.size_estimates"] != 4 {
		t.Errorf("read %v, problems %v", tools, output.Problems)
	}
}

func TestCannotRead(t *testing.T) {
	cut := func(name, before string) string {
		text := read(t, name)
		return text[:strings.Index(text, before)+len(before)]
	}
	stats := read(t, "tablestats.txt")
	for _, test := range []struct{ name, text, want string }{
		{"other text", "hello\n", `Line 1: "hello" does not belong to an output that can be read here`},
		{"stats cut in a table", cut("tablestats.txt", "Table: available_rooms_by_hotel_date\n\t\tSSTable count: 1\n"), "Line 50: the output ends within available_rooms_by_hotel_date, before all its partition sizes: paste it whole"},
		{"stats cut in a number", cut("tablestats.txt", "Compacted partition mean bytes: 4"), "Line 42: the output ends within amenities_by_room, before all its partition sizes: paste it whole"},
		{"stats without keyspace", stats[strings.Index(stats, "\t\tTable: a"):strings.Index(stats, "\t\tTable: av")], "Line 1: the keyspace of amenities_by_room is missing: paste the output from its line “Keyspace” on"},
		{"stats with a wrong number", strings.Replace(stats, "mean bytes: 457", "mean bytes: 4x7", 1), `Line 42: compacted partition mean bytes of amenities_by_room is not a number: "4x7"`},
		{"stats with a negative number", strings.Replace(stats, "mean bytes: 457", "mean bytes: -457", 1), `Line 42: compacted partition mean bytes of amenities_by_room is not a number: "-457"`},
		{"stats with a huge number", strings.Replace(stats, "mean bytes: 457", "mean bytes: 1e30", 1), `Line 42: compacted partition mean bytes of amenities_by_room is not a number: "1e30"`},
		{"JSON cut", cut("tablestats.json", `"sstable_count" : 1`), "Line 14: the JSON ends before it is complete: paste the output whole"},
		{"JSON of another program", `{"a": {"b": 1}}`, "Line 1: this JSON is no output of nodetool tablestats: it has no tables"},
		{"JSON with an error", "{\"a\": {\n\"b\": tru}}", "Line 2: this is not JSON: wanted a value, got 't'"},
		{"YAML cut", cut("tablestats.yaml", "      compacted_partition_mi"), `Line 14: "compacted_partition_mi" is no line of tablestats in YAML within available_rooms_by_hotel_date: was the output cut here?`},
		{"YAML cut after a line", cut("tablestats.yaml", "      sstable_count: 1\n"), "Line 13: the output ends within hotel.available_rooms_by_hotel_date, before all its partition sizes: paste it whole"},
		{"histograms cut", cut("tablehistograms.txt", "95%      "), "Line 6: 95% has 0 values instead of 5: was the output cut here?"},
		{"histograms cut after a line", oldHistograms[:strings.Index(oldHistograms, "Min")], "Line 8: the histograms of shop/orders end before their line “Max”: paste them whole"},
		{"partitions cut", cut("sstablepartitions.txt", "  ~p50             71.735 KiB"), "Line 7: ~p50 has 1 values instead of 4: was the output cut here?"},
		{"rows cut", cut("size_estimates.txt", "-9223372036854775808 |                    0 |                 457 |"), "Line 5: partitions_count is not a number: \"\""},
		{"rows cut in a name", cut("size_estimates.txt", "hotel |     "), "Line 5: this row has 2 values instead of 6: was it cut here?"},
		{"rows without a count", cut("size_estimates.txt", "              640\n"), "Line 5: the rows end before cqlsh says how many they are: paste them all"},
		{"either of two tables", read(t, "disk_usage.txt"), "Line 3: system_views.disk_usage and max_partition_size have the same columns: paste the SELECT above the rows, too"},
		{"rows of another table", read(t, "rows_per_read.txt"), "Line 3: these are no rows of system.size_estimates, table_estimates, system_views.disk_usage or max_partition_size"},
		{"CSV cut", strings.TrimSuffix(csvPartitions, ",orders,,,,1,big,nb\n"), "Line 3: this line has not the 23 values of sstablepartitions -m: was it cut here?"},
	} {
		output := measured.Parse(test.text)
		if len(output.Problems) == 0 || output.Problems[0].String() != test.want {
			t.Errorf("%s: problems %v, want first %s", test.name, output.Problems, test.want)
		}
	}
	if output := measured.Parse(strings.Repeat("hello\n", 1000)); len(output.Problems) != 20 {
		t.Errorf("%d problems, want 20", len(output.Problems))
	}
	if output := measured.Parse("  \n"); len(output.Problems) != 0 {
		t.Errorf("an empty text has the problems %v", output.Problems)
	}
}

// Any text is read to its end, with numbers that are finite and not negative.
func FuzzParse(f *testing.F) {
	names, _ := filepath.Glob("testdata/*.*")
	for _, name := range names {
		text, _ := os.ReadFile(name)
		f.Add(string(text))
		f.Add(string(text[:len(text)/2]))
	}
	f.Add(oldStats)
	f.Add(oldHistograms)
	f.Add(csvPartitions)
	f.Fuzz(func(t *testing.T, text string) {
		output := measured.Parse(text)
		lines := strings.Count(text, "\n") + 1
		for _, reading := range output.Readings {
			if _, err := model.ParseFigures(reading.Figures.Text()); err != nil || reading.Keyspace == "" || reading.Table == "" || reading.Line < 1 || reading.Line > lines {
				t.Errorf("read %+v: %v", reading, err)
			}
		}
		for _, problem := range output.Problems {
			if problem.Line < 1 || problem.Line > lines {
				t.Errorf("problem %v in %d lines", problem, lines)
			}
		}
	})
}
