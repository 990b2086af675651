package diagram

import (
	"net/url"
	"testing"

	"widerow/model/example"
)

func TestByID(t *testing.T) {
	m, err := example.Load("hotel")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		kind        Kind
		query, want string
	}{
		{KindPhysical, "focus=hotels", "focus=photelsbyid"},
		{KindPhysical, "focus=hotel.hotels&steps=2&theme=dark", "focus=photelsbyid&steps=2&theme=dark"},
		{KindLogical, "focus=hotels", "focus=hotelsbyid"},
		{KindPhysical, "focus=reservation.address", "focus=reservationaddresstype"},
		{KindER, "focus=Hotel", "focus=hotel"},
		{KindER, "focus=makes", "focus=makes"},
		{KindWorkflow, "focus=View+one+hotel", "focus=onehotel"},
		{KindPhysical, "query=Q4&keyspace=hotel", "keyspace=hotelks&query=q4"},
		{KindPhysical, "query=U1", "query=u1"},
		{KindPhysical, "collapse=hotel,reservation", "collapse=hotelks&collapse=reservationks"},
		{KindPhysical, "collapse=hotel&collapse=reservationks", "collapse=hotelks&collapse=reservationks"},
		{KindPhysical, "focus=photelsbyid", "focus=photelsbyid"},
		{KindPhysical, "focus=nosuch&query=Q99&keyspace=", "focus=nosuch&keyspace=&query=Q99"},
		{KindPhysical, "tag=hotel&group=step", "group=step&tag=hotel"},
	} {
		query, err := url.ParseQuery(test.query)
		if err != nil {
			t.Fatal(err)
		}
		if got := ByID(query, m, test.kind).Encode(); got != test.want {
			t.Errorf("ByID(%q, %s) = %q, want %q", test.query, test.kind, got, test.want)
		}
	}
}
