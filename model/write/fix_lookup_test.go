package write_test

import (
	"slices"
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/write"
)

// withUpdates adds updates by their kinds and what they write.
func withUpdates(t *testing.T, m *model.Model, updates ...string) *model.Model {
	t.Helper()
	all := map[model.ID]*model.Update{}
	for i, text := range updates {
		kind, writes, _ := strings.Cut(text, " ")
		one := withUpdate(m, model.Update{Kind: model.UpdateKind(kind)}, []model.ID{named(t, m, writes)}, nil).Workflow.Updates["u1"]
		one.Label, one.Order = "U"+string(rune('1'+i)), model.Nth(i)
		all[model.ID(strings.ToLower(one.Label))] = one
	}
	m = m.Clone()
	m.Workflow.Updates = all
	return m
}

// What an update lacks only when it has another table, such as the total of a booking that gets a voucher, comes with that
// table: three tables for U1, and all of a model in one edit.
func TestAllLookupTables(t *testing.T) {
	m := derived(t, "Voucher: voucher_id, code unique\nBooking: booking_id, total\nVoucher 1 pays n Booking\nShow: show_id, title\nShow 1 sells n Booking",
		"SELECT Booking.booking_id, Booking.total WHERE Voucher.code = ?", "SELECT Booking.booking_id, Show.title WHERE Show.show_id = ?")
	m = withUpdates(t, m, "insert pays", "change Booking.total", "insert sells")
	ids := model.RandomIDs()
	fixes := write.Fixes(m, "u1", ids)
	if len(fixes) == 0 || fixes[0].Text != "Derive 3 lookup tables" || !slices.Contains(fixes[0].Details, "Booking.total by Booking.booking_id") {
		t.Fatalf("got %+v", fixes)
	}
	if after, err := model.Apply(m, ids, fixes[0].Commands...); err != nil || len(write.Of(after, "u1").Lookups) > 0 {
		t.Errorf("after the fix: %v", err)
	}
	all := write.AllLookupTables(m, ids)
	after, err := model.Apply(m, ids, all.Commands...)
	if err != nil {
		t.Fatal(err)
	}
	for _, plan := range write.All(after) {
		if len(plan.Lookups) > 0 {
			t.Errorf("%s lacks %v", plan.Update, plan.Lookups)
		}
	}
	if len(all.Left) > 0 || len(all.Texts) < 4 {
		t.Errorf("got %q, left %v", all.Texts, all.Left)
	}
	if again := write.AllLookupTables(after, ids); len(again.Commands) > 0 {
		t.Errorf("derived again: %q", again.Texts)
	}
}
