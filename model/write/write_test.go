package write_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/example"
	"widerow/model/write"
)

// small is a model in a few lines: entity types "Name key attribute…", relationship
// types "A 1 verb n B", tables "name K C↑ …" whose columns name attributes as
// Entity.attribute, with the type after a colon.
func small(t testing.TB, lines ...string) *model.Model {
	t.Helper()
	m := model.New("small")
	m.Concepts.Entities, m.Concepts.Relationships = map[model.ID]*model.Entity{}, map[model.ID]*model.Relationship{}
	m.Logical.Tables, m.Physical.Relations = map[model.ID]*model.LogicalTable{}, map[model.ID]*model.Relation{}
	m.Physical.Keyspaces = map[model.ID]*model.Keyspace{"ks": {Name: "ks"}}
	for i, line := range lines {
		kind, rest, _ := strings.Cut(line, " ")
		words := strings.Fields(rest)
		switch kind {
		case "entity":
			entity := &model.Entity{Name: words[0], Order: model.Nth(i), Attributes: map[model.ID]*model.Attribute{}}
			for j, word := range words[1:] {
				name, multiple := strings.CutSuffix(word, "*")
				attribute := &model.Attribute{Name: name, Order: model.Nth(j), MultiValued: multiple}
				if j == 0 {
					attribute.Key = model.Key
				}
				entity.Attributes[model.ID(words[0]+"."+name)] = attribute
			}
			m.Concepts.Entities[model.ID(words[0])] = entity
		case "relationship": // name A n B m
			m.Concepts.Relationships[model.ID(words[0])] = &model.Relationship{Name: words[0], Order: model.Nth(i), Participants: map[model.ID]*model.Participant{
				model.ID(words[0] + "1"): {Entity: model.ID(words[1]), Cardinality: words[2]}, model.ID(words[0] + "2"): {Entity: model.ID(words[3]), Cardinality: words[4], Order: "4"}}}
		case "table":
			addTable(m, i, words)
		}
	}
	return m
}

var collections = map[model.TypeKind]model.Collection{model.SetType: model.SetOf, model.ListType: model.ListOf, model.MapType: model.MapOf}

// addTable adds a logical and a physical table. Columns are "K:Entity.attribute:type".
func addTable(m *model.Model, number int, words []string) {
	roles := map[string]model.Role{"K": model.Partition, "C": model.Clustering, "S": model.Static, "R": model.Regular}
	id := model.ID(words[0])
	logical := &model.LogicalTable{Name: words[0], Order: model.Nth(number), Columns: map[model.ID]*model.LogicalColumn{}}
	relation := &model.Relation{Keyspace: "ks", Name: words[0], Kind: model.Table, Order: model.Nth(number), Realizes: model.SetOfIDs(id), Columns: map[model.ID]*model.Column{}}
	for i, word := range words[1:] {
		parts := strings.Split(word, ":")
		typ, err := model.ParseType(parts[2], nil)
		if err != nil {
			panic(err)
		}
		name := strings.ToLower(strings.ReplaceAll(parts[1], ".", "_"))
		column := id + "/" + model.ID(name)
		logical.Columns[column] = &model.LogicalColumn{Name: name, Order: model.Nth(i), Role: roles[parts[0]], Attribute: model.ID(parts[1]), Collection: collections[typ.Unfrozen().Kind]}
		relation.Columns["p"+column] = &model.Column{Name: name, Order: model.Nth(i), Role: roles[parts[0]], Type: typ, From: model.SetOfIDs(column)}
	}
	m.Logical.Tables[id], m.Physical.Relations["p"+id] = logical, relation
}

func withUpdate(m *model.Model, update model.Update, writes, given []model.ID) *model.Model {
	update.Label = "U1"
	update.Writes, update.Given = map[model.ID]*model.Write{}, map[model.ID]*model.Given{}
	for i, element := range writes {
		update.Writes[model.ID(fmt.Sprint("write", i))] = &model.Write{Order: model.Nth(i), Element: element}
	}
	for i, attribute := range given {
		update.Given[model.ID(fmt.Sprint("given", i))] = &model.Given{Order: model.Nth(i), Attribute: attribute, Operator: model.Equal}
	}
	m = m.Clone()
	m.Workflow.Updates = map[model.ID]*model.Update{"u1": &update}
	return m
}

// summary describes a plan: each step with its statements as "insert table", and the
// codes of the findings.
func summary(plan *write.Plan) string {
	var lines []string
	for _, step := range plan.Steps {
		var statements []string
		for i := range step.Statements {
			s := &step.Statements[i]
			word := "read"
			switch {
			case s.Write.Insert != nil:
				word = "insert"
			case s.Write.Update != nil:
				word = "update"
			case s.Write.Delete != nil:
				word = "delete"
			}
			if s.Conditional() {
				word += " if"
			}
			if !s.Idempotent {
				word += " once"
			}
			statements = append(statements, word+" "+s.Access.Name)
		}
		text := strings.Join(statements, ", ")
		if step.IsBatch() {
			text = string(step.Kind) + "(" + text + ")"
		} else if step.Kind == write.Blocked {
			text = "cannot(" + text + ")"
		}
		lines = append(lines, text)
	}
	for _, finding := range plan.Findings {
		lines = append(lines, finding.Code)
	}
	return strings.Join(lines, "; ")
}

func TestPlans(t *testing.T) {
	likes := []string{"entity User user_id name", "entity Item item_id title", "relationship likes User n Item m",
		"table users K:User.user_id:uuid R:User.name:text",
		"table items_by_user K:User.user_id:uuid C:Item.item_id:uuid S:User.name:text R:Item.title:text",
		"table users_by_item K:Item.item_id:uuid C:User.user_id:uuid R:User.name:text",
		"table likes_by_item K:Item.item_id:uuid R:User.user_id:counter"}
	posts := []string{"entity User user_id name", "entity Post post_id topic", "relationship writes User 1 Post n",
		"table users K:User.user_id:uuid R:User.name:text",
		"table posts K:Post.post_id:uuid R:Post.topic:text R:User.user_id:uuid",
		"table posts_by_user K:User.user_id:uuid C:Post.topic:text C:Post.post_id:uuid S:User.name:text"}
	tags := []string{"entity Video video_id title tags* links* hits at",
		"table videos K:Video.video_id:uuid R:Video.title:text R:Video.tags:set<text> R:Video.links:list<text> R:Video.at:timestamp",
		"table videos_by_title K:Video.title:text C:Video.video_id:uuid R:Video.tags:frozen<set<text>>",
		"table latest K:Video.title:text C:Video.at:timestamp C:Video.video_id:uuid",
		"table hits K:Video.video_id:uuid R:Video.hits:counter"}
	for _, test := range []struct {
		name          string
		model         []string
		update        model.Update
		writes, given []model.ID
		want          string
	}{
		{"a static column and copies", likes, model.Update{Kind: model.Change}, []model.ID{"User.name"}, []model.ID{"User.user_id"},
			"read items_by_user; logged batch(update users, update items_by_user, update users_by_item)"},
		{"a static column of a partition that may have no row", posts, model.Update{Kind: model.Change}, []model.ID{"User.name"}, []model.ID{"User.user_id"},
			"read posts_by_user; logged batch(update users, update posts_by_user)"},
		{"a static column with the last row", posts, model.Update{Kind: model.Delete}, []model.ID{"Post"}, []model.ID{"Post.post_id"},
			"read posts; logged batch(delete posts_by_user, delete posts); read posts_by_user; delete posts_by_user"},
		{"m:n rows and a counter of its own", likes, model.Update{}, []model.ID{"likes"}, nil,
			"read users; logged batch(insert items_by_user, insert users_by_item); update once likes_by_item; update/copy"},
		{"deletion of a link", likes, model.Update{Kind: model.Delete}, []model.ID{"likes"}, []model.ID{"User.user_id", "Item.item_id"},
			"logged batch(delete items_by_user, delete users_by_item); update once likes_by_item; read items_by_user; delete items_by_user"},
		{"counters alone", tags, model.Update{Kind: model.Change}, []model.ID{"Video.hits"}, []model.ID{"Video.video_id"}, "update once hits"},
		{"an element of a set, frozen in a copy", tags, model.Update{}, []model.ID{"Video.tags"}, []model.ID{"Video.video_id"},
			"read videos; logged batch(update videos, update videos_by_title)"},
		{"an element of a list", tags, model.Update{}, []model.ID{"Video.links"}, []model.ID{"Video.video_id"}, "update once videos; update/list-append"},
		{"a new partition key", tags, model.Update{Kind: model.Change}, []model.ID{"Video.title"}, []model.ID{"Video.video_id"},
			"read videos; logged batch(update videos, insert videos_by_title, delete videos_by_title, insert latest, delete latest); update/moved-key; update/moved-key"},
		{"a new clustering column", tags, model.Update{Kind: model.Change}, []model.ID{"Video.at"}, []model.ID{"Video.video_id", "Video.title"},
			"read videos; logged batch(update videos, insert latest, delete latest); update/moved-key"},
		{"IF NOT EXISTS guards one table", tags, model.Update{Conditional: true}, []model.ID{"Video"}, nil,
			"insert if once videos; logged batch(insert videos_by_title, insert latest); update once hits; update/condition"},
		{"nothing to write", tags, model.Update{}, nil, nil, "update/empty"},
		{"no condition", tags, model.Update{Kind: model.Change}, []model.ID{"Video.links"}, nil, "update videos; update/key-assumed"},
		{"a condition that nothing checks", tags, model.Update{Kind: model.Change}, []model.ID{"Video.links"}, []model.ID{"Video.video_id", "Video.at"},
			"update videos; update/unchecked"},
		{"a condition on the row", tags, model.Update{Kind: model.Change, Conditional: true}, []model.ID{"Video.links"}, []model.ID{"Video.video_id", "Video.at"},
			"update if once videos"},
		{"a level for transactions", tags, model.Update{Kind: model.Change, Consistency: model.Serial}, []model.ID{"Video.links"}, []model.ID{"Video.video_id"},
			"update videos; update/consistency"},
		{"one more in a counter", tags, model.Update{Kind: model.Increment}, []model.ID{"Video.hits"}, []model.ID{"Video.video_id"}, "update once hits"},
		{"one more elsewhere", []string{"entity Item id stock", "table items K:Item.id:uuid R:Item.stock:int"}, model.Update{Kind: model.Increment}, []model.ID{"Item.stock"},
			[]model.ID{"Item.id"}, "read items; update if once items"},
		{"a counter with ANY", tags, model.Update{Kind: model.Change, Consistency: model.Any}, []model.ID{"Video.hits"}, []model.ID{"Video.video_id"},
			"update once hits; update/consistency"},
		{"found by another attribute", tags, model.Update{Kind: model.Delete}, []model.ID{"Video"}, []model.ID{"Video.title"},
			"read videos_by_title; read latest; logged batch(delete videos, delete videos_by_title, delete latest); delete hits"},
	} {
		t.Run(test.name, func(t *testing.T) {
			plan := write.Of(withUpdate(small(t, test.model...), test.update, test.writes, test.given), "u1")
			if got := summary(&plan); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

// A value that no two instances share is inserted first, if nobody has it; the old one is
// deleted after the others.
func TestUniqueValues(t *testing.T) {
	lines := []string{"entity Customer id email name", "table customers K:Customer.id:uuid R:Customer.email:text R:Customer.name:text",
		"table by_email K:Customer.email:text R:Customer.id:uuid"}
	for _, test := range []struct {
		kind   model.UpdateKind
		writes model.ID
		want   string
	}{
		{model.Insert, "Customer", "insert if once by_email; insert customers; update/unique"},
		{model.Change, "Customer.email", "read customers; insert if once by_email; logged batch(update customers, delete by_email); update/moved-key; update/unique; update/key-assumed"},
		{model.Change, "Customer.name", "update customers; update/key-assumed"},
		{model.Delete, "Customer", "read customers; logged batch(delete by_email, delete customers); update/key-assumed"},
	} {
		plan := write.Of(withUpdate(small(t, lines...), model.Update{Kind: test.kind}, []model.ID{test.writes}, nil), "u1")
		if got := summary(&plan); got != test.want {
			t.Errorf("%s %s: got  %s\nwant %s", test.kind, test.writes, got, test.want)
		}
	}
}

// Every table that stores an attribute which an update changes is written, or is a
// view of a table that is. Cassandra accepts every statement.
func TestEveryCopyIsWritten(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for round := range 300 {
		m := randomModel(t, random)
		for attribute, known := range m.Concepts.Entities["A"].Attributes {
			given := []model.ID{"A.id"}
			if round%2 == 0 {
				given = []model.ID{"B.id"}
			}
			changed := withUpdate(m, model.Update{Kind: model.Change}, []model.ID{attribute}, given)
			plan := write.Of(changed, "u1")
			for id, relation := range m.Physical.Relations {
				stores := slices.ContainsFunc(slices.Collect(maps.Values(relation.Columns)), func(c *model.Column) bool { return c.Name == "a_"+known.Name })
				written := slices.ContainsFunc(plan.Tables, func(w write.TableWrites) bool { return w.Table == id })
				if stores != written {
					t.Errorf("round %d: %s stores %s: %t, is written: %t", round, relation.Name, attribute, stores, written)
				}
			}
			for _, step := range plan.Steps {
				for _, s := range step.Statements {
					if s.Refusal != nil {
						t.Errorf("round %d: a statement on %s is rejected", round, s.Access.Name)
					}
				}
			}
		}
	}
}

// randomModel has two entity types with an m:n relationship type, and tables of
// random columns.
func randomModel(t *testing.T, random *rand.Rand) *model.Model {
	lines := []string{"entity A id x y z", "entity B id u v", "relationship r A n B m"}
	attributes := []string{"A.id", "A.x", "A.y", "A.z", "B.id", "B.u", "B.v"}
	for number := range 1 + random.IntN(5) {
		random.Shuffle(len(attributes), func(i, j int) { attributes[i], attributes[j] = attributes[j], attributes[i] })
		words := []string{"table", fmt.Sprintf("t%d", number)}
		for i, attribute := range attributes[:1+random.IntN(len(attributes))] {
			role := "R"
			if i == 0 {
				role = "K"
			} else if i < 1+random.IntN(3) && strings.HasPrefix(words[len(words)-1], "C") || i == 1 {
				role = "C"
			}
			words = append(words, role+":"+attribute+":int")
		}
		lines = append(lines, strings.Join(words, " "))
	}
	return small(t, lines...)
}

// Each step says what is left and what to do.
func TestFailures(t *testing.T) {
	for _, e := range example.All() {
		m, err := example.Load(e.Slug)
		if err != nil {
			t.Fatal(err)
		}
		for _, plan := range write.All(m) {
			for i, step := range plan.Steps {
				if step.Failure == "" {
					t.Errorf("%s %s: step %d does not say what a failure leaves", e.Slug, m.Title(plan.Update), i)
				}
			}
		}
	}
}

// The figures of the hotel's update: one row in each of four tables, and a batch
// well below the limit.
func TestHotelFigures(t *testing.T) {
	m, err := example.Load("hotel")
	if err != nil {
		t.Fatal(err)
	}
	plan := write.Of(m, "u1")
	if len(plan.Tables) != 4 || len(plan.Views) != 1 || len(plan.Steps) != 1 {
		t.Fatalf("%d tables, %d views, %d steps", len(plan.Tables), len(plan.Views), len(plan.Steps))
	}
	for _, writes := range plan.Tables {
		if writes.Rows.Worst != 1 || writes.Partitions.Worst != 1 {
			t.Errorf("%s: %v rows in %v partitions", m.Title(writes.Table), writes.Rows, writes.Partitions)
		}
	}
	if bytes := plan.Steps[0].Bytes; bytes.Typical > write.BatchWarnBytes || bytes.Typical < 500 {
		t.Errorf("the batch has %v bytes", bytes)
	}
}

// A lookup table is keyed by the owner of the weak entity type that it stores. It
// gets a row with each suspension, and loses it last: the other deletes need it.
func TestLookupTableOfAWeakEntityType(t *testing.T) {
	m, err := example.Load("suspensions")
	if err != nil {
		t.Fatal(err)
	}
	for update, want := range map[model.ID]string{
		"u1": "read users; insert if once suspensions_by_user; logged batch(insert users_by_status, insert suspensions_by_moderator); update/condition",
		"u2": "read suspensions_by_user; logged batch(delete users_by_status, delete suspensions_by_moderator, delete suspensions_by_user); read suspensions_by_moderator; delete suspensions_by_moderator",
	} {
		plan := write.Of(m, update)
		if got := summary(&plan); got != want {
			t.Errorf("%s: %s\nwant %s", update, got, want)
		}
	}
}

func BenchmarkHotel(b *testing.B) {
	m, err := example.Load("hotel")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		write.All(m)
	}
}

// BenchmarkLarge plans 120 updates of 60 entity types with 180 tables.
func BenchmarkLarge(b *testing.B) {
	var lines []string
	for i := range 60 {
		lines = append(lines, fmt.Sprintf("entity E%d id a b c d", i))
	}
	for i := range 60 {
		next := (i + 1) % 60
		lines = append(lines, fmt.Sprintf("relationship r%d E%d n E%d m", i, i, next),
			fmt.Sprintf("table t%d K:E%d.id:uuid R:E%d.a:text R:E%d.b:text R:E%d.c:text R:E%d.d:text", i, i, i, i, i, i),
			fmt.Sprintf("table u%d K:E%d.id:uuid C:E%d.id:uuid R:E%d.a:text", i, i, next, next),
			fmt.Sprintf("table v%d K:E%d.a:text C:E%d.id:uuid R:E%d.b:text", i, i, i, i))
	}
	m := small(b, lines...)
	m.Workflow.Updates = map[model.ID]*model.Update{}
	for i := range 120 {
		id, of := model.ID(fmt.Sprint("u", i)), fmt.Sprint("E", i/2)
		update := &model.Update{Label: string(id), Kind: model.Change, Writes: map[model.ID]*model.Write{id + "w": {Element: model.ID(of + ".a")}},
			Given: map[model.ID]*model.Given{id + "g": {Attribute: model.ID(of + ".id"), Operator: model.Equal}}}
		if i%2 == 1 {
			update.Kind, update.Given = model.Insert, nil
			update.Writes[id+"w"].Element = model.ID(of)
		}
		m.Workflow.Updates[id] = update
	}
	for b.Loop() {
		write.All(m)
	}
}

// A key that no table finds may come from the queries before the update.
func TestKeysFromEarlierQueries(t *testing.T) {
	m, err := example.Load("supermarket")
	if err != nil {
		t.Fatal(err)
	}
	m = withUpdate(m, model.Update{Kind: model.Change}, []model.ID{"orderremarks"}, []model.ID{"orderid"})
	before := write.Of(m, "u1")
	m.Workflow.Transitions["later"] = &model.Transition{From: "orders", To: "orders", Access: "u1"}
	delete(m.Workflow.Transitions, "gou1plan")
	after := write.Of(m, "u1")
	var supplied []string
	for _, s := range after.Supplied {
		supplied = append(supplied, s.Name+" from "+m.Title(s.From[0]))
	}
	slices.Sort(supplied)
	if got, want := strings.Join(supplied, ", "), "Customer.customer_id from Q5, Delivery slot.delivery_date from Q4, Delivery slot.start_time from Q4, "+
		"Delivery team.delivery_team_id from Q4, Order.submission_time from Q5"; got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	if len(before.Lookups) != 2 || len(after.Lookups) != 0 || len(before.Supplied) != 0 {
		t.Errorf("%d keys were missing, %d are", len(before.Lookups), len(after.Lookups))
	}
}
