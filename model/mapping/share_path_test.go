package mapping_test

import (
	"slices"
	"strings"
	"testing"
	"widerow/cql/print"
	"widerow/model"
	"widerow/model/mapping"
	"widerow/model/proof"
)

// TestPathsAreNotShared: one table serves two queries only if both ask for the same rows. A
// path that relates the same types in another way, or leaves some instances out, needs a
// table of its own.
func TestPathsAreNotShared(t *testing.T) {
	for _, test := range []struct {
		name, concepts string
		queries        []string
		tables         int
	}{
		{"alerts, and alerts that somebody handles", "Sensor: sensor_id\nAlert: alert_id, message\nTechnician: technician_id\nSensor 1 raises n Alert\nTechnician 1 handles n Alert",
			[]string{"SELECT Alert.message WHERE Sensor.sensor_id = ? VIA raises, handles", "SELECT Alert.message WHERE Sensor.sensor_id = ? VIA raises"}, 2},
		{"all alerts, with the technician of some", "Sensor: sensor_id\nAlert: alert_id, message\nTechnician: technician_id\nSensor 1 raises n Alert\nTechnician 1 handles n Alert",
			[]string{"SELECT Alert.alert_id, Alert.message, Technician.technician_id WHERE Sensor.sensor_id = ?", "SELECT Alert.message WHERE Sensor.sensor_id = ? VIA raises"}, 1},
		{"the technicians, and all alerts with the technician of some", "Sensor: sensor_id\nAlert: alert_id, message\nTechnician: technician_id, name\nSensor 1 raises n Alert\nTechnician 1 handles n Alert",
			[]string{"SELECT Alert.alert_id, Alert.message, Technician.name WHERE Sensor.sensor_id = ?", "SELECT Technician.technician_id, Technician.name WHERE Sensor.sensor_id = ? VIA raises, handles"}, 2},
		{"with the technician, by VIA", "Sensor: sensor_id\nAlert: alert_id, message\nTechnician: technician_id\nSensor 1 raises n Alert\nTechnician 1 handles n Alert",
			[]string{"SELECT Alert.message, Technician.technician_id WHERE Sensor.sensor_id = ? VIA raises, handles", "SELECT Alert.message WHERE Sensor.sensor_id = ? VIA raises"}, 2},
		{"orders that are placed and those that are received", "Customer: customer_id\nOrder: order_id, total\nCustomer 1 places n Order\nCustomer 1 receives n Order",
			[]string{"SELECT Order.total WHERE Customer.customer_id = ? VIA places", "SELECT Order.total WHERE Customer.customer_id = ? VIA receives", "SELECT Order.total WHERE Customer.customer_id = ? VIA receives, places"}, 3},
		{"a cycle, and the same types in a row", "Subject: subject_id\nPlan: plan_id, text\nDrug: drug_id\nSubject 1 makes n Plan\nPlan 1 has n Drug\nSubject 1 takes n Drug",
			[]string{"SELECT Drug.drug_id, Plan.text WHERE Subject.subject_id = ? VIA makes, has", "SELECT Drug.drug_id, Plan.text WHERE Subject.subject_id = ? VIA makes, has, takes"}, 2},
		{"the tenant of the ticket, and that of its customer", tenants + "Customer 1 opens n(20) Ticket within Tenant",
			[]string{"SELECT Ticket.title WHERE Tenant.tenant_id = ? AND Customer.number = ? VIA has, opens", "SELECT Ticket.ticket_no WHERE Tenant.tenant_id = ? AND Customer.number = ? VIA owns, opens"}, 1},
		{"the same, not within the tenant", tenants + "Customer 1 opens n(20) Ticket",
			[]string{"SELECT Ticket.title WHERE Tenant.tenant_id = ? AND Customer.number = ? VIA has, opens", "SELECT Ticket.ticket_no WHERE Tenant.tenant_id = ? AND Customer.number = ? VIA owns, opens"}, 2},
		{"of two projects, one of which is the task's", tenants + "Customer n works_on m Task within Tenant\nCustomer n leads m Project within Tenant",
			[]string{"SELECT Task WHERE Tenant.tenant_id = ? AND Customer.number = ? VIA has, works_on", "SELECT Task WHERE Tenant.tenant_id = ? AND Customer.number = ? VIA has, leads, contains"}, 2},
		{"the agents of the ticket's own tenant, and all tickets", "Tenant: tenant_id\nweak Agent: agent_id, name\nweak Ticket: number, status\nTenant 1 employs n Agent\nTenant 1 owns n Ticket\nAgent 1 handles n Ticket",
			[]string{"SELECT Ticket.status WHERE Ticket.number = ? VIA owns", "SELECT Agent.name, Agent.agent_id, Ticket.status WHERE Ticket.number = ? VIA handles, employs, owns"}, 2},
		{"orders by the name of their customer, and all orders", "Order: order_id, total\nCustomer: customer_id, name\nCustomer 1 places n Order",
			[]string{"SELECT Order.total WHERE Order.order_id = ?", "SELECT Order.total WHERE Order.order_id = ? AND Customer.name = ? VIA places"}, 2},
		{"a van, and a vehicle of any kind", "Vehicle: vin, brand\nCar: seats\nVan: load_volume\nCar, Van isa Vehicle",
			[]string{"SELECT Van WHERE Vehicle.vin = ?", "SELECT Vehicle.brand, Car.seats, Van.load_volume WHERE Vehicle.vin = ?"}, 2},
		{"the parcels with a receiver are counted, all are listed", "Stop: stop_no\nParcel: parcel_no, weight\nCustomer: customer_id, name\nStop 1 delivers n Parcel\nCustomer 1 receives n Parcel",
			[]string{"SELECT count(receives) WHERE Stop.stop_no = ? VIA delivers, receives", "SELECT Parcel.parcel_no, Parcel.weight, Customer.name WHERE Stop.stop_no = ?"}, 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := mapping.Derive(document(t, test.concepts, test.queries...), nil, nil)
			if len(d.Proposals) != test.tables || len(d.Failed)+len(d.Open) > 0 {
				t.Errorf("%d tables, want %d", len(d.Proposals), test.tables)
			}
		})
	}
}

// TestRoleNamedLikeItsType: a column that is named after its entity type is not one of the
// role of the same name.
func TestRoleNamedLikeItsType(t *testing.T) {
	for name, concepts := range map[string]string{
		"the type": "Course: course_code, title\nDepartment: dept_code\nDepartment 1 offers n Course\nCourse(course) n requires m Course(prerequisite)",
		"a key":    "Lesson: course_code, title\nDepartment: dept_code\nDepartment 1 offers n Lesson\nLesson(course) n requires m Lesson(prerequisite)",
	} {
		entity, _, _ := strings.Cut(concepts, ":")
		m := document(t, concepts, "SELECT "+entity+" WHERE Department.dept_code = ? ORDER BY "+entity+".title")
		m = apply(t, m, mapping.Derive(m, nil, nil).Commands(model.RandomIDs(), nil)...)
		result := proof.Of(m, "q1")
		best, _ := result.Best()
		statement := print.SelectLine(best.Access, best.Select)
		if best.Verdict != proof.Partition || !slices.Contains(strings.FieldsFunc(statement, func(r rune) bool { return strings.ContainsRune(" ,", r) }), "course_code") {
			t.Errorf("%s: %s (%s)", name, statement, best.Verdict)
		}
	}
}
