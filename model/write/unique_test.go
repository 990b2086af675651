package write_test

import (
	"testing"

	"widerow/model"
)

// A unique value is taken first, by a lightweight transaction, within its owner too. The row
// that has it already is not inserted again.
func TestUniqueValuesAreTakenFirst(t *testing.T) {
	m := derived(t, "Rider: rider_id, rider_name, email unique",
		"SELECT Rider WHERE Rider.email = ?", "SELECT Rider WHERE Rider.rider_id = ?")
	expect(t, "insert", updated(t, m, model.Insert, []string{"Rider"}),
		"0 insert riders_by_email: email ?, rider_id ?, rider_name ? if not exists",
		"1 insert riders: rider_id ?, rider_name ?, email ?")
	expect(t, "change", updated(t, m, model.Change, []string{"Rider.email"}),
		"0 select rider_name, email from riders where rider_id = ?",
		"1 insert riders_by_email: email new, rider_id ?, rider_name 0.rider_name if not exists; only if 0; if 0.email differs from new",
		"2 delete from riders_by_email where email = 0.email; only if 0.email; only if 0; if 0.email differs from new",
		"2 update riders set email new where rider_id = ?")
	m = derived(t, "Tenant: tenant_id\nweak Customer: *number, email unique within Tenant, phone\nTenant 1 has n Customer",
		"SELECT Customer WHERE Tenant.tenant_id = ? AND Customer.email = ?")
	expect(t, "insert within a tenant", updated(t, m, model.Insert, []string{"Customer"}),
		"0 insert customers_by_tenant_email: tenant_id ?, email ?, number ?, phone ? if not exists")
}

// A row that moves takes with it what only the old one has: if nothing finds that, the new
// one cannot be written.
func TestNoRowMovesWithoutItsValues(t *testing.T) {
	m := derived(t, "Rider: rider_id, rider_name, email unique", "SELECT Rider WHERE Rider.email = ?")
	expect(t, "change", updated(t, m, model.Change, []string{"Rider.email"}),
		"0 insert riders_by_email: email new, rider_id ?, rider_name unknown if not exists; if ? differs from new; missing rider_name",
		"0 delete from riders_by_email where email = unknown; if ? differs from new; missing email",
		"missing email of riders_by_email by Rider.rider_id")
}

// An instance that is there has its value already: its row is written over if a new relationship replaces another one.
func TestUniqueValuesOfWhatIsThereStay(t *testing.T) {
	m := derived(t, "Doctor: doctor_id, doctor_name, licence unique\nDoctor(mentor) 1 mentors n Doctor(trainee): started_on",
		"SELECT Doctor(mentor).doctor_name WHERE Doctor(trainee).licence = ? VIA mentors", "SELECT Doctor WHERE Doctor.doctor_id = ?")
	expect(t, "insert", updated(t, m, model.Insert, []string{"mentors"}),
		"0 select licence from doctors where doctor_id = ?",
		"1 select doctor_name from doctors where doctor_id = ?",
		"2 insert doctors_by_licence: trainee_licence 0.licence, mentor_doctor_name 1.doctor_name; only if 0.licence; only if 0")
}
