package check_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"widerow/cql"
	"widerow/cql/check"
	"widerow/model"
)

// The domains of the damages.
const (
	bank = `Account: account_no, kind, balance
Branch: branch_code, city
Transfer: transfer_id, amount, booked_at
Account(payer) 1 pays n Transfer
Account(payee) 1 gets n Transfer
Branch 1 keeps n Account
---
SELECT Transfer.transfer_id, Account(payee).account_no, Account(payee).kind WHERE Account(payer).account_no = ? ORDER BY Transfer.booked_at DESC VIA pays, gets
SELECT Account.account_no, Account.balance, Branch.city WHERE Branch.branch_code = ? AND Account.kind = ?
SELECT count(Transfer) WHERE Account(payer).account_no = ? VIA pays
SELECT Account(payer).account_no, Account(payer).kind WHERE Transfer.transfer_id = ?
SELECT Account(payee).account_no, Account(payee).kind WHERE Transfer.transfer_id = ?`
	feed = `Cook: cook_id, nick, {cuisines}
Recipe: recipe_id, title, published_on
Cook(author) 1 publishes n Recipe
Cook(fan) n follows m Cook(chef): since
---
SELECT Recipe.recipe_id, Recipe.title, Cook(author).nick WHERE Cook(fan).cook_id = ? ORDER BY Recipe.published_on DESC VIA follows, publishes
SELECT Cook(fan).cook_id, Cook(fan).nick WHERE Cook(chef).cook_id = ? VIA follows
SELECT Cook(chef).cook_id, Cook(chef).nick WHERE Cook(fan).cook_id = ? VIA follows
SELECT Cook.cook_id, Cook.nick WHERE Cook.cuisines CONTAINS ?`
	hospital = `Hospital: hospital_id, name
weak Ward: *ward_no, speciality
weak Bed: *bed_no, kind
Hospital 1 has n Ward
Ward 1 contains n Bed
---
SELECT Bed.bed_no, Bed.kind, Ward.speciality WHERE Hospital.hospital_id = ? AND Ward.ward_no = ?
SELECT Ward.ward_no, Ward.speciality, Hospital.name WHERE Hospital.hospital_id = ?
SELECT Bed.bed_no, Ward.ward_no WHERE Hospital.hospital_id = ? AND Bed.kind = ?`
	fleet = `Vehicle: vin, brand
Car: seats
Van: load
Car, Van isa Vehicle
Garage: garage_id, city
Garage 1 parks n Vehicle
---
SELECT Vehicle.vin, Vehicle.brand WHERE Garage.garage_id = ? VIA parks
SELECT Van.load, Vehicle.vin WHERE Garage.garage_id = ? VIA parks
SELECT Vehicle.vin WHERE Vehicle.brand IN ('Fiat', 'Saab') ORDER BY Vehicle.vin`
	technicians = `Sensor: sensor_id, unit
Technician: technician_id, name
Technician n maintains m Sensor
Technician n repairs m Sensor
---
SELECT Technician.technician_id, Technician.name WHERE Sensor.sensor_id = ? VIA maintains
SELECT Technician.technician_id, Technician.name WHERE Sensor.sensor_id = ? VIA repairs`
	meters = `Meter: meter_id, model
Reading: reading_id, taken_at, quantity, grade
Meter 1 sends n Reading
---
SELECT Reading.reading_id, Reading.quantity WHERE Meter.meter_id = ? AND Reading.taken_at >= ? AND Reading.taken_at < ? ORDER BY Reading.taken_at DESC
SELECT Reading.grade, Reading.reading_id WHERE Meter.meter_id = ?
SELECT Reading.grade, avg(Reading.quantity) WHERE Meter.meter_id = ? GROUP BY Reading.grade
SELECT Meter.meter_id, Reading.grade WHERE Meter.model = ?`
	people = `Person: person_id, balance, {phones (kind, number)}, address (street, city)
---
SELECT Person WHERE Person.person_id = ?`
	tenants = `Tenant: tenant_id, plan
weak Ticket: *number, status, priority
weak Customer: *customer_no, email unique within Tenant
Tenant 1 owns n Ticket
Tenant 1 serves n Customer
Customer 1 opens n Ticket within Tenant
---
SELECT Ticket.number, Ticket.priority WHERE Tenant.tenant_id = ? AND Ticket.status = 'open' ORDER BY Ticket.priority DESC VIA owns
SELECT Ticket.number, Ticket.status WHERE Tenant.tenant_id = ? AND Customer.customer_no = ? VIA serves, opens
SELECT Customer.customer_no WHERE Tenant.tenant_id = ? AND Customer.email = ? VIA serves`
)

// damaged is a document of which a test damages something.
type damaged struct {
	*testing.T
	m *model.Model
}

// relation returns the physical table with a name.
func (d damaged) relation(name string) (model.ID, *model.Relation) {
	for id, r := range d.m.Physical.Relations {
		if r.Name == name {
			return id, r
		}
	}
	d.Fatalf("there is no table %s", name)
	return "", nil
}

// column returns a column of a physical table, and the logical one that it comes from.
func (d damaged) column(table, name string) (model.ID, *model.Column, *model.LogicalColumn) {
	_, r := d.relation(table)
	for id, c := range r.Columns {
		if c.Name != name {
			continue
		}
		for _, logical := range d.m.Logical.Tables {
			for from := range c.From {
				if logical.Columns[from] != nil {
					return id, c, logical.Columns[from]
				}
			}
		}
	}
	d.Fatalf("there is no column %s.%s", table, name)
	return "", nil, nil
}

// role changes the role of a column in both tables.
func (d damaged) role(table, name string, role model.Role) {
	_, physical, logical := d.column(table, name)
	physical.Role, logical.Role = role, role
}

// drop removes a column from both tables.
func (d damaged) drop(table, name string) {
	id, physical, _ := d.column(table, name)
	_, r := d.relation(table)
	delete(r.Columns, id)
	for _, logical := range d.m.Logical.Tables {
		for from := range physical.From {
			delete(logical.Columns, from)
		}
	}
}

// link lets a query arrow lead to the table of another one.
func (d damaged) link(query, other model.ID) {
	for _, arrow := range d.m.Logical.Arrows {
		if arrow.Access == query {
			arrow.To = d.m.TablesOf(other)[0]
		}
	}
}

// view adds a materialized view of a table with another key, to which the arrows of the table lead.
func (d damaged) view(table string, partition, clustering []string) {
	base, r := d.relation(table)
	view := &model.Relation{Name: table + "_view", Keyspace: r.Keyspace, Kind: model.MaterializedView, Base: base, Realizes: maps.Clone(r.Realizes), Columns: map[model.ID]*model.Column{}}
	for id, c := range r.Columns {
		copied := *c
		copied.Role = model.Regular
		if at := slices.Index(partition, c.Name); at >= 0 {
			copied.Role, copied.Order = model.Partition, model.Nth(at)
		} else if at := slices.Index(clustering, c.Name); at >= 0 {
			copied.Role, copied.Order = model.Clustering, model.Nth(at)
		}
		view.Columns[id+"v"] = &copied
	}
	d.m.Physical.Relations[base+"v"] = view
}

// bucket adds a bucket to a table of readings. from is the column that it is computed from, "" for a hash.
func (d damaged) bucket(name, native string, role model.Role, from string, buckets model.Expression) {
	_, r := d.relation("readings_by_meter_taken_at")
	c := &model.Column{Name: name, Order: "z", Type: model.Native(native), Role: role, Buckets: buckets}
	if from != "" {
		_, source, _ := d.column("readings_by_meter_taken_at", from)
		c.From = maps.Clone(source.From)
	}
	r.Columns["bucket"] = c
}

// index adds an index on a column.
func (d damaged) index(table, column string) {
	_, r := d.relation(table)
	id, _, _ := d.column(table, column)
	r.Indexes = map[model.ID]*model.Index{"i": {Name: "by_" + column, Column: id}}
}

// viewOf makes a table a materialized view with a filter, of a base table with the same columns.
func (d damaged) viewOf(table, where string) {
	_, r := d.relation(table)
	base := *r
	base.Name, base.Realizes, base.Columns = table+"_base", nil, map[model.ID]*model.Column{}
	for id, c := range r.Columns {
		copied := *c
		base.Columns[id+"b"] = &copied
	}
	d.m.Physical.Relations["base"] = &base
	r.Kind, r.Base, r.Where = model.MaterializedView, "base", where
}

func (d damaged) entityOf(attribute model.ID) model.ID {
	for id, e := range d.m.Concepts.Entities {
		if e.Attributes[attribute] != nil {
			return id
		}
	}
	d.Fatal("no entity type has ", attribute)
	return ""
}

// TestDamages damages derived tables and queries by hand. Each damage has a finding.
func TestDamages(t *testing.T) {
	for _, test := range []struct {
		name, domain string
		damage       func(d damaged)
		code, want   string
	}{
		{"columns of a table in swapped roles", bank, func(d damaged) {
			_, _, number := d.column("transfers_by_payer_booked_at", "payee_account_no")
			_, _, key := d.column("transfers_by_payer_booked_at", "payer_account_no")
			number.Participant, key.Participant = key.Participant, number.Participant
		}, check.CodeUnserved, "payer"},
		{"a query in swapped roles", bank, func(d damaged) {
			query := d.m.Workflow.Queries["q4"]
			for _, find := range query.Find {
				for _, other := range d.m.Workflow.Queries["q5"].Find {
					find.Participant = other.Participant
				}
			}
		}, check.CodeUnserved, "payer_accounts_by_transfer does not serve Q4"},
		{"a query linked with the table of the other role", bank, func(d damaged) { d.link("q4", "q5") }, check.CodeUnserved,
			"payee_accounts_by_transfer does not serve Q4"},
		{"the key column of the instance dropped", bank, func(d damaged) { d.drop("transfers_by_payer_booked_at", "transfer_id") }, check.CodeOverwrite, "Transfer.transfer_id"},
		{"the first key column moved to the end", bank, func(d damaged) { d.role("accounts_by_branch_kind", "kind", model.Regular) },
			check.CodeFiltering, "drops those with another kind"},
		{"a static column that differs", bank, func(d damaged) { d.role("accounts_by_branch_kind", "balance", model.Static) }, check.CodeStatic, "balance"},
		{"a static column of the physical table only", feed, func(d damaged) {
			_, physical, _ := d.column("cooks_by_chef", "fan_nick")
			physical.Role = model.Static
		}, check.CodeStatic, "fan_nick"},
		{"the feed linked with the recipes of a cook", feed, func(d damaged) { d.link("q3", "q2") }, check.CodeUnserved, ""},
		{"a key column computed from another one", feed, func(d damaged) {
			_, key, _ := d.column("cooks_by_chef", "chef_cook_id")
			_, other, _ := d.column("cooks_by_chef", "fan_cook_id")
			key.From = maps.Clone(other.From)
		}, check.CodeUnserved, "cooks_by_chef does not serve Q2"},
		{"values of several without their owner", feed, func(d damaged) { d.drop("cooks_by_cuisine", "cook_id") }, check.CodeOverwrite, "Cook.cook_id"},
		{"a weak key without the owner's", hospital, func(d damaged) { d.role("beds_by_hospital_kind", "ward_no", model.Regular) }, check.CodeOverwrite, "Ward.ward_no"},
		{"a physical key without the weak one", hospital, func(d damaged) {
			_, physical, _ := d.column("beds_by_hospital_kind", "bed_no")
			physical.Role = model.Regular
		}, check.CodeOverwrite, "Bed.bed_no"},
		{"a view whose key does not identify its rows", hospital, func(d damaged) { d.view("beds_by_hospital_kind", []string{"ward_no"}, []string{"bed_no", "kind"}) },
			"cql/invalid", "hospital_id"},
		{"a dropped table", hospital, func(d damaged) {
			id, _ := d.relation("beds_by_hospital_kind")
			delete(d.m.Physical.Relations, id)
		}, check.CodeUnserved, "no physical table realizes"},
		{"an index of no column", hospital, func(d damaged) {
			_, r := d.relation("beds_by_hospital_kind")
			r.Indexes = map[model.ID]*model.Index{"i": {Name: "by_kind", Column: "gone"}}
		}, "cql/invalid", "target column"},
		{"a query of vans linked with all vehicles", fleet, func(d damaged) { d.link("q2", "q1") }, check.CodeLookups, "looks up Van.load in shop.vans_by_garage"},
		{"constants of another type than the column", fleet, func(d damaged) {
			_, physical, _ := d.column("vehicles_by_brand", "brand")
			physical.Type = model.Native("int")
		}, check.CodeUnserved, "Invalid STRING constant (Fiat)"},
		{"an average of whole numbers", meters, func(d damaged) {
			_, physical, logical := d.column("readings_by_meter_grade", "quantity")
			logical.Aggregate, physical.Type = model.Avg, model.Native("int")
			d.role("readings_by_meter_grade", "reading_id", model.Regular)
			d.drop("readings_by_meter_grade", "reading_id")
		}, check.CodeAggregate, "quantity"},
		{"a set that loses equal values", meters, func(d damaged) {
			_, physical, logical := d.column("readings_by_model", "grade")
			physical.Type, logical.Collection = model.Type{Kind: model.SetType, Arguments: []model.Type{model.Native("text")}}, model.SetOf
			d.role("readings_by_model", "meter_id", model.Clustering)
			d.drop("readings_by_model", "reading_id")
		}, check.CodeSet, "of two Reading with the same value it keeps one"},
		{"groups of which the key has nothing", meters, func(d damaged) { d.role("readings_by_meter_grade", "grade", model.Regular) }, check.CodeUnserved, "Group by"},
		{"tickets without the tenant in the key", tenants, func(d damaged) { d.drop("tickets_by_tenant_customer", "tenant_id") }, "", "tenant_id"},
		{"the order by a column outside of the key", tenants, func(d damaged) { d.role("tickets_by_tenant_status", "priority", model.Regular) }, check.CodeUnserved, "priority"},
		{"a bucket of hours that is a date", meters, func(d damaged) { d.bucket("hour", "date", model.Partition, "taken_at", "100") },
			check.CodeBucket, "hour of readings_by_meter_taken_at is a date, which holds no hours"},
		{"a bucket of a type with two values", meters, func(d damaged) { d.bucket("month", "boolean", model.Partition, "taken_at", "12") }, check.CodeBucket, "boolean"},
		{"a bucket outside of the key", meters, func(d damaged) { d.bucket("month", "date", model.Regular, "taken_at", "12") }, check.CodeBucket, "splits nothing"},
		{"a hash among the clustering columns", meters, func(d damaged) { d.bucket("bucket", "int", model.Clustering, "", "8") }, check.CodeBucket, "splits nothing"},
		{"a bucket of a value outside of the key", meters, func(d damaged) { d.bucket("month", "date", model.Partition, "quantity", "12") },
			check.CodeBucket, "no clustering column has"},
		{"a hash without a number of buckets", meters, func(d damaged) { d.bucket("shard", "int", model.Partition, "", "") },
			check.CodeBuckets, "nothing says how many there are"},
		{"an index on another column", tenants, func(d damaged) {
			d.role("tickets_by_tenant_customer", "customer_no", model.Regular)
			d.index("tickets_by_tenant_customer", "status")
		}, check.CodeFiltering, "drops those with another customer_no"},
		{"a view with a filter that the query does not imply", tenants, func(d damaged) { d.viewOf("tickets_by_tenant_status", "status = 'closed'") },
			check.CodePath, "it has only rows with status = 'closed', which the query does not ask for"},
		{"a view without rows of which a column is null", tenants, func(d damaged) { d.viewOf("tickets_by_tenant_status", "priority IS NOT NULL AND number > 7") },
			check.CodePath, "number > 7"},
		{"a view of a table along another path", technicians, func(d damaged) {
			view, _ := d.relation("technicians_by_sensor")
			base, _ := d.relation("technicians_by_sensor_2")
			d.m.Physical.Relations[view].Kind, d.m.Physical.Relations[view].Base = model.MaterializedView, base
		}, check.CodeView, "technicians_by_sensor is a view of technicians_by_sensor_2, whose rows are about other instances"},
		{"a column of another type than its attribute", meters, func(d damaged) {
			_, physical, logical := d.column("readings_by_meter_grade", "grade")
			d.m.Concepts.Entities[d.entityOf(logical.Attribute)].Attributes[logical.Attribute].Type = model.Native("text")
			for _, r := range d.m.Physical.Relations {
				for _, c := range r.Columns {
					if c.Name == physical.Name {
						c.Type = model.Native("int")
					}
				}
			}
		}, check.CodeMistyped, "but Reading.grade is text"},
		{"times instead of days", meters, func(d damaged) {
			_, physical, logical := d.column("readings_by_meter_grade", "grade")
			d.m.Concepts.Entities[d.entityOf(logical.Attribute)].Attributes[logical.Attribute].Type = model.Native("date")
			for _, r := range d.m.Physical.Relations {
				for _, c := range r.Columns {
					if c.Name == physical.Name {
						c.Type = model.Native("timestamp")
					}
				}
			}
		}, check.CodeMistyped, "is timestamp, but Reading.grade is date"},
		{"a list of what is a set", feed, func(d damaged) {
			_, physical, logical := d.column("cooks_by_cuisine", "cook_id")
			logical.Collection, physical.Type = model.SetOf, model.Type{Kind: model.ListType, Arguments: []model.Type{model.Native("uuid")}}
		}, check.CodeMistyped, "a second time"},
		{"one value of what is a set", feed, func(d damaged) {
			_, physical, logical := d.column("cooks_by_cuisine", "nick")
			logical.Collection, physical.Type = model.SetOf, model.Native("text")
		}, check.CodeMistyped, "cooks_by_cuisine.nick is text, which holds one value of Cook.nick"},
		{"a set of texts for an attribute with parts", people, func(d damaged) {
			_, physical, _ := d.column("people", "phones")
			physical.Type = model.Type{Kind: model.SetType, Arguments: []model.Type{model.Native("text")}}
		}, check.CodeMistyped, "people.phones is set<text>, which does not store the parts of Person.phones"},
		{"a text for an attribute with parts", people, func(d damaged) {
			_, physical, _ := d.column("people", "address")
			physical.Type = model.Native("text")
		}, check.CodeMistyped, "people.address is text, which does not store the parts of Person.address"},
		{"a counter for a decimal", people, func(d damaged) {
			_, physical, logical := d.column("people", "balance")
			physical.Type = model.Native("counter")
			physical.Role, logical.Role = model.RoleCounter, model.RoleCounter
		}, check.CodeMistyped, "people.balance is a counter, which adds whole numbers only, but Person.balance is decimal"},
		{"a lookup by a value that is unique within the tenant only", tenants, func(d damaged) {
			d.role("customers_by_tenant_email", "tenant_id", model.Regular)
		}, check.CodeOverwrite, "Tenant.tenant_id"},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := damaged{t, derivedOf(t, test.domain)}
			before := check.Model("", d.m).Findings
			if len(before) > 0 {
				t.Fatalf("before: %+v", before)
			}
			test.damage(d)
			found := check.Model("", d.m).Findings
			if !slices.ContainsFunc(found, func(f check.Finding) bool {
				return f.Severity != cql.Info && (test.code == "" || f.Code == test.code) && strings.Contains(f.Message, test.want)
			}) {
				t.Errorf("no finding %s %q in %+v", test.code, test.want, found)
			}
		})
	}
}

// TestHarmless changes derived tables in ways that change no answer. None has a finding.
func TestHarmless(t *testing.T) {
	for _, test := range []struct {
		name, domain string
		change       func(d damaged)
	}{
		{"a bucket of months", meters, func(d damaged) { d.bucket("month", "date", model.Partition, "taken_at", "12") }},
		{"a bucket of months that are numbers", meters, func(d damaged) { d.bucket("month", "int", model.Partition, "taken_at", "12") }},
		{"a bucket of hours", meters, func(d damaged) { d.bucket("hour", "timestamp", model.Partition, "taken_at", "100") }},
		{"a bucket of months without their number", meters, func(d damaged) { d.bucket("month", "date", model.Partition, "taken_at", "") }},
		{"a hash", meters, func(d damaged) { d.bucket("bucket", "int", model.Partition, "", "8") }},
		{"an index in place of a key column", tenants, func(d damaged) {
			d.role("tickets_by_tenant_customer", "customer_no", model.Regular)
			d.index("tickets_by_tenant_customer", "customer_no")
		}},
		{"a view", tenants, func(d damaged) { d.viewOf("tickets_by_tenant_status", "") }},
		{"a view of what the query asks for", tenants, func(d damaged) { d.viewOf("tickets_by_tenant_status", "status = 'open'") }},
		{"a view of more", tenants, func(d damaged) { d.viewOf("tickets_by_tenant_status", "status IN ('open', 'it''s AND')") }},
		{"a static column made regular", hospital, func(d damaged) { d.role("wards_by_hospital", "hospital_name", model.Regular) }},
		{"a wider type", meters, func(d damaged) {
			_, _, logical := d.column("readings_by_meter_taken_at", "quantity")
			d.m.Concepts.Entities[d.entityOf(logical.Attribute)].Attributes[logical.Attribute].Type = model.Native("int")
			for _, r := range d.m.Physical.Relations {
				for _, c := range r.Columns {
					if c.Name == "quantity" {
						c.Type = model.Native("bigint")
					}
				}
			}
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := damaged{t, derivedOf(t, test.domain)}
			test.change(d)
			for _, f := range check.Model("", d.m).Findings {
				if f.Severity != cql.Info && f.Code != "cql/disabled" {
					t.Errorf("%s: %s", f.Code, f.Message)
				}
			}
		})
	}
}

// A column that a query finds by a second statement in another table is said, but no fault.
func TestSaysSecondStatement(t *testing.T) {
	d := damaged{t, derivedOf(t, hospital+"\nSELECT Hospital.name WHERE Hospital.hospital_id = ?")}
	d.drop("wards_by_hospital", "hospital_name")
	found := check.Model("", d.m).Findings
	if len(found) != 1 || found[0].Severity != cql.Info || found[0].Code != check.CodeLookups ||
		found[0].Message != "Q2 looks up Hospital.name in shop.hospitals, by a second statement" {
		t.Errorf("got %+v", found)
	}
}

// A lookup table by an e-mail address is no error, but what it takes for unique is said, unless
// the ER model says so.
func TestTakenForUnique(t *testing.T) {
	for concepts, want := range map[string]int{"Reader: reader_id, email, name": 1, "Reader: reader_id, email unique, name": 0} {
		d := damaged{t, derivedOf(t, concepts+"\n---\nSELECT Reader.reader_id, Reader.name WHERE Reader.email = ?")}
		if want > 0 {
			d.role("readers_by_email", "reader_id", model.Regular)
		}
		found := check.Model("", d.m).Findings
		taken := slices.DeleteFunc(slices.Clone(found), func(f check.Finding) bool { return f.Code != check.CodeTaken || f.Severity != cql.Info })
		if len(taken) != want || len(taken) != len(found) {
			t.Errorf("%s: %+v", concepts, found)
		}
	}
}
