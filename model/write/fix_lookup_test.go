package write_test

import (
	"slices"
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/edit"
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
	if after, err := edit.Apply(m, ids, fixes[0].Commands...); err != nil || len(write.Of(after, "u1").Lookups) > 0 {
		t.Errorf("after the fix: %v", err)
	}
	all := write.AllLookupTables(m, ids)
	after, err := edit.Apply(m, ids, all.Commands...)
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

// One press derives what finds instances of one type in several roles, owners too, and what hangs on a subtype, on an
// owner in common, or on two known instances: an update that still lacks a lookup says why.
func TestLookupTablesOfSeveralInstances(t *testing.T) {
	trial := "Trial: trial_id, title\nweak Arm: *arm_no, arm_name\nweak Subject: *subject_no, status\n" +
		"Trial 1 splits n Arm\nTrial 1 recruits n Subject\nArm 1 assigned n Subject"
	grid := "Utility: utility_id\nweak Grid: *grid_no\nweak Station: *station_no, town\nUtility 1 runs n Grid\nGrid 1 feeds n Station\n" +
		"Station(upper) 1 supplies n Station(lower) within Utility: since"
	for _, test := range []struct {
		name, concepts string
		queries        []string
		update         string
		derived        string // one of the tables
		left           string // the finding of what no table can give
	}{
		{"the trials of an arm and of its subjects", trial,
			[]string{"SELECT Subject.status, Arm.arm_name WHERE Trial.trial_id = ? AND Subject.subject_no = ? VIA recruits, assigned"}, "change Arm.arm_name",
			"Trial(recruits).trial_id and Subject.subject_no by Arm.arm_no and Trial(splits).trial_id via recruits and assigned", ""},
		{"a subtype has the key of its supertype", "Author: author_id\nItem: item_id, title\nLetter: place\nLetter isa Item\nAuthor 1 receives n Letter",
			[]string{"SELECT Letter.place WHERE Item.item_id = ?", "SELECT Author WHERE Author.author_id = ?"}, "delete Author",
			"Item.item_id by Author.author_id via receives", ""},
		{"two known instances", "Parcel: parcel_no, weight\nCourier: courier_id, courier_name\nPurchase: purchase_id\nPurchase 1 sent n Parcel\nCourier n brings m Parcel",
			[]string{"SELECT Parcel.weight, Courier.courier_name WHERE Purchase.purchase_id = ? VIA sent, brings"}, "insert brings",
			"Parcel.weight by Parcel.parcel_no", ""},
		{"an owner in common", grid, []string{"SELECT Station(lower).station_no WHERE Station(upper).station_no = ? AND Grid.grid_no = ? AND Utility.utility_id = ? VIA supplies, feeds, runs"},
			"delete Grid", "Station.station_no by Grid.grid_no and Utility.utility_id via feeds", "cannot tell two feeds apart"},
		{"a value beside the partner that may be missing", "Courier: courier_id\nOrder: order_id, status\nCourier 1 delivers n Order: handed_at",
			[]string{`SELECT "Order".order_id, delivers.handed_at WHERE Courier.courier_id = ? AND "Order".status = ? VIA delivers`}, `change Order.status`,
			"delivers.handed_at by Order.order_id via delivers", ""},
	} {
		m := withUpdates(t, derived(t, test.concepts, test.queries...), test.update)
		if kind, _, _ := strings.Cut(test.update, " "); kind == "delete" {
			m.Workflow.Updates["u1"].Cascade = map[bool]model.Cascade{true: model.Cascades, false: model.Restricts}[test.left != ""]
		}
		ids := model.RandomIDs()
		all := write.AllLookupTables(m, ids)
		after, err := edit.Apply(m, ids, all.Commands...)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Contains(all.Texts, test.derived) {
			t.Errorf("%s: got %q", test.name, all.Texts)
		}
		if plan := write.Of(after, "u1"); len(plan.Lookups) > 0 != (test.left != "") || test.left != "" && !slices.ContainsFunc(plan.Findings, func(f write.Finding) bool {
			return strings.Contains(f.Message, test.left)
		}) {
			t.Errorf("%s: left %+v\n%+v", test.name, plan.Lookups, plan.Findings)
		}
	}
}

// Lookups of one key that several updates need, one after the other, share a table if its rows are the same.
func TestLookupTablesOfOneKeyAreOne(t *testing.T) {
	m := derived(t, "Voucher: voucher_id, code unique\nBooking: booking_id, total, state\nVoucher 1 pays n Booking\nShow: show_id, title\nShow 1 sells n Booking",
		"SELECT Booking.booking_id, Booking.total WHERE Voucher.code = ?", "SELECT Booking.booking_id WHERE Show.show_id = ? AND Booking.state = ?")
	m = withUpdates(t, m, "insert pays", "change Booking.state")
	ids := model.RandomIDs()
	all := write.AllLookupTables(m, ids)
	after, err := edit.Apply(m, ids, all.Commands...)
	if err != nil || len(all.Left) > 0 {
		t.Fatalf("left %v: %v", all.Left, err)
	}
	tables := map[model.ID]int{}
	for _, text := range []string{"Booking.total by Booking.booking_id", "Voucher.code by Booking.booking_id via pays", "Show.show_id and Booking.state by Booking.booking_id via sells"} {
		for id, query := range after.Workflow.Queries {
			if strings.HasPrefix(query.Name, "Find "+text) {
				tables[after.TablesOf(id)[0]]++
			}
		}
	}
	if len(tables) > 2 {
		t.Errorf("%v serve %q", tables, all.Texts)
	}
}
