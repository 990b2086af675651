package assist

import "testing"

// The documents of the examples have readable IDs. An element that is not in the
// model is not a subject.
func TestSubject(t *testing.T) {
	m := document(t, "hotel")
	for text, want := range map[string]string{
		"CREATE TABLE hotel.hotels (hotel_id te|xt PRIMARY KEY);":                    "hotels",
		"CREATE TABLE hotel.ho|tels (hotel_id text PRIMARY KEY);":                    "hotels",
		"CRE|ATE TABLE hotel.hotels (hotel_id text PRIMARY KEY);":                    "hotels",
		"-- Q2| Find a hotel\nCREATE TABLE hotel.hotels (hotel_id text PRIMARY KEY)": "hotels",
		"CREATE TABLE IF NOT EXISTS hotel.hotels (|":                                 "hotels",
		"USE hotel; CREATE TABLE hotels (|)":                                         "hotels",
		"CREATE TABLE hotels (|)":                                                    "",
		"CREATE TABLE hotel.motels (|)":                                              "",
		"CREATE TYPE hotel.address (street te|xt)":                                   "address",
		"CREATE INDEX ON hotel.hotels (na|me)":                                       "hotels",
		"CREATE MATERIALIZED VIEW reservation.reservations_by_confirmation AS SELECT * FROM reservation.reservations_by_hotel_date WHERE |":       "reservations_by_confirmation",
		"SELECT na|me FROM hotel.hotels; SELECT * FROM hotel.pois_by_hotel":                                                                       "hotels",
		"SELECT name FROM hotel.hotels; SELECT |* FROM hotel.pois_by_hotel":                                                                       "pois_by_hotel",
		"BEGIN BATCH UPDATE hotel.hotels SET name = 'a' WHERE hotel_id = 'b'; DELETE| FROM hotel.pois_by_hotel WHERE hotel_id = 'b'; APPLY BATCH": "pois_by_hotel",
		"BEGIN BATCH UPDATE hotel.hotels SET na|me = 'a' WHERE hotel_id = 'b'; DELETE FROM hotel.pois_by_hotel WHERE hotel_id = 'b'; APPLY BATCH": "hotels",
		"BEG|IN BATCH UPDATE hotel.hotels SET name = 'a' WHERE hotel_id = 'b'; APPLY BATCH":                                                       "hotels",
		"SELECT name FROM hotel.hotels; |": "hotels", "SELECT name FROM hotel.hotels;\n|SELECT * FROM hotel.pois_by_hotel": "pois_by_hotel",
		"USE hot|el": "", ";|": "", "|": "", "CREATE TABLE |": "",
	} {
		whole, place := at(text)
		got := ""
		if id := Schema(whole, m, noSize).Subject(place); id != "" {
			got = m.Title(id)
		}
		if got != want {
			t.Errorf("%s is about %q, want %q", text, got, want)
		}
	}
}
