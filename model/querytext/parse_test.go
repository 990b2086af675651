package querytext

import (
	"strings"
	"testing"

	"widerow/model"
)

// TestParse checks what a text means by the text that Format writes for it.
func TestParse(t *testing.T) {
	hotel, teams, none := load(t, "hotel"), team(t), model.New("none")
	for _, test := range []struct {
		name       string
		model      *model.Model
		text, want string
	}{
		{"the query of the book", hotel,
			`SELECT Room.room_number, "Room night".is_available WHERE Hotel.hotel_id = ? AND "Room night".date >= ? AND "Room night".date <= ? ORDER BY "Room night".date LIMIT 50`,
			`SELECT Room.room_number, "Room night".is_available WHERE Hotel.hotel_id = ? AND "Room night".date >= ? AND "Room night".date <= ? ORDER BY "Room night".date LIMIT 50`},
		{"identifiers and small letters", hotel, `select room_night.IS_AVAILABLE where hotel.Hotel_ID=?`, `SELECT "Room night".is_available WHERE Hotel.hotel_id = ?`},
		{"an attribute alone", hotel, `SELECT phone WHERE hotel_id = ?`, `SELECT Hotel.phone WHERE Hotel.hotel_id = ?`},
		{"a whole entity type", hotel, `SELECT Guest, "Point of interest".* WHERE guest_id = ?`, `SELECT Guest.*, "Point of interest".* WHERE Guest.guest_id = ?`},
		{"an exact attribute before a folded type", load(t, "supermarket"), `SELECT Address WHERE address_key = ?`, `SELECT Address.* WHERE Address.address_key = ?`},
		{"a part of a composite attribute", hotel, `SELECT hotel.address.city, Hotel.street WHERE city = ?`, `SELECT Hotel.address.city, Hotel.address.street WHERE Hotel.address.city = ?`},
		{"an attribute of a relationship type", load(t, "supermarket"), `SELECT holds.quantity WHERE customer_id = ?`, `SELECT holds.quantity WHERE Customer.customer_id = ?`},
		{"aggregates", hotel, `SELECT COUNT(*), count(Room), Avg(Reservation.nights), max(nights)`, `SELECT count(*), count(Room), avg(Reservation.nights), max(Reservation.nights)`},
		{"grouped", hotel, `SELECT type, count(Room) WHERE hotel_id = ? GROUP BY Room.type, city`, `SELECT Room.type, count(Room), Hotel.address.city WHERE Hotel.hotel_id = ? GROUP BY Room.type, Hotel.address.city`},
		{"the bounds of a range in any order", hotel, `SELECT nights WHERE end_date < ? AND type = ? AND end_date > ?`, `SELECT Reservation.nights WHERE Reservation.end_date > ? AND Reservation.end_date < ? AND Room.type = ?`},
		{"bounds from two sources", hotel, `WHERE end_date < ? AND end_date > :start`, `WHERE Reservation.end_date < ? AND Reservation.end_date > :end_date`},
		{"a range of the user", hotel, `WHERE end_date >= :a AND end_date < :b`, `WHERE Reservation.end_date >= :end_date_from AND Reservation.end_date < :end_date_to`},
		{"one bound", hotel, `WHERE nights >= 7`, `WHERE Reservation.nights >= 7`},
		{"two constants", hotel, `WHERE nights >= 2 AND nights <= 7`, `WHERE Reservation.nights >= 2 AND Reservation.nights <= 7`},
		{"a range by BETWEEN", hotel, `WHERE end_date BETWEEN ? AND ? AND nights between 2 and 7`,
			`WHERE Reservation.end_date >= ? AND Reservation.end_date <= ? AND Reservation.nights >= 2 AND Reservation.nights <= 7`},
		{"BETWEEN from two sources", hotel, `WHERE nights BETWEEN 2 AND :most`, `WHERE Reservation.nights >= 2 AND Reservation.nights <= :nights`},
		{"an attribute with several values", hotel, `WHERE emails CONTAINS 'ann@example.com'`, `WHERE Guest.emails = 'ann@example.com'`},
		{"IN", hotel, `WHERE hotel_id IN ? AND type IN :types`, `WHERE Hotel.hotel_id IN ? AND Room.type IN :type`},
		{"IN with how many", teams, `WHERE Person.id IN ?[2*many] AND Order.by IN (?, ?, ?)`, `WHERE Person.id IN ?[2*many] AND Order.by IN ?[3]`},
		{"IN with constants", hotel, `WHERE type IN ('single','dou, ble')`, `WHERE Room.type IN ('single','dou, ble')`},
		{"a prefix", hotel, `WHERE Hotel.name LIKE ? AND phone like :x% AND city LIKE 'Am%' AND street STARTS WITH 'Da'`,
			`WHERE Hotel.name LIKE ?% AND Hotel.phone LIKE :phone% AND Hotel.address.city LIKE 'Am%' AND Hotel.address.street LIKE 'Da%'`},
		{"constants", hotel, `WHERE is_available = TRUE AND type = 'it''s' AND date > '2024-01-01' AND nights = -1.5e3 AND hotel_id = 550e8400-e29b-41d4-a716-446655440000 AND end_date = toDate(now())`,
			`WHERE "Room night".is_available = TRUE AND Room.type = 'it''s' AND "Room night".date > '2024-01-01' AND Reservation.nights = -1.5e3 AND Hotel.hotel_id = 550e8400-e29b-41d4-a716-446655440000 AND Reservation.end_date = toDate(now())`},
		{"the order", hotel, `SELECT nights ORDER BY end_date DESC, start_date asc, nights`, `SELECT Reservation.nights ORDER BY Reservation.end_date DESC, Reservation.start_date, Reservation.nights`},
		{"distinct, limit, page and path", hotel, `SELECT DISTINCT type LIMIT 5 PAGE SIZE 100 VIA "is near", has;`, `SELECT DISTINCT Room.type LIMIT 5 PAGE 100 VIA "is near", has`},
		{"things named twice", hotel, `SELECT type, Room.type WHERE type = ? AND type = ? ORDER BY type, type`, `SELECT Room.type WHERE Room.type = ? ORDER BY Room.type`},
		{"nothing yet", hotel, ` `, ``},
		{"a condition alone", hotel, `SELECT WHERE type = ?`, `WHERE Room.type = ?`},
		{"free names", none, `SELECT title, Video.user, "added date" WHERE tag = ? ORDER BY "added date" DESC`, `SELECT title, Video.user, "added date" WHERE tag = ? ORDER BY "added date" DESC`},
		{"a free name beside concepts", hotel, `SELECT *.price WHERE *."room type" = ?`, `SELECT *.price WHERE *."room type" = ?`},
		{"keywords as names", teams, `SELECT Order.id, order.by ORDER BY Order.by`, `SELECT Order.id, Order.by ORDER BY Order.by`},
		{"a role", teams, `SELECT Person(report).id WHERE person(MANAGER).id = ?`, `SELECT Person(report).id WHERE Person(manager).id = ?`},
		{"participants without a role", teams, `SELECT Person(mentors, 2).id WHERE Person(mentors, 1).id = ? AND Person(has).id = ?`, `SELECT Person(mentors, 2).id WHERE Person(mentors, 1).id = ? AND Person(has).id = ?`},
		{"relationship types of one name", teams, `SELECT has(Person, Order).since, has(2).since, has(3).since`, `SELECT has(Person, Order).since, has(2).since, has(3).since`},
		{"two similar names", teams, `SELECT "room number".id, room_number.id`, `SELECT "room number".id, room_number.id`},
		{"a relationship type twice", teams, `SELECT Person.id VIA manages, "where", manages`, `SELECT Person.id VIA manages, manages, "where"`},
		{"odd names", teams, `SELECT "Odd ""name"", 1"."it's ""odd"".", "count".max, count("count"), max("count".max) VIA "where"`, `SELECT "Odd ""name"", 1"."it's ""odd"".", count.max, count(count), max(count.max) VIA "where"`},
	} {
		t.Run(test.name, func(t *testing.T) {
			parts, problems := Parse(test.model, test.text)
			if len(problems) > 0 {
				t.Fatalf("Parse(%s) = %+v", test.text, problems)
			}
			if got := Format(test.model, parts); got != test.want {
				t.Errorf("Parse(%s) means\n%s, want\n%s", test.text, got, test.want)
			}
		})
	}
}

// TestProblems marks the faulty word with ‹ and ›.
func TestProblems(t *testing.T) {
	hotel, teams, supermarket := load(t, "hotel"), team(t), load(t, "supermarket")
	for _, test := range []struct {
		model            *model.Model
		text             string
		message, suggest string
	}{
		{hotel, `SELECT Hotel.‹naem›`, "Hotel has no attribute naem; did you mean name?", "name"},
		{hotel, `SELECT Hotel.‹stars›`, "Hotel has no attribute stars; it has", ""},
		{hotel, `SELECT ‹Hotle.name›`, "did you mean Hotel.name?", "Hotel.name"},
		{hotel, `SELECT ‹pohne›`, "did you mean Hotel.phone?", "Hotel.phone"},
		{hotel, `SELECT ‹xyzzy›`, "xyzzy is not an entity type, a relationship type or an attribute of this model; add it on the Concepts tab", ""},
		{hotel, `SELECT Hotel.name WHERE ‹name› = ?`, "name is ambiguous; write", `"Point of interest".name`},
		{hotel, `WHERE ‹Room› = ?`, "Room is an entity type; name one of its attributes, such as Room.room_number", "Room.room_number"},
		{hotel, `SELECT ‹*›`, "* returns everything", ""},
		{hotel, `SELECT phone ‹FROM› Hotel`, "A query has no FROM", ""},
		{hotel, `SELECT phone ‹city›`, "city is not expected here", ""},
		{hotel, `SELECT phone WHERE city = ? ‹OR› phone = ?`, "combined by AND", "AND"},
		{hotel, `SELECT phone WHERE city ‹!=› ?`, "what they are not", ""},
		{hotel, `SELECT phone WHERE city BETWEEN ?‹›`, "BETWEEN needs two values", "AND ?"},
		{hotel, `SELECT phone WHERE city BETWEEN ? AND ‹city›`, "city is not a value", "'city'"},
		{hotel, `SELECT phone WHERE city ‹CONTAINS› ?`, "city has one: write =", "="},
		{hotel, `SELECT phone WHERE city‹›`, "A condition needs an operator", ""},
		{hotel, `SELECT phone WHERE city = ‹Paris›`, "Paris is not a value", "'Paris'"},
		{hotel, `SELECT phone WHERE date = ‹2024-01-01› AND city = ?`, "2024-01-01 is not a value", "'2024-01-01'"},
		{hotel, `SELECT phone WHERE city = ‹'Paris›`, "no closing '", ""},
		{hotel, `SELECT ‹"Room night›`, `no closing "`, ""},
		{hotel, `SELECT phone WHERE city IN ?‹[›`, "A ] is missing", ""},
		{hotel, `SELECT phone WHERE city IN ?‹[2*]›`, "how many values the IN has", ""},
		{hotel, `SELECT phone WHERE city IN ‹('a', ?)›`, "all constants or all parameters", ""},
		{hotel, `SELECT phone WHERE city IN ‹20›`, "IN needs its values", "?"},
		{hotel, `SELECT phone LIMIT ‹?›`, "LIMIT needs a whole number", ""},
		{hotel, `SELECT phone ORDER BY city ‹WHERE› city = ?`, "WHERE is in the wrong place", ""},
		{hotel, `SELECT phone, ‹WHERE› city = ?`, "An attribute is missing before WHERE", `"WHERE"`},
		{hotel, `SELECT phone VIA has, ‹has›`, "has is named twice", ""},
		{teams, `SELECT Person.id VIA manages, manages, ‹manages›`, "named more than twice", ""},
		{hotel, `SELECT phone VIA ‹Hotel›`, "not a relationship type", ""},
		{hotel, `SELECT sum(‹Room›)`, "Room is an entity type", "Room.room_number"},
		{teams, `SELECT ‹Person(boss)›.id`, "Person has no role boss; write Person(manager)", "Person(manager)"},
		{teams, `SELECT Person(‹follow-up›).id`, "in quotes: \"follow-up\"", `"follow-up"`},
		{teams, `SELECT Person(‹field manager›).id WHERE Person.id = ?`, "in quotes", `"field manager"`},
		{teams, `SELECT Person(manager‹.›id`, "A ) is missing after the role manager", ""},
		{teams, `SELECT ‹has.since›`, "has.since is ambiguous; write has(Person, Order).since", "has(Person, Order).since"},
		{supermarket, `SELECT ‹quantity›`, "write holds.quantity or lists.quantity", "holds.quantity"},
	} {
		text := strings.NewReplacer("‹", "", "›", "").Replace(test.text)
		_, problems := Parse(test.model, text)
		if len(problems) != 1 {
			t.Errorf("Parse(%s) has the problems %+v, want one", text, problems)
			continue
		}
		got := problems[0]
		marked := text[:got.Start] + "‹" + text[got.Start:got.End] + "›" + text[got.End:]
		if marked != test.text {
			t.Errorf("Parse marks %s, want %s", marked, test.text)
		}
		if !strings.Contains(got.Message, test.message) || got.Suggestion != test.suggest {
			t.Errorf("Parse(%s) says %q and suggests %q, want %q and %q", text, got.Message, got.Suggestion, test.message, test.suggest)
		}
	}
}

// TestSeveralProblems checks that all names that do not exist are reported.
func TestSeveralProblems(t *testing.T) {
	_, problems := Parse(load(t, "hotel"), "SELECT Hotel.naem, Room.typ WHERE Guest.idd = ? ORDER BY foo ASC LIMIT x")
	if len(problems) != 5 {
		t.Errorf("%d problems, want 5: %+v", len(problems), problems)
	}
}
