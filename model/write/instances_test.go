package write_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/write"
)

// instances are sample data of two entity types A and B and the links between them.
type instances struct {
	a, b  map[int]map[string]int
	links map[[2]int]bool
	// one reports that each A has one B: a new one comes with it.
	one bool
}

// randomInstances links every A to some Bs. If one is true, each A has one B.
func randomInstances(random *rand.Rand, one bool) *instances {
	in := &instances{map[int]map[string]int{}, map[int]map[string]int{}, map[[2]int]bool{}, one}
	for id := 1; id <= 3; id++ {
		in.a[id] = map[string]int{"id": id, "x": random.IntN(1000), "y": random.IntN(1000)}
		in.b[id] = map[string]int{"id": id, "u": random.IntN(1000)}
	}
	for id := 1; id <= 3; id++ {
		in.links[[2]int{id, 1 + random.IntN(3)}] = true
		if !one {
			in.links[[2]int{id, 1 + random.IntN(3)}] = true
		}
	}
	return in
}

func (in *instances) clone() *instances {
	deep := func(all map[int]map[string]int) map[int]map[string]int {
		copied := map[int]map[string]int{}
		for id, one := range all {
			copied[id] = maps.Clone(one)
		}
		return copied
	}
	return &instances{deep(in.a), deep(in.b), maps.Clone(in.links), in.one}
}

// rows are the rows of a table with some attributes: one for each A, each B, or each
// link if it has columns of both.
func (in *instances) rows(relation *model.Relation) []string {
	var columns []string
	hasA, hasB := false, false
	for _, item := range relation.SortedColumns() {
		columns = append(columns, item.Value.Name)
		hasA, hasB = hasA || strings.HasPrefix(item.Value.Name, "a_"), hasB || strings.HasPrefix(item.Value.Name, "b_")
	}
	var rows []string
	add := func(a, b map[string]int) {
		var values []string
		for _, column := range columns {
			if name, isA := strings.CutPrefix(column, "a_"); isA {
				values = append(values, fmt.Sprint(a[name]))
			} else {
				values = append(values, fmt.Sprint(b[strings.TrimPrefix(column, "b_")]))
			}
		}
		rows = append(rows, strings.Join(values, " "))
	}
	switch {
	case hasA && hasB:
		for link := range in.links {
			add(in.a[link[0]], in.b[link[1]])
		}
	case hasA:
		for _, a := range in.a {
			add(a, nil)
		}
	default:
		for _, b := range in.b {
			add(nil, b)
		}
	}
	slices.Sort(rows)
	return rows
}

// A plan writes the tables whose rows differ after the update, and no others: what
// the rows of a table are is computed from sample instances.
func TestPlansWriteWhatDiffers(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	updates := []struct {
		name          string
		update        model.Update
		writes, given []model.ID
		apply         func(*instances)
	}{
		{"insert A", model.Update{}, []model.ID{"A"}, nil, func(in *instances) {
			in.a[9] = map[string]int{"id": 9, "x": 9, "y": 9}
			if in.one {
				in.links[[2]int{9, 1}] = true
			}
		}},
		{"change A", model.Update{Kind: model.Change}, []model.ID{"A.x"}, []model.ID{"A.id"}, func(in *instances) { in.a[1]["x"] = 9999 }},
		{"change B", model.Update{Kind: model.Change}, []model.ID{"B.u"}, []model.ID{"B.id"}, func(in *instances) {
			for link := range in.links {
				in.b[link[1]]["u"] = 9999
				return
			}
		}},
		{"delete A", model.Update{Kind: model.Delete}, []model.ID{"A"}, []model.ID{"A.id"}, func(in *instances) {
			delete(in.a, 1)
			maps.DeleteFunc(in.links, func(link [2]int, _ bool) bool { return link[0] == 1 })
		}},
	}
	for round := range 400 {
		one := round%2 == 0
		m := randomTables(t, random, one)
		before := randomInstances(random, one)
		for _, u := range updates {
			after := before.clone()
			u.apply(after)
			plan := write.Of(withUpdate(m, u.update, u.writes, u.given), "u1")
			for id, relation := range m.Physical.Relations {
				differs := !slices.Equal(before.rows(relation), after.rows(relation))
				written := slices.ContainsFunc(plan.Tables, func(w write.TableWrites) bool { return w.Table == id })
				if differs != written {
					t.Errorf("round %d: %s: %s differs: %t, is written: %t\n%s", round, u.name, columnsOf(relation), differs, written, summary(&plan))
				}
			}
		}
	}
}

func columnsOf(relation *model.Relation) string {
	var names []string
	for _, item := range relation.SortedColumns() {
		names = append(names, string(item.Value.Role)[:1]+":"+item.Value.Name)
	}
	return relation.Name + "(" + strings.Join(names, ", ") + ")"
}

// randomTables has tables whose key identifies their rows: those of A, of B, or of
// their links. If one is true, each A has one B, so a row of A may have that.
func randomTables(t *testing.T, random *rand.Rand, one bool) *model.Model {
	cardinality := map[bool]string{true: "1", false: "m"}[one]
	lines := []string{"entity A id x y", "entity B id u", "relationship r A n B " + cardinality}
	for number := range 1 + random.IntN(4) {
		keys, others := []string{"A.id"}, []string{"A.x", "A.y"}
		switch random.IntN(3) {
		case 0:
			keys, others = []string{"B.id"}, []string{"B.u"}
		case 1:
			if one {
				others = append(others, "B.id", "B.u")
			} else {
				keys, others = append(keys, "B.id"), append(others, "B.u")
			}
		}
		random.Shuffle(len(others), func(i, j int) { others[i], others[j] = others[j], others[i] })
		extra := random.IntN(len(others))
		key := append(keys, others[:extra]...)
		random.Shuffle(len(key), func(i, j int) { key[i], key[j] = key[j], key[i] })
		words := []string{"table", fmt.Sprintf("t%d", number)}
		for i, attribute := range key {
			words = append(words, map[bool]string{true: "K", false: "C"}[i == 0]+":"+attribute+":int")
		}
		for _, attribute := range others[extra : extra+random.IntN(len(others)-extra+1)] {
			words = append(words, "R:"+attribute+":int")
		}
		lines = append(lines, strings.Join(words, " "))
	}
	return small(t, lines...)
}

// Who maintains a sensor need not handle its alerts: a read that tells who handles one is held to
// the technicians that are known.
func TestReadsCompareWhoIsKnown(t *testing.T) {
	m := derived(t, "Technician: technician_id\nSensor: sensor_id, kind\nAlert: alert_id\nSensor 1 raises n Alert\nTechnician 1 handles n Alert\nTechnician n maintains m Sensor",
		"SELECT count(raises) WHERE Alert.alert_id = ? VIA raises, handles",
		"SELECT Sensor.kind WHERE Technician.technician_id = ? VIA raises, handles, maintains",
		"SELECT Technician.technician_id, Alert.alert_id WHERE Sensor.sensor_id = ? VIA raises, maintains")
	expect(t, "kind", updated(t, m, model.Change, []string{"Sensor.kind"}, "Sensor.sensor_id"),
		"0 select technicians, alerts from technicians_by_sensor where sensor_id = ?",
		"1 select technician_id from alerts_by_technician where technician_id = 0.technicians, alert_id = 0.alerts; for each of 0",
		"2 update alerts_by_technician set sensor_kind new where technician_id = 0.technicians, alert_id = 0.alerts; for each of 0; only if 1")
}

// Whoever maintains a sensor: the sensor of an alert follows from the alert, so that a table of who
// maintains the sensors of alerts need not store it.
func TestReadsCompareWhatDetermines(t *testing.T) {
	m := derived(t, "Technician: technician_id\nSensor: sensor_id, kind\nAlert: alert_id, message\nSensor 1 raises n Alert\nTechnician n maintains m Sensor",
		"SELECT Alert.message, Sensor.sensor_id WHERE Technician.technician_id = ? ORDER BY Sensor.kind DESC VIA raises, maintains",
		"SELECT Sensor.sensor_id, Sensor.kind, Alert.message WHERE Alert.alert_id = ? VIA raises",
		"SELECT Technician.technician_id WHERE Alert.alert_id = ? VIA raises, maintains")
	expect(t, "message", updated(t, m, model.Change, []string{"Alert.message"}),
		"0 select sensor_kind from alerts where alert_id = ?",
		"1 select technician_id from technicians_by_alert where alert_id = ?",
		"2 update alerts_by_technician set message new where technician_id = 1.technician_id, sensor_kind = 0.sensor_kind, alert_id = ?; for each of 1; only if 0.sensor_kind; only if 0",
		"2 update alerts set message new where alert_id = ?; only if 0")
}

// TestPartnersOfOneOwner: an agent and a ticket of one tenant are not related by that. The name of another agent is not
// read from the ticket, and a new agent writes no ticket.
func TestPartnersOfOneOwner(t *testing.T) {
	m := derived(t, `Tenant: tenant_id
weak Agent: *agent_no, agent_name
weak Ticket: *ticket_no, subject
Tenant 1 employs n Agent
Tenant 1 owns n Ticket
Agent 1 handles n Ticket within Tenant
Agent n watches m Ticket within Tenant`,
		"SELECT Ticket, Agent.agent_no, Agent.agent_name WHERE Tenant.tenant_id = ? AND Ticket.ticket_no = ? VIA owns, handles",
		"SELECT Ticket WHERE Tenant.tenant_id = ? AND Ticket.ticket_no = ? VIA owns",
		"SELECT Ticket.ticket_no WHERE Tenant.tenant_id = ? VIA owns",
		"SELECT Agent WHERE Tenant.tenant_id = ? AND Agent.agent_no = ? VIA employs",
		"SELECT Agent.agent_no, Agent.agent_name WHERE Tenant.tenant_id = ? AND Ticket.ticket_no = ? VIA owns, watches")
	expect(t, "handles", updated(t, m, model.Insert, []string{"handles"}),
		"0 select agent_name from agents_by_tenant_agent_no where tenant_id = ?, agent_no = ?",
		"1 update tickets_by_tenant set agent_no ?, agent_name 0.agent_name where tenant_id = ?, ticket_no = ?")
	expect(t, "watches", updated(t, m, model.Insert, []string{"watches"}),
		"0 select agent_name from agents_by_tenant_agent_no where tenant_id = ?, agent_no = ?",
		"1 insert agents_by_tenant_ticket: tenant_id ?, ticket_no ?, agent_no ?, agent_name 0.agent_name")
	expect(t, "Agent", updated(t, m, model.Insert, []string{"Agent"}),
		"0 insert agents_by_tenant_agent_no: tenant_id ?, agent_no ?, agent_name ?")
}

// A part of a key that changes has an old value that is given and a new one: the old row goes where they differ. Repeated,
// the update finds no old row, and copies nothing from it.
func TestChangesOfKeysTellOldFromNew(t *testing.T) {
	m := derived(t, "Channel: channel_no\nweak Show: *starts_at, title\nChannel 1 airs n Show\nHost: host_id\nHost n presents m Show",
		"SELECT Show.starts_at, Show.title WHERE Channel.channel_no = ?", "SELECT Show.starts_at, Channel.channel_no WHERE Host.host_id = ? VIA presents, airs",
		"SELECT Host.host_id WHERE Channel.channel_no = ? AND Show.starts_at = ? VIA airs, presents")
	expect(t, "starts_at", updated(t, m, model.Change, []string{"Show.starts_at"}),
		"0 select title from shows_by_channel where channel_no = ?, starts_at = ?",
		"1 select host_id from hosts_by_channel_show where channel_no = ?, show_starts_at = ?",
		"2 insert shows_by_channel: channel_no ?, starts_at new, title 0.title; only if 0",
		"2 delete from shows_by_channel where channel_no = ?, starts_at = ?; only if 0; if ? differs from new",
		"2 insert shows_by_host: host_id 1.host_id, channel_no ?, starts_at new; for each of 1",
		"2 delete from shows_by_host where host_id = 1.host_id, channel_no = ?, starts_at = ?; for each of 1; if ? differs from new",
		"2 insert hosts_by_channel_show: channel_no ?, show_starts_at new, host_id 1.host_id; for each of 1",
		"2 delete from hosts_by_channel_show where channel_no = ?, show_starts_at = ?, host_id = 1.host_id; for each of 1; if ? differs from new")
}
