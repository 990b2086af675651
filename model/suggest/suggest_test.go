package suggest_test

import (
	"testing"

	"widerow/model/suggest"
)

func TestType(t *testing.T) {
	for name, want := range map[string]string{
		"id": "uuid", "hotel_id": "uuid", "Hotel ID": "uuid", "hotelId": "uuid", "tag_ids": "uuid",
		"created_at": "timestamp", "start time": "timestamp", "createdAt": "timestamp",
		"date": "date", "end_date": "date",
		"starts_on": "date", "ends on": "date", "departsOn": "date", "is_on": "boolean", "on": "text", "check_in": "date", "check_out": "date", "since": "timestamp", "plug_in": "text",
		"budget": "decimal", "points": "int", "kills": "int", "ip_address": "inet", "home_address": "text",
		"is_available": "boolean", "has_pool": "boolean", "isOpen": "boolean", "is": "text",
		"price": "decimal", "unit_price": "decimal", "amount": "decimal",
		"view_count": "int", "quantity": "int", "number": "int", "number_of_guests": "int", "floors": "int", "nights": "int", "seats": "int", "stars": "int", "stock": "int",
		"phone_number": "text", "phone_numbers": "text", "confirm_number": "text",
		"email": "text", "name": "text", "address": "text", "status": "text", "format": "text", "candidate": "text",
		"longitude": "double", "lat": "double", "weight": "double", "max_speed": "double", "file_size": "bigint", "version": "int", "ip": "inet", "": "text", "…": "text", "Größe": "text",
	} {
		if got := suggest.Type(name); got != want {
			t.Errorf("Type(%q) = %s, want %s", name, got, want)
		}
	}
}
