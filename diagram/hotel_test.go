package diagram

import (
	"fmt"
	"strings"

	"widerow/model"
)

// modelBuilder builds test models concisely. IDs are given, so that pictures can be
// compared.
type modelBuilder struct {
	*model.Model
	last model.Order
}

func newBuilder(name string) *modelBuilder {
	m := model.New(name)
	m.Concepts = model.Concepts{Entities: map[model.ID]*model.Entity{}, Relationships: map[model.ID]*model.Relationship{}, Hierarchies: map[model.ID]*model.Hierarchy{}}
	m.Workflow = model.Workflow{Actors: map[model.ID]*model.Actor{}, Steps: map[model.ID]*model.Step{}, Transitions: map[model.ID]*model.Transition{},
		Queries: map[model.ID]*model.Query{}, Updates: map[model.ID]*model.Update{}}
	m.Logical = model.Logical{Tables: map[model.ID]*model.LogicalTable{}, Arrows: map[model.ID]*model.QueryArrow{}}
	m.Physical = model.Physical{Keyspaces: map[model.ID]*model.Keyspace{}, Types: map[model.ID]*model.UserType{}, Relations: map[model.ID]*model.Relation{}}
	return &modelBuilder{Model: m}
}

func (b *modelBuilder) next() model.Order {
	b.last = model.Between(b.last, "")
	return b.last
}

// attributes reads "+key -partial *multi ~derived parent/child plain".
func (b *modelBuilder) attributes(owner, text string) map[model.ID]*model.Attribute {
	attributes := map[model.ID]*model.Attribute{}
	for i, word := range strings.Fields(text) {
		a := &model.Attribute{Order: b.next()}
		for len(word) > 0 && strings.ContainsAny(word[:1], "+-*~") {
			switch word[0] {
			case '+':
				a.Key = model.Key
			case '-':
				a.Key = model.PartialKey
			case '*':
				a.MultiValued = true
			case '~':
				a.Derived = true
			}
			word = word[1:]
		}
		if parent, child, ok := strings.Cut(word, "/"); ok {
			for id, other := range attributes {
				if other.Name == strings.ReplaceAll(parent, "_", " ") {
					a.Parent = id
				}
			}
			word = child
		}
		a.Name = strings.ReplaceAll(word, "_", " ")
		attributes[model.ID(fmt.Sprintf("%sattr%d", owner, i))] = a
	}
	return attributes
}

func (b *modelBuilder) entity(id, name string, weak bool, attributes string) {
	b.Concepts.Entities[model.ID(id)] = &model.Entity{Order: b.next(), Name: name, Weak: weak, Attributes: b.attributes(id, attributes)}
}

// relationship reads participants as "hotel:1 room:n! room:n:copy"; ! is total.
func (b *modelBuilder) relationship(id, name string, identifying bool, participants, attributes string) {
	r := &model.Relationship{Order: b.next(), Name: name, Identifying: identifying,
		Participants: map[model.ID]*model.Participant{}, Attributes: b.attributes(id, attributes)}
	for i, word := range strings.Fields(participants) {
		parts := strings.Split(strings.TrimSuffix(word, "!"), ":")
		p := &model.Participant{Order: b.next(), Entity: model.ID(parts[0]), Cardinality: parts[1], Total: strings.HasSuffix(word, "!")}
		if len(parts) > 2 {
			p.Role = parts[2]
		}
		r.Participants[model.ID(fmt.Sprintf("%spart%d", id, i))] = p
	}
	b.Concepts.Relationships[model.ID(id)] = r
}

func (b *modelBuilder) step(id, name string) {
	b.Workflow.Steps[model.ID(id)] = &model.Step{Order: b.next(), Name: name}
}

func (b *modelBuilder) transition(from, to, access string) {
	id := model.ID("t" + from + to + access)
	b.Workflow.Transitions[id] = &model.Transition{Order: b.next(), From: model.ID(from), To: model.ID(to), Access: model.ID(access)}
}

func (b *modelBuilder) query(id, name string) {
	b.Workflow.Queries[model.ID(id)] = &model.Query{Order: b.next(), Label: strings.ToUpper(id), Name: name}
}

// roles maps the test's shorthand to the marks of the notation.
var roles = map[string]model.LogicalColumn{
	"K": {Role: model.Partition}, "C+": {Role: model.Clustering}, "C-": {Role: model.Clustering, Descending: true},
	"S": {Role: model.Static}, "++": {Role: model.RoleCounter}, "": {Role: model.Regular},
}

var collections = map[string]model.Collection{"[": model.ListOf, "{": model.SetOf, "<": model.MapOf, "(": model.TupleOf, "*": model.UserDefined}

// table reads one column per word: "hotel_id:K date:C- {pois}".
func (b *modelBuilder) table(id, name, columns string) {
	t := &model.LogicalTable{Order: b.next(), Name: name, Columns: map[model.ID]*model.LogicalColumn{}}
	for i, word := range strings.Fields(columns) {
		column, mark, _ := strings.Cut(word, ":")
		c := roles[mark]
		c.Order, c.Name = b.next(), strings.Trim(column, "[]{}<>()*")
		c.Collection = collections[column[:1]]
		t.Columns[model.ID(fmt.Sprintf("%scol%d", id, i))] = &c
	}
	b.Logical.Tables[model.ID(id)] = t
}

func (b *modelBuilder) arrow(from, to, access string) {
	id := model.ID("a" + from + to + access)
	b.Logical.Arrows[id] = &model.QueryArrow{Order: b.next(), Access: model.ID(access), From: model.ID(from), To: model.ID(to)}
}

func (b *modelBuilder) keyspace(id, name string) {
	b.Physical.Keyspaces[model.ID(id)] = &model.Keyspace{Order: b.next(), Name: name,
		Replication: map[string]string{"class": "NetworkTopologyStrategy", "dc1": "3"}}
}

func (b *modelBuilder) typeOf(text string) model.Type {
	t, err := model.ParseType(text, func(name string) (model.ID, bool) {
		for id, u := range b.Physical.Types {
			if u.Name == name {
				return id, true
			}
		}
		return "", false
	})
	if err != nil {
		panic(err)
	}
	return t
}

// userType reads "street=text city=text".
func (b *modelBuilder) userType(id, keyspace, name, fields string) {
	u := &model.UserType{Order: b.next(), Keyspace: model.ID(keyspace), Name: name, Fields: map[model.ID]*model.TypeField{}}
	for i, word := range strings.Fields(fields) {
		field, text, _ := strings.Cut(word, "=")
		u.Fields[model.ID(fmt.Sprintf("%sfield%d", id, i))] = &model.TypeField{Order: b.next(), Name: field, Type: b.typeOf(text)}
	}
	b.Physical.Types[model.ID(id)] = u
}

// realize reads "hotel_id=text:K" and links each column to the logical column of
// that name.
func (b *modelBuilder) realize(id, keyspace, logical, columns string) *model.Relation {
	twin := b.Logical.Tables[model.ID(logical)]
	r := &model.Relation{Order: b.next(), Keyspace: model.ID(keyspace), Name: twin.Name, Kind: model.Table,
		Realizes: model.SetOfIDs(model.ID(logical)), Columns: map[model.ID]*model.Column{}, Indexes: map[model.ID]*model.Index{}}
	for i, word := range strings.Fields(columns) {
		name, rest, _ := strings.Cut(word, "=")
		text, mark, _ := strings.Cut(rest, ":")
		role := roles[mark]
		c := &model.Column{Order: b.next(), Name: name, Type: b.typeOf(text), Role: role.Role, Descending: role.Descending}
		for columnID, column := range twin.Columns {
			if column.Name == name {
				c.From = model.SetOfIDs(columnID)
			}
		}
		r.Columns[model.ID(fmt.Sprintf("%scol%d", id, i))] = c
	}
	b.Physical.Relations[model.ID(id)] = r
	return r
}

// hotelModel is the hotel of "Cassandra: The Definitive Guide", chapter 5.
func hotelModel() *model.Model {
	b := newBuilder("Hotel")
	hotelConcepts(b)
	hotelWorkflow(b)
	hotelTables(b)
	hotelRelations(b)
	return b.Model
}

func hotelConcepts(b *modelBuilder) {
	b.entity("poi", "Point of interest", false, "+name description")
	b.entity("hotel", "Hotel", false, "+hotel_id name phone address address/street address/city address/postal_code")
	b.entity("room", "Room", true, "-number type")
	b.entity("amenity", "Amenity", false, "+name description")
	b.entity("reservation", "Reservation", false, "+confirm_no. start_date end_date ~nights")
	b.entity("guest", "Guest", false, "+guest_id name *emails *phones")
	b.relationship("near", "is near", false, "poi:n hotel:m", "")
	b.relationship("has", "has", true, "hotel:1 room:n!", "")
	b.relationship("offers", "offers", false, "amenity:n room:m", "")
	b.relationship("reserved", "is reserved in", false, "room:1 reservation:n!", "")
	b.relationship("makes", "makes", false, "guest:1 reservation:n!", "")
}

func hotelWorkflow(b *modelBuilder) {
	for i, name := range []string{"hotels near a point of interest", "one hotel", "points of interest near a hotel", "rooms free on given dates", "amenities of a room",
		"a reservation by its confirmation number", "the reservations of a hotel on a date", "the reservations of a guest", "one guest"} {
		b.query(fmt.Sprintf("q%d", i+1), "Find "+name)
	}
	b.Workflow.Updates["u1"] = &model.Update{Order: b.next(), Label: "U1", Name: "Book a room"}
	for id, name := range map[string]string{"s1": "View hotels near a POI", "s2": "View one hotel", "s3": "View POIs near the hotel", "s4": "View rooms free on given dates",
		"s5": "View amenities of a room", "s6": "Book a room", "s7": "View reservation by confirmation", "s8": "View reservations by hotel and date", "s9": "View reservations by guest", "sz": "View guest"} {
		b.step(id, name)
		b.Workflow.Steps[model.ID(id)].Order = model.Order(id[1:])
	}
	for _, words := range []string{" s1 q1", "s1 s2 q2", "s2 s3 q3", "s2 s4 q4", "s4 s5 q5", "s5 s6 u1", "s6 s7 q6", " s8 q7", "s8 s9 q8", "s9 sz q9"} {
		part := strings.Split(words, " ")
		b.transition(part[0], part[1], part[2])
	}
}

func hotelTables(b *modelBuilder) {
	b.table("l1", "hotels_by_poi", "poi_name:K hotel_id:C+ name phone *address*")
	b.table("l2", "hotels", "hotel_id:K name phone *address* {pois}")
	b.table("l3", "pois_by_hotel", "hotel_id:K poi_name:C+ description")
	b.table("l4", "available_rooms_by_hotel_date", "hotel_id:K date:C+ room_number:C+ is_available")
	b.table("l5", "amenities_by_room", "hotel_id:K room_number:K amenity_name:C+ description")
	b.table("l6", "reservations_by_confirmation", "confirm_number:K hotel_id start_date end_date room_number guest_id")
	b.table("l7", "reservations_by_hotel_date", "hotel_id:K start_date:K room_number:C+ confirm_number guest_id end_date")
	b.table("l8", "reservations_by_guest", "guest_last_name:K guest_id:C+ confirm_number:C+ hotel_id room_number start_date end_date")
	b.table("l9", "guests", "guest_id:K first_name last_name title {emails} [phone_numbers] <addresses>")
	for _, words := range []string{" l1 q1", "l1 l2 q2", "l2 l3 q3", "l2 l4 q4", "l4 l5 q5", " l6 q6", " l7 q7", "l7 l8 q8", "l8 l9 q9"} {
		part := strings.Split(words, " ")
		b.arrow(part[0], part[1], part[2])
	}
}

func hotelRelations(b *modelBuilder) {
	b.keyspace("k1", "hotel")
	b.keyspace("k2", "reservation")
	const address = "street=text city=text state_or_province=text postal_code=text country=text"
	b.userType("address1", "k1", "address", address)
	b.realize("r1", "k1", "l1", "poi_name=text:K hotel_id=text:C+ name=text phone=text address=frozen<address>")
	b.realize("r2", "k1", "l2", "hotel_id=text:K name=text phone=text address=frozen<address> pois=set<text>")
	b.realize("r3", "k1", "l3", "hotel_id=text:K poi_name=text:C+ description=text")
	b.realize("r4", "k1", "l4", "hotel_id=text:K month=int:K date=date:C+ room_number=smallint:C+ is_available=boolean")
	b.realize("r5", "k1", "l5", "hotel_id=text:K room_number=smallint:K amenity_name=text:C+ description=text")
	view := b.realize("r6", "k2", "l6", "confirm_number=text:K hotel_id=text start_date=date end_date=date room_number=smallint guest_id=uuid")
	view.Kind, view.Base = model.MaterializedView, "r7"
	b.realize("r7", "k2", "l7", "hotel_id=text:K start_date=date:K room_number=smallint:C+ confirm_number=text guest_id=uuid end_date=date")
	b.realize("r8", "k2", "l8", "guest_last_name=text:K guest_id=uuid:C+ confirm_number=text:C+ hotel_id=text room_number=smallint start_date=date end_date=date")
	b.userType("address2", "k2", "address2", address)
	guests := b.realize("r9", "k2", "l9", "guest_id=uuid:K first_name=text last_name=text title=text emails=set<text> phone_numbers=list<text> addresses=map<text,frozen<address2>>")
	b.Physical.Types["address2"].Name = "address"
	guests.Indexes["i1"] = &model.Index{Column: "r9col2", Class: "sai", Custom: true}
}
