package cql_test

import (
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	gocql "github.com/apache/cassandra-gocql-driver/v2"

	"widerow/cql/cassandratest"
	"widerow/model"
	"widerow/model/ring"
)

// keyTypes are the types of key columns that package ring supports.
var keyTypes = []string{"text", "ascii", "blob", "boolean", "tinyint", "smallint", "int", "bigint", "varint", "decimal", "float", "double",
	"uuid", "timeuuid", "inet", "timestamp", "date", "time"}

// randomKeyValue returns the text of a value. Small numbers are frequent, so that
// some values are equal.
func randomKeyValue(random *rand.Rand, typ string) string {
	number := int64(random.Uint64()) >> random.IntN(64)
	switch typ {
	case "text":
		return string([]rune("aBé€𝄞 '_")[random.IntN(8)]) + strings.Repeat("xÿ", random.IntN(12))
	case "ascii":
		return strconv.FormatInt(number, 36)
	case "blob":
		return "0x" + hex.EncodeToString(randomBytes(random, 1+random.IntN(40)))
	case "boolean":
		return strconv.FormatBool(number%2 == 0)
	case "tinyint":
		return strconv.Itoa(int(int8(number)))
	case "smallint":
		return strconv.Itoa(int(int16(number)))
	case "int":
		return strconv.Itoa(int(int32(number)))
	case "varint":
		return fmt.Sprint(number) + strings.Repeat("0", random.IntN(20))
	case "decimal":
		return fmt.Sprintf("%d.%0*d", int8(number), 1+random.IntN(2), random.IntN(10))
	case "float", "double":
		return strconv.FormatFloat(float64(number)/256, 'f', 3, 64)
	}
	return randomMoment(random, typ, number)
}

func randomMoment(random *rand.Rand, typ string, number int64) string {
	moment := time.UnixMilli(number % 4e12).UTC()
	id := randomBytes(random, 16)
	switch typ {
	case "timestamp":
		return moment.Format("2006-01-02 15:04:05.000-0700")
	case "date":
		return moment.Format(time.DateOnly)
	case "time":
		return moment.Format("15:04:05.000")
	case "inet":
		return fmt.Sprintf([]string{"10.%d.%d.%d", "2001:db8::%x:%x:%x"}[random.IntN(2)], id[0], id[1], id[2])
	case "uuid":
		id[6] = id[6]&0x0f | byte(1+3*random.IntN(2))<<4
	case "timeuuid":
		id[6] = id[6]&0x0f | 1<<4
		copy(id, make([]byte, 4*random.IntN(2)))
	case "bigint":
		return fmt.Sprint(number)
	}
	return fmt.Sprintf("%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:])
}

func randomBytes(random *rand.Rand, count int) []byte {
	value := make([]byte, count)
	for i := range value {
		value[i] = byte(random.Uint32())
	}
	return value
}

// keyLiteral returns a value as a literal.
func keyLiteral(typ, text string) string {
	if slices.Contains([]string{"text", "ascii", "inet", "timestamp", "date", "time"}, typ) {
		return quoted(text)
	}
	return text
}

func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

// Tokens of keys, the order of rows in a partition, and which rows overwrite each other match the
// server for every type.
func TestKeysOnCassandra(t *testing.T) {
	session := cassandratest.Session(t)
	keyspace := cassandratest.Keyspace(t, session)
	random := rand.New(rand.NewPCG(14, 1))
	t.Run("known tokens", func(t *testing.T) { compareKnownTokens(t, session, keyspace+".names") })
	for i, typ := range keyTypes {
		other := keyTypes[(i+5)%len(keyTypes)]
		for _, key := range [][]*model.Column{
			{keyColumn("a", typ, model.Partition)},
			{keyColumn("a", typ, model.Partition), keyColumn("b", other, model.Partition)},
			{keyColumn("a", "boolean", model.Partition), keyColumn("b", typ, model.Clustering), keyColumn("c", other, model.Clustering)},
		} {
			name := fmt.Sprintf("%s.keys_%s_%d", keyspace, typ, len(key))
			t.Run(name, func(t *testing.T) { compareKeys(t, session, name, key, random) })
		}
	}
}

// compareKnownTokens compares the server's tokens with those in the tests of
// package ring.
func compareKnownTokens(t *testing.T, session *gocql.Session, table string) {
	cassandratest.Run(t, session, "CREATE TABLE "+table+" (name text PRIMARY KEY)")
	for name, want := range map[string]int64{"jim": 2680261686609811218, "carol": -3169904368870211108, "johnny": -2876970619340914070, "suzy": 4113135677556563029} {
		cassandratest.Run(t, session, "INSERT INTO "+table+" (name) VALUES ("+quoted(name)+")")
		var token int64
		if err := session.Query("SELECT token(name) FROM " + table + " WHERE name = " + quoted(name)).Scan(&token); err != nil || token != want {
			t.Errorf("token(%s) is %d, %v; want %d", name, token, err, want)
		}
	}
}

// keyColumn returns a key column, which is descending if it is named b.
func keyColumn(name, typ string, role model.Role) *model.Column {
	return &model.Column{Name: name, Type: model.Native(typ), Role: role, Descending: role == model.Clustering && name == "b"}
}

func compareKeys(t *testing.T, session *gocql.Session, table string, key []*model.Column, random *rand.Rand) {
	cassandratest.Run(t, session, keyTable(table, key))
	var lines, inserts []string
	for line := range 25 {
		var literals, fields []string
		for _, column := range key {
			text := randomKeyValue(random, column.Type.Name)
			literals, fields = append(literals, keyLiteral(column.Type.Name, text)), append(fields, quoted(text))
		}
		lines = append(lines, strings.Join(fields, ", "))
		inserts = append(inserts, fmt.Sprintf("INSERT INTO %s (%s, line) VALUES (%s, %d) USING TIMESTAMP %d",
			table, keyNames(key), strings.Join(literals, ", "), line+1, line+1))
	}
	cassandratest.Run(t, session, "BEGIN UNLOGGED BATCH "+strings.Join(inserts, "; ")+" APPLY BATCH")
	partitions, err := ring.Explain(key, strings.Join(lines, "\n"))
	if err != nil {
		t.Fatal(err)
	}
	var ours []string
	for _, partition := range partitions {
		for _, row := range partition.Rows {
			if row.Overwritten == 0 {
				ours = append(ours, fmt.Sprintf("token %d line %d", partition.Token, row.Line))
			}
		}
	}
	if theirs := keyRows(t, session, table, key); !slices.Equal(ours, theirs) {
		t.Errorf("ours:\n%s\nCassandra's:\n%s\nof\n%s", strings.Join(ours, "\n"), strings.Join(theirs, "\n"), strings.Join(lines, "\n"))
	}
}

func keyTable(table string, key []*model.Column) string {
	var columns, partition, clustering []string
	order := ""
	for _, column := range key {
		columns = append(columns, column.Name+" "+column.Type.Name)
		if column.Role == model.Partition {
			partition = append(partition, column.Name)
			continue
		}
		clustering = append(clustering, column.Name)
		order = " WITH CLUSTERING ORDER BY (b DESC, c ASC)"
	}
	primary := strings.Join(append([]string{"(" + strings.Join(partition, ", ") + ")"}, clustering...), ", ")
	return fmt.Sprintf("CREATE TABLE %s (%s, line int, PRIMARY KEY (%s))%s", table, strings.Join(columns, ", "), primary, order)
}

func keyNames(key []*model.Column) string {
	var names []string
	for _, column := range key {
		names = append(names, column.Name)
	}
	return strings.Join(names, ", ")
}

// keyRows returns all rows of a table in the server's order.
func keyRows(t *testing.T, session *gocql.Session, table string, key []*model.Column) []string {
	partition := slices.DeleteFunc(slices.Clone(key), func(c *model.Column) bool { return c.Role != model.Partition })
	rows := session.Query(fmt.Sprintf("SELECT token(%s), line FROM %s", keyNames(partition), table)).Iter()
	var found []string
	var token int64
	var line int
	for rows.Scan(&token, &line) {
		found = append(found, fmt.Sprintf("token %d line %d", token, line))
	}
	if err := rows.Close(); err != nil {
		t.Fatal(err)
	}
	return found
}
