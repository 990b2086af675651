package mapping_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/mapping"
	meaning "widerow/model/stored"
)

// rowsOf writes a meaning as text: "Cook1 follows.fan, Cook2 follows.chef", and each
// column with its node.
func rowsOf(m *model.Model, rows *meaning.Meaning, columns map[model.ID]string) string {
	if rows == nil {
		return "unknown"
	}
	name := func(at int) string {
		mark := ""
		if rows.Nodes[at].Optional {
			mark = "?"
		}
		if rows.Nodes[at].Collected {
			mark = "*"
		}
		number := 1
		for i := range at {
			if rows.Nodes[i].Of == rows.Nodes[at].Of {
				number++
			}
		}
		title := m.Title(rows.Nodes[at].Of)
		if number > 1 {
			title += fmt.Sprint(number)
		}
		return title + mark
	}
	var links, stores []string
	for _, l := range rows.Links {
		link := name(l.From) + "–" + name(l.To)
		if r := m.Concepts.Relationships[rows.Nodes[l.From].Of]; r != nil && r.Participants[l.Participant].Role != "" {
			link += "(" + r.Participants[l.Participant].Role + ")"
		}
		links = append(links, link)
	}
	if len(rows.Links) == 0 {
		for at := range rows.Nodes {
			links = append(links, name(at))
		}
	}
	for id, value := range rows.Columns {
		text := columns[id] + "=" + name(value.Node)
		if value.Attribute != "" {
			text += "." + m.AttributesOf(rows.Nodes[value.Node].Of)[value.Attribute].Name
		}
		if value.Element {
			text += " each"
		}
		if value.Aggregate != "" {
			text += " " + string(value.Aggregate)
		}
		stores = append(stores, text)
	}
	slices.Sort(links)
	slices.Sort(stores)
	text := strings.Join(links, ", ") + ": " + strings.Join(stores, ", ")
	if rows.Grouped {
		text = "grouped " + text
	}
	return text
}

func columnNames(m *model.Model, table model.ID) map[model.ID]string {
	names := map[model.ID]string{}
	for id, column := range m.Logical.Tables[table].Columns {
		names[id] = column.Name
	}
	return names
}

func TestStoredRows(t *testing.T) {
	for _, test := range []struct{ concepts, query, want string }{
		{"Order: order_id, total", "SELECT Order.total WHERE Order.order_id = ?", "Order: order_id=Order.order_id, total=Order.total"},
		{"Customer: customer_id\nOrder: order_id\nCourier: courier_id, name\nCustomer 1 places n Order\nCourier 1 delivers n Order",
			"SELECT Order.order_id, Courier.name WHERE Customer.customer_id = ? VIA places, delivers",
			"delivers–Courier, delivers–Order, places–Customer, places–Order: courier_name=Courier.name, customer_id=Customer.customer_id, order_id=Order.order_id"},
		{"Customer: customer_id\nOrder: order_id\nCourier: courier_id, name\nCustomer 1 places n Order\nCourier 1 delivers n Order",
			"SELECT Order.order_id, Courier.name WHERE Customer.customer_id = ?",
			"delivers?–Courier?, delivers?–Order, places–Customer, places–Order: courier_name=Courier?.name, customer_id=Customer.customer_id, order_id=Order.order_id"},
		{"Sensor: sensor_id\nAlert: alert_id\nTechnician: technician_id\nSensor 1 raises n Alert\nTechnician 1 handles n Alert\nTechnician n maintains m Sensor",
			"SELECT Alert.alert_id WHERE Sensor.sensor_id = ? VIA raises, handles, maintains",
			"handles–Alert, handles–Technician, maintains–Sensor, maintains–Technician, raises–Alert, raises–Sensor: alert_id=Alert.alert_id, sensor_id=Sensor.sensor_id"},
		{"Repo: repo_id\nweak Issue: *issue_no, title\nRepo 1 has n Issue", "SELECT Issue.title WHERE Issue.issue_no = ?",
			"has–Issue, has–Repo: issue_no=Issue.issue_no, repo_id=Repo.repo_id, title=Issue.title"},
		{"Cook: cook_id, nick\nRecipe: recipe_id, title\nCook 1 publishes n Recipe\nCook(fan) n follows m Cook(chef)",
			"SELECT Cook(chef).nick WHERE Cook(fan).cook_id = ?",
			"follows–Cook(fan), follows–Cook2(chef): chef_cook_id=Cook2.cook_id, chef_nick=Cook2.nick, fan_cook_id=Cook.cook_id"},
		{"User: user_id, {phones}", "SELECT User.user_id WHERE User.phones = ?", "User: phone=User.phones each, user_id=User.user_id"},
		{"User: user_id, {phones}", "SELECT User.phones WHERE User.user_id = ?", "User: phones=User.phones, user_id=User.user_id"},
		{"Customer: customer_id, city\nOrder: order_id, total\nCustomer 1 places n Order", "SELECT Customer.city, sum(Order.total) GROUP BY Customer.city VIA places",
			"places–Customer, places–Order: customer_city=Customer.city, order_id=Order.order_id, total=Order.total"},
	} {
		m := document(t, test.concepts, test.query)
		m = apply(t, m, mapping.Derive(m, nil, nil).Commands(model.RandomIDs(), nil)...)
		rows := mapping.NewStored(m)
		for id := range m.Logical.Tables {
			if got := rowsOf(m, rows.Of(id), columnNames(m, id)); got != test.want {
				t.Errorf("%s\n got %s\nwant %s", test.query, got, test.want)
			}
		}
	}
}
