package cql_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"widerow/cql"
	"widerow/cql/check"
	"widerow/model"
	"widerow/model/concepttext"
	"widerow/model/mapping"
	"widerow/model/mapping/er"
	"widerow/model/proof"
	"widerow/model/querytext"
)

// derivedConcepts have what makes keys long: weak types of weak ones, an m:n and a
// ternary relationship type with attributes, a hierarchy, several values.
const derivedConcepts = `Shop: shop_id, city, quantity, opened_at, {phones}
Person: person_id, city, quantity, created_at
weak Shelf: floor, quantity
Shop 1 has n Shelf
weak Place: number, price, is_free
Shelf 1 holds n Place
Item: item_id, price, quantity, {tags}
Person n likes m Item: created_at, quantity
Place 1 stores n Item
Seller: rank
Seller isa Person`

var derivedAttributes = []string{"Shop.shop_id", "Shop.city", "Shop.quantity", "Shop.opened_at", "Person.person_id", "Person.city", "Person.quantity", "Person.created_at", "Shelf.floor",
	"Shelf.quantity", "Place.number", "Place.price", "Place.is_free", "Item.item_id", "Item.price", "Item.quantity", "likes.created_at", "likes.quantity", "Seller.rank"}

// derivedQuery is a query as text: most clauses are there in some.
func derivedQuery(random *rand.Rand) string {
	names := slices.Clone(derivedAttributes)
	random.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	next := func() string {
		first := names[0]
		names = names[1:]
		return first
	}
	one := func(texts ...string) string { return texts[random.IntN(len(texts))] }
	text := "SELECT " + one("", "", "", "DISTINCT ") + next()
	switch random.IntN(5) {
	case 0:
		text += ", " + one("Shop", "Item", "Place")
	case 1:
		text += ", " + one("count(*)", "count(Item)", "avg(Item.quantity)", "max(Place.price)", "sum(likes.quantity)")
	}
	var conditions []string
	var compared []string
	for range random.IntN(4) {
		compared = append(compared, next())
		conditions = append(conditions, compared[len(compared)-1]+one(" = ?", " = ?", " = ?", " IN ?[3]", " >= ?"))
	}
	if random.IntN(6) == 0 {
		conditions = append(conditions, one("Shop.phones = ?", "Item.tags = ?", "Shop.city LIKE ?%"))
	}
	if len(conditions) > 0 {
		text += " WHERE " + strings.Join(conditions, " AND ")
	}
	either := func() string {
		if len(compared) > 0 && random.IntN(2) == 0 {
			return compared[random.IntN(len(compared))]
		}
		return next()
	}
	if strings.Contains(text, "(") && random.IntN(2) == 0 {
		text += " GROUP BY " + either()
	}
	if random.IntN(3) == 0 {
		text += " ORDER BY " + either() + one("", " DESC")
		if random.IntN(3) == 0 {
			text += ", " + next() + one("", " DESC")
		}
	}
	return text + one("", "", " LIMIT 10", " PAGE 100")
}

// derivedModel is the concepts with random queries and the tables that are derived
// for them, of each any alternative.
func derivedModel(t *testing.T, seed uint64, queries int) *model.Model {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 21))
	m := model.New("derived")
	m.Physical.Keyspaces = map[model.ID]*model.Keyspace{"ks": {Name: fmt.Sprintf("derived%d", seed), Replication: map[string]string{"class": "SimpleStrategy", "replication_factor": "1"}}}
	commands, problems := concepttext.Commands(m, model.RandomIDs(), derivedConcepts)
	if len(problems) > 0 {
		t.Fatalf("%+v", problems)
	}
	m = applied(t, m, commands)
	m.Workflow.Queries = map[model.ID]*model.Query{}
	choices := map[model.ID]mapping.Choice{}
	for number := range queries {
		text, id := derivedQuery(random), model.ID(fmt.Sprintf("q%d", number))
		m = m.Clone()
		m.Workflow.Queries[id] = &model.Query{Order: model.Nth(number), Label: fmt.Sprintf("Q%d", number+1), Name: text}
		parts, problems := querytext.Parse(m, text)
		if len(problems) > 0 {
			t.Fatalf("%s: %+v", text, problems)
		}
		m = applied(t, m, querytext.Commands(m, id, parts))
		if found := mapping.Explore(m, id).Alternatives; len(found) > 1 && random.IntN(3) > 0 {
			choices[id] = mapping.Choice{Key: found[random.IntN(len(found))].Signature()}
		}
	}
	return applied(t, m, mapping.Derive(m, nil, choices).Commands(model.SeededIDs([]byte("derived")), nil))
}

// TestCassandraTakesWhatIsDerived has the schemas of derived tables and the statements of
// their queries judged by a real Cassandra: those of next pages and of further tables,
// too.
func TestCassandraTakesWhatIsDerived(t *testing.T) {
	for seed := range uint64(*derivedCount) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) { compareProofs(t, derivedModel(t, *proofSeed+seed, 12)) })
	}
}

// TestCheckAcceptsWhatIsDerived: derived tables, of each query any alternative, serve their
// queries, and check finds no error in them. A counter that is chosen for a query may lack other
// columns that it selects: Cassandra allows none beside it.
func TestCheckAcceptsWhatIsDerived(t *testing.T) {
	count := uint64(20)
	if testing.Short() {
		count = 5
	}
	served, sorted := 0, 0
	for seed := range count {
		m := derivedModel(t, *proofSeed+100+seed, 12)
		unserved, counted := map[string]bool{}, map[string]bool{}
		for _, query := range model.Sorted(m.Workflow.Queries) {
			plan := mapping.Explore(m, query.ID)
			twice := slices.ContainsFunc(plan.Problems, func(p er.Problem) bool { return p.Code == "twice" })
			counted[m.Title(query.ID)] = slices.ContainsFunc(m.TablesOf(query.ID), func(table model.ID) bool { return hasCounter(m.Logical.Tables[table]) })
			unserved[m.Title(query.ID)] = plan.Fatal() || len(plan.Path.Others) > 0 || twice
		}
		for _, finding := range check.Model("derived", m).Findings {
			lacking := finding.Code == check.CodeColumns && counted[finding.Element]
			if finding.Severity == cql.Error && !unserved[finding.Element] && !lacking {
				t.Errorf("seed %d: %s: %s", seed, finding.Element, finding.Message)
			}
		}
		for _, result := range proof.All(m) {
			if best, found := result.Best(); found && best.Serves() {
				served++
				if best.Spread != nil && best.Spread.InOrder {
					sorted++
				}
			}
		}
	}
	t.Logf("%d queries are served, %d by statements that run in order", served, sorted)
	if served < int(count)*4 {
		t.Errorf("only %d queries of %d models are served", served, count)
	}
}

func hasCounter(table *model.LogicalTable) bool {
	for _, column := range table.Columns {
		if column.Role == model.RoleCounter {
			return true
		}
	}
	return false
}
