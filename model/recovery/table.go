package recovery

import (
	"cmp"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/english"
)

// schema holds the facts about the tables of a model.
type schema struct {
	model         *model.Model
	tables        []*table
	unknown       []*table // those with columns that have no attribute
	entities      []*entity
	byName        map[string]*entity
	nouns         map[string]bool // of the tables' names
	phrases       map[string]bool // what the tables are about
	attributes    map[model.ID]*Attribute
	relationships []*Relationship
}

// table is a logical table with the types of its realization.
type table struct {
	id      model.ID
	name    string
	phrase  string // what a row is about: "available room" for available_rooms_by_hotel_date
	by      []string
	columns []*column
	entity  *entity
	served  bool // it serves a query of the model
}

// column is a column of a table. identifies is the entity type that it is the
// identifier of, nil for none.
type column struct {
	*model.LogicalColumn
	id         model.ID
	words      []string
	kind       model.Type
	bucket     bool
	identifies *entity
}

func newSchema(m *model.Model) *schema {
	s := &schema{model: m, byName: map[string]*entity{}, nouns: map[string]bool{}, phrases: map[string]bool{}, attributes: map[model.ID]*Attribute{}}
	served := model.IDSet{}
	for _, arrow := range m.Logical.Arrows {
		if m.Workflow.Queries[arrow.Access] != nil {
			served[arrow.To] = true
		}
	}
	kinds := columnTypes(m)
	for _, item := range model.Sorted(m.Logical.Tables) {
		t := &table{id: item.ID, name: item.Value.Name, served: served[item.ID]}
		t.phrase, t.by = subjectOf(item.Value.Name)
		for _, c := range item.Value.SortedColumns() {
			t.columns = append(t.columns, &column{LogicalColumn: c.Value, id: c.ID, words: words(c.Value.Name), kind: kinds[c.ID]})
		}
		t.markBuckets()
		if len(t.key()) == 0 {
			continue // it has no partition key, so it serves nothing
		}
		s.tables = append(s.tables, t)
		if !slices.ContainsFunc(t.columns, func(c *column) bool { return c.Attribute == "" && !c.bucket }) {
			continue
		}
		s.unknown = append(s.unknown, t)
		s.phrases[t.phrase] = true
		phrase := strings.Fields(t.phrase)
		for _, word := range slices.Concat(phrase[len(phrase)-min(1, len(phrase)):], t.by) {
			s.nouns[english.Singular(word)] = true
		}
	}
	return s
}

// columnTypes returns the types of the physical columns by logical column.
func columnTypes(m *model.Model) map[model.ID]model.Type {
	kinds := map[model.ID]model.Type{}
	for _, relation := range model.Sorted(m.Physical.Relations) {
		for _, c := range relation.Value.SortedColumns() {
			for from := range c.Value.From {
				if _, found := kinds[from]; !found {
					kinds[from] = c.Value.Type
				}
			}
		}
	}
	return kinds
}

// subjectOf reads a table's name: available_rooms_by_hotel_date is about an
// available room, and searches by hotel and date.
func subjectOf(name string) (phrase string, by []string) {
	before, after, _ := strings.Cut(" "+strings.Join(words(name), " ")+" ", " by ")
	return english.Singular(strings.TrimSpace(before)), strings.Fields(after)
}

// words splits a name at underscores and the like, in lower case.
func words(name string) []string {
	return strings.FieldsFunc(strings.ToLower(name), func(c rune) bool { return c == '_' || c == '-' || c == ' ' || c == '.' })
}

var (
	bucketWords = []string{"bucket", "shard", "slot", "hash", "partition", "part"}
	periodWords = []string{"hour", "day", "date", "week", "month", "year", "yearmonth", "period"}
)

// markBuckets marks the partition key columns that only split partitions: those
// named so, and periods of a time that the rows are ordered by.
func (t *table) markBuckets() {
	moment := slices.ContainsFunc(t.columns, func(c *column) bool {
		return c.Role == model.Clustering && slices.Contains([]string{"timestamp", "timeuuid"}, c.kind.Name)
	})
	for _, c := range t.columns {
		last := c.words[max(0, len(c.words)-1):]
		named := slices.ContainsFunc(last, func(word string) bool { return slices.Contains(bucketWords, word) })
		period := moment && slices.ContainsFunc(last, func(word string) bool { return slices.Contains(periodWords, word) })
		c.bucket = c.Role == model.Partition && c.Attribute == "" && (named || period)
	}
}

// key returns the columns of the primary key without buckets.
func (t *table) key() []*column {
	return t.having(func(c *column) bool { return c.Role.InKey() && !c.bucket })
}

// partition returns the columns of the partition key without buckets.
func (t *table) partition() []*column {
	return t.having(func(c *column) bool { return c.Role == model.Partition && !c.bucket })
}

func (t *table) having(is func(*column) bool) []*column {
	var found []*column
	for _, c := range t.columns {
		if is(c) {
			found = append(found, c)
		}
	}
	return found
}

// identifier returns the column that identifies an entity type, nil for none.
func (t *table) identifier(of *entity) *column {
	for _, c := range t.columns {
		if c.identifies == of {
			return c
		}
	}
	return nil
}

// shortestKeyFirst orders tables so that those with the fewest key columns come
// first.
func shortestKeyFirst(a, b *table) int { return cmp.Compare(len(a.key()), len(b.key())) }
