package english_test

import (
	"testing"

	"widerow/model/english"
)

func TestNumber(t *testing.T) {
	for singular, plural := range map[string]string{
		"hotel": "hotels", "delivery_slot": "delivery_slots", "point_of_interest": "points_of_interest", "amenity": "amenities",
		"address": "addresses", "news": "news", "child": "children", "user like": "user likes", "box": "boxes", "day": "days", "": "",
	} {
		if got := english.Plural(singular); got != plural {
			t.Errorf("Plural(%q) = %q, want %q", singular, got, plural)
		}
		if got := english.Plural(plural); got != plural {
			t.Errorf("Plural(%q) = %q, want it unchanged", plural, got)
		}
		if got := english.Singular(plural); got != singular {
			t.Errorf("Singular(%q) = %q, want %q", plural, got, singular)
		}
	}
}
