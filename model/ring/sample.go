package ring

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
	"time"

	"widerow/model"
)

// rowsOfPartitions are the numbers of the rows in each partition of the sample, in
// the order in which they are written: not in clustering order.
var rowsOfPartitions = [][]int{{1, 0, 2}, {1, 0}, {0}}

// Sample returns rows to begin with, as text for Explain: three partitions, two of
// them with several rows if the key has clustering columns.
func Sample(columns []*model.Column) string {
	var lines []string
	for partition, rows := range rowsOfPartitions {
		for _, row := range rows {
			if line := sampleLine(columns, partition, row); !slices.Contains(lines, line) {
				lines = append(lines, line)
			}
		}
	}
	return strings.Join(lines, "\n")
}

// sampleLine varies the last clustering column most.
func sampleLine(columns []*model.Column, partition, row int) string {
	values := make([]string, len(columns))
	for i, column := range columns {
		number := partition
		if column.Role == model.Clustering {
			if number = row; i < len(columns)-1 {
				number = row / 2
			}
		}
		values[i] = quote(sampleValue(column, number))
	}
	return strings.Join(values, ", ")
}

// quote adds quotes to a text that splitLine would otherwise read differently.
func quote(text string) string {
	if text != strings.TrimSpace(text) || text == "" || strings.ContainsAny(text, ",'") {
		return "'" + strings.ReplaceAll(text, "'", "''") + "'"
	}
	return text
}

var sampleDay = time.Date(2026, time.May, 4, 8, 0, 0, 0, time.UTC)

// sampleValue returns the value of a column with that number, from 0.
func sampleValue(column *model.Column, number int) string {
	switch column.Type.Name {
	case "text", "ascii":
		return sampleText(column.Name, number)
	case "boolean":
		return strconv.FormatBool(number%2 == 0)
	case "tinyint", "smallint", "int", "bigint", "varint":
		return strconv.Itoa(firstInteger(column) + number)
	case "float", "double", "decimal":
		return strconv.FormatFloat(9.5+float64(number), 'f', 2, 64)
	case "uuid":
		return sampleUUID(column.Name, number)
	case "timeuuid":
		return sampleTimeUUID(column.Name, number)
	case "timestamp":
		return sampleDay.Add(time.Duration(number) * time.Hour).Format("2006-01-02 15:04:05-0700")
	case "date":
		return sampleDay.AddDate(0, 0, number).Format(time.DateOnly)
	case "time":
		return sampleDay.Add(time.Duration(number) * time.Hour).Format(time.TimeOnly)
	case "inet":
		return fmt.Sprintf("192.0.2.%d", number+1)
	case "blob":
		return fmt.Sprintf("0xca%02x", number)
	}
	return ""
}

// sampleNames are values of columns whose name ends with the word.
var sampleNames = map[string][]string{
	"name": {"Harbour", "Museum", "Station"}, "city": {"Lisbon", "Oslo", "Vienna"}, "country": {"Portugal", "Norway", "Austria"},
	"email": {"ana@example.org", "ben@example.org", "eva@example.org"}, "title": {"Morning", "Noon", "Evening"},
	"status": {"new", "open", "closed"}, "tag": {"blue", "green", "red"},
}

func sampleText(name string, number int) string {
	words := strings.Split(strings.ToLower(name), "_")
	if names := sampleNames[words[len(words)-1]]; names != nil {
		return names[number%len(names)]
	}
	return words[0] + "-" + strconv.Itoa(number+1)
}

// firstInteger fits the name of the column, and a tinyint.
func firstInteger(column *model.Column) int {
	name := strings.ToLower(column.Name)
	switch {
	case strings.Contains(name, "year") && column.Type.Name != "tinyint":
		return 2025
	case strings.Contains(name, "bucket") || strings.Contains(name, "shard"):
		return 0
	case strings.HasSuffix(name, "number"):
		return 101
	}
	return 1
}

// sampleUUID is made from the name of the column, so that the page shows the same
// rows each time.
func sampleUUID(name string, number int) string {
	hash := fnv.New128a()
	fmt.Fprintf(hash, "%s %d", name, number)
	uuid := hash.Sum(nil)
	uuid[6], uuid[8] = uuid[6]&0x0f|0x40, uuid[8]&0x3f|0x80
	return formatUUID(uuid)
}

// sampleTimeUUID is the timeuuid of a moment.
func sampleTimeUUID(name string, number int) string {
	const since1582 = 0x01b21dd213814000 // 100 ns from 1582-10-15 to 1970
	uuid, err := hex.DecodeString(strings.ReplaceAll(sampleUUID(name, 0), "-", ""))
	if err != nil {
		panic(err) // formatUUID writes hexadecimal digits
	}
	ticks := since1582 + uint64(sampleDay.Add(time.Duration(number)*time.Hour).UnixNano()/100)
	binary.BigEndian.PutUint32(uuid, uint32(ticks))
	binary.BigEndian.PutUint16(uuid[4:], uint16(ticks>>32))
	binary.BigEndian.PutUint16(uuid[6:], uint16(ticks>>48)|1<<12)
	return formatUUID(uuid)
}

func formatUUID(uuid []byte) string {
	return fmt.Sprintf("%x-%x-%x-%x-%x", uuid[:4], uuid[4:6], uuid[6:8], uuid[8:10], uuid[10:])
}
