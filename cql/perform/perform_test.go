package perform_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"widerow/cql/perform"
	"widerow/model"
	"widerow/model/write"
)

// example reads an example of the app, and the plan of one of its updates.
func example(t *testing.T, name, label string) (*model.Model, *write.Plan) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "model", "example", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	m, err := model.Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	for id, update := range m.Workflow.Updates {
		if update.Label == label {
			plan := write.Of(m, id)
			return m, &plan
		}
	}
	t.Fatalf("%s has no %s", name, label)
	return nil, nil
}

// TestPerform carries out plans: rows are what the reads return, by the table; answers are those to questions, by the column.
// The requests are those that docs/updates.md demands.
func TestPerform(t *testing.T) {
	for _, test := range []struct {
		name, label string
		given       map[string]string
		answers     map[string]string
		rows        map[string][]map[string]string
		want        []string
	}{
		{"suspensions", "U1", map[string]string{"User.user_id": "7", "Suspension.status": "'active'", "Suspension.suspended_at": "'2026-11-28T10:00:00Z'",
			"Suspension.until_date": "null", "Suspension.reason": "'spam'", "Moderator.moderator_id": "3", "Moderator.name": "'Bea'"},
			map[string]string{"month": "'2026-11'"},
			map[string][]map[string]string{"users": {{"name": "'O''Hara'"}}, "moderators": {{"name": "'Bea'"}}}, []string{
				"SELECT name FROM moderation.users WHERE user_id = 7",
				"INSERT INTO moderation.suspensions_by_user (user_id, status, suspended_at, moderator_id) VALUES (7, 'active', '2026-11-28T10:00:00Z', 3) IF NOT EXISTS",
				"BEGIN BATCH\n    INSERT INTO moderation.users_by_status (status, month, suspended_at, user_id, name, reason, moderator_id) " +
					"VALUES ('active', '2026-11', '2026-11-28T10:00:00Z', 7, 'O''Hara', 'spam', 3);\n" +
					"    INSERT INTO moderation.suspensions_by_moderator (moderator_id, suspended_at, user_id, moderator_name, reason, status) " +
					"VALUES (3, '2026-11-28T10:00:00Z', 7, 'Bea', 'spam', 'active');\nAPPLY BATCH",
			}},
		// Each guest has a row of its own: what has no value is left out, though there is no condition.
		{"hotel", "U1", map[string]string{"Guest.guest_id": "7", "Guest.last_name": "'Ono'", "Hotel.hotel_id": "'h1'", "Room.room_number": "3",
			"Room night.date": "'2026-12-01'", "Room night.is_available": "false", "Reservation.start_date": "'2026-12-01'", "Reservation.confirm_number": "'c1'"}, nil, nil, []string{
			"BEGIN BATCH\n    UPDATE hotel.available_rooms_by_hotel_date SET is_available = false WHERE hotel_id = 'h1' AND date = '2026-12-01' AND room_number = 3;\n" +
				"    INSERT INTO reservation.guests (guest_id, last_name) VALUES (7, 'Ono');\n" +
				"    INSERT INTO reservation.reservations_by_guest (guest_last_name, guest_id, start_date, confirm_number, hotel_id, room_number) " +
				"VALUES ('Ono', 7, '2026-12-01', 'c1', 'h1', 3);\n" +
				"    INSERT INTO reservation.reservations_by_hotel_date (hotel_id, start_date, room_number, confirm_number, guest_id) " +
				"VALUES ('h1', '2026-12-01', 3, 'c1', 7);\nAPPLY BATCH"}},
		{"suspensions", "U3", map[string]string{"User.user_id": "7", "Suspension.reason": "'other'"}, map[string]string{"month": "'2026-11'"}, map[string][]map[string]string{
			"suspensions_by_user": {{"status": "'active'", "suspended_at": "'2026-11-28T10:00:00Z'", "moderator_id": "3"}}}, []string{
			"SELECT status, suspended_at, moderator_id FROM moderation.suspensions_by_user WHERE user_id = 7",
			"BEGIN BATCH\n    UPDATE moderation.users_by_status SET reason = 'other' WHERE status = 'active' AND month = '2026-11' AND suspended_at = '2026-11-28T10:00:00Z' AND user_id = 7;\n" +
				"    UPDATE moderation.suspensions_by_moderator SET reason = 'other' WHERE moderator_id = 3 AND suspended_at = '2026-11-28T10:00:00Z' AND user_id = 7;\nAPPLY BATCH",
		}},
		// A suspension that does not exist: the read finds nothing, and nothing is written.
		{"suspensions", "U3", map[string]string{"User.user_id": "7", "Suspension.reason": "'other'"}, nil, nil, []string{
			"SELECT status, suspended_at, moderator_id FROM moderation.suspensions_by_user WHERE user_id = 7"}},
		{"likes", "U3", map[string]string{"Item.item_id": "5", "Item.price": "2.50"}, nil, map[string][]map[string]string{
			"items": {{"ends_at": "'2026-12-01T00:00:00.000Z'", "seller_id": "9"}}, "users_by_item": {{"user_id": "1"}, {"user_id": "2"}}}, []string{
			"SELECT ends_at, seller_id FROM auction.items WHERE item_id = 5",
			"BEGIN BATCH\n    UPDATE auction.items SET price = 2.50 WHERE item_id = 5;\n" +
				"    UPDATE auction.items_by_seller SET price = 2.50 WHERE seller_id = 9 AND ends_at = '2026-12-01T00:00:00.000Z' AND item_id = 5;\nAPPLY BATCH"}},
		// For each tag that the read finds.
		{"videos", "U3", map[string]string{"Video.video_id": "5", "Video.title": "'New'"}, map[string]string{"year": "2026"}, map[string][]map[string]string{
			"videos": {{"uploaded_at": "'2026-12-01T00:00:00.000Z'", "user_id": "9", "tags": "{'a', 'b'}"}}}, []string{
			"SELECT uploaded_at, tags, user_id FROM video.videos WHERE video_id = 5",
			"BEGIN BATCH\n    UPDATE video.videos_by_user SET title = 'New' WHERE user_id = 9 AND uploaded_at = '2026-12-01T00:00:00.000Z' AND video_id = 5;\n" +
				"    UPDATE video.videos SET title = 'New' WHERE video_id = 5;\n" +
				"    UPDATE video.videos_by_tag SET title = 'New' WHERE tag = 'a' AND year = 2026 AND uploaded_at = '2026-12-01T00:00:00.000Z' AND video_id = 5;\n" +
				"    UPDATE video.videos_by_tag SET title = 'New' WHERE tag = 'b' AND year = 2026 AND uploaded_at = '2026-12-01T00:00:00.000Z' AND video_id = 5;\nAPPLY BATCH"}},
	} {
		m, plan := example(t, test.name, test.label)
		state := &perform.State{Given: map[string]string{}}
		for _, parameter := range perform.Parameters(m, plan) {
			state.Given[parameter.Key] = test.given[parameter.Name]
		}
		var got []string
		for range 50 {
			kept, _ := json.Marshal(state) // as the page keeps it
			state = &perform.State{}
			if err := json.Unmarshal(kept, state); err != nil {
				t.Fatal(err)
			}
			p := perform.New(m, plan, state)
			action, err := p.Advance()
			if err != nil {
				t.Fatal(err)
			}
			if action == nil {
				break
			}
			for _, question := range action.Questions {
				state.Asked[question.Key] = test.answers[question.Name]
			}
			if len(action.Questions) > 0 {
				continue
			}
			request := action.Requests[state.Sent]
			got = append(got, request.Text)
			if action.Step.Kind == write.Read {
				_, table, _ := strings.Cut(request.Tables[0], ".")
				if err := p.Read(&request, test.rows[table]); err != nil {
					t.Fatal(err)
				}
			}
			p.Sent(action, "done")
		}
		if test.want == nil || !slices.Equal(got, test.want) {
			t.Errorf("%s %s sends\n%s\nwant\n%s", test.name, test.label, strings.Join(got, "\n"), strings.Join(test.want, "\n"))
		}
	}
}
