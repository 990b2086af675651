package example

import (
	"testing"

	"widerow/model"
)

// supermarket returns the online supermarket of "6 practical steps to create an
// efficient Cassandra data model" (DevGenius), with corrected keys: orders are
// sorted newest first, and no order of a team's day overwrites another.
func supermarket(t *testing.T) *model.Model {
	b := build(t, "Online supermarket", "Customers fill a basket, reserve a delivery slot and order; teams deliver. Products are searched elsewhere.")
	supermarketConcepts(b)
	supermarketWorkflow(b)
	b.quantity("customers", "customers", "105_000", "250_000", "")
	b.quantity("addressespercustomer", "addresses_per_customer", "2", "20", "")
	b.quantity("basketproducts", "products_per_order", "25", "200", "")
	b.quantity("teams", "delivery_teams", "240", "600", "")
	b.quantity("slotsperday", "slots_per_team_and_day", "24", "48", "")
	b.quantity("orderspercustomer", "orders_per_customer", "200", "5_000", "In the ten years that orders are kept.")
	b.quantity("daysplanned", "days_of_slots", "3_650", "", "As long as orders are kept.")
	supermarketNumbers(b)
	b.add(model.KeyspaceKind, "", "customerks", "name", "customer")
	b.add(model.KeyspaceKind, "", "deliveryks", "name", "order_delivery")
	b.address("customerks", "addresstype", "address_type", "street_name text 25", "city text 12", "country text 10", "zipcode text 7")
	customerTables(b)
	deliveryTables(b)
	supermarketSizes(b)
	return b.described()
}

func supermarketConcepts(b *builder) {
	b.entity("customer", "Customer", false, "id customer_id key", "name name", "telephone telephone", "email email", "default default_address_key")
	b.entity("address", "Address", true, "key address_key partial", "address address", "street street_name <address", "city city <address",
		"country country <address", "zipcode zipcode <address")
	b.entity("product", "Product", false, "id product_id key")
	b.entity("basket", "Basket", true)
	b.entity("order", "Order", false, "id order_id key", "submitted submission_time", "status status", "currency currency", "subtotal item_subtotal",
		"postage postage_packing_fee", "vat vat", "discount promotional_discount", "remarks remarks")
	b.entity("team", "Delivery team", false, "id delivery_team_id key")
	b.entity("slot", "Delivery slot", true, "date delivery_date partial", "start start_time partial", "confirmed confirmed", "expiry reservation_expiry")
	b.relationship("livesat", "lives at", true, "customer 1", "address n total")
	b.relationship("fills", "fills", true, "customer 1", "basket 1 total")
	b.relationship("holds", "holds", false, "basket m", "product n")
	b.attributes("holds", "quantity quantity")
	b.relationship("places", "places", false, "customer 1", "order n total")
	b.relationship("lists", "lists", false, "order m", "product n")
	b.attributes("lists", "quantity quantity")
	b.relationship("sentto", "is sent to", false, "order n total", "address 1")
	b.relationship("plans", "plans", true, "team 1", "slot n total")
	b.relationship("deliveredin", "is delivered in", false, "order 1 total", "slot 1")
}

// supermarketNumbers: 21 million orders are delivered in as many slots.
func supermarketNumbers(b *builder) {
	b.instances("customer", "customers", "")
	b.instances("product", "30_000", "60_000")
	b.instances("order", "customers * orders_per_customer", "105_000_000")
	b.instances("team", "delivery_teams", "")
	b.count("livesataddress", "addresses_per_customer", "")
	b.count("holdsproduct", "products_per_order", "")
	b.count("listsproduct", "products_per_order", "")
	b.count("placesorder", "orders_per_customer", "")
	b.count("senttoorder", "orders_per_customer / addresses_per_customer", "orders_per_customer")
	b.count("plansslot", "slots_per_team_and_day * days_of_slots", "")
	for part, length := range map[model.ID]string{"street": "25", "city": "12", "country": "10", "zipcode": "7"} {
		b.set("address"+part, "length", length)
	}
	b.set("productid", "type", "uuid")
	b.set("holdsquantity", "type", "int")
	b.set("listsquantity", "type", "int")
	b.distinct("slotdate", "days_of_slots", "")
	b.distinct("slotstart", "slots_per_team_and_day", "")
}

func supermarketWorkflow(b *builder) {
	b.add(model.ActorKind, "", "shopper", "name", "Customer")
	b.add(model.ActorKind, "", "deliverer", "name", "Delivery team")
	b.query("q1", "Find the profile of a customer", "customerid", "customername customertelephone customeremail customerdefault", "", "100")
	b.query("q2", "Find the addresses of a customer", "customerid", "addresskey addressaddress", "", "50")
	b.query("q3", "Find the basket of a customer", "customerid", "productid holdsquantity", "", "400")
	b.query("q4", "Find the delivery slots of a date", "slotdate!", "slotstart teamid slotconfirmed slotexpiry customerid", "slotstart", "80")
	b.query("q5", "Find the orders of a customer, newest first", "customerid",
		"ordersubmitted orderid orderstatus productid ordersubtotal orderpostage ordervat orderdiscount", "ordersubmitted:desc", "60")
	b.query("q6", "Find the orders that a team delivers on a date", "slotdate! teamid!",
		"slotstart orderid customerid addresskey orderstatus productid orderremarks", "slotstart", "5")
	b.set("q6", "path", "sentto livesat lists plans deliveredin")
	b.query("q7", "Find the delivery address of an order", "customerid addresskey", "addressaddress", "", "20")
	for _, update := range [][4]string{{"u1", "Plan the delivery slots", "slot", "1"}, {"u2", "Reserve a delivery slot", "slotexpiry", "20"},
		{"u3", "Submit an order", "order", "10"}} {
		b.add(model.UpdateElement, "", model.ID(update[0]), "name", update[1], "rate", update[3])
		b.add(model.WriteKind, model.ID(update[0]), model.ID(update[0])+"write", "element", update[2])
	}
	b.add(model.WriteKind, "u3", "u3lists", "element", "lists")
	b.set("u2", "kind", "change", "conditional", "true", "note", "Two customers may want the same slot: a lightweight transaction decides.")
	for _, attribute := range []model.ID{"slotdate", "slotstart", "teamid"} {
		b.add(model.GivenKind, "u2", "u2given"+attribute, "attribute", string(attribute), "operator", "=")
	}
	for _, step := range [][3]string{{"profile", "View the profile", "shopper"}, {"addresses", "View the addresses", "shopper"},
		{"viewbasket", "View the basket", "shopper"}, {"slots", "Choose a delivery slot", "shopper"}, {"submit", "Submit the order", "shopper"},
		{"orders", "View submitted orders", "shopper"}, {"plan", "Plan the delivery schedule", "deliverer"},
		{"day", "View the orders of a day", "deliverer"}, {"where", "View the delivery address", "deliverer"}} {
		b.add(model.StepKind, "", model.ID(step[0]), "name", step[1], "actor", step[2])
	}
	b.transitions("start q1 profile", "profile q2 addresses", "start q3 viewbasket", "viewbasket q4 slots", "slots u3 submit",
		"submit q5 orders", "start u1 plan", "plan q6 day", "day q7 where")
}

func customerTables(b *builder) {
	for _, each := range []struct {
		id, query model.ID
		name      string
		columns   []column
	}{
		{"customersbyid", "q1", "customers", []column{{"id", "K", "uuid", "", "customerid"}, {"name", "", "text", "18", "customername"},
			{"telephone", "", "text", "15", "customertelephone"}, {"email", "", "text", "25", "customeremail"}, {"default_address_key", "", "text", "6", "customerdefault"}}},
		{"customeraddresses", "q2", "customer_addresses", []column{{"customer_id", "K", "uuid", "", "customerid"}, {"address_key", "C+", "text", "6", "addresskey"},
			{"address", "", "frozen<address_type>", "", "addressaddress"}}},
		{"basketbycustomer", "q3", "basket_by_customer", []column{{"customer_id", "K", "uuid", "", "customerid"},
			{"products", "", "map<uuid, int>", "", "productid"}}},
	} {
		b.table(each.id, each.query, "", each.name, each.columns...)
		b.types(each.query, each.columns...)
	}
	b.set("arrowq2", "from", "customersbyid")
}

func deliveryTables(b *builder) {
	for _, each := range []struct {
		id, query, from model.ID
		name            string
		columns         []column
	}{
		{"deliverytimeslots", "q4", "basketbycustomer", "delivery_timeslots", []column{{"delivery_date", "K", "date", "", "slotdate"}, {"start_time", "C+", "time", "", "slotstart"},
			{"delivery_team_id", "C+", "uuid", "", "teamid"}, {"confirmed", "", "boolean", "", "slotconfirmed"}, {"customer_id", "", "uuid", "", "customerid"},
			{"reservation_expiry", "", "timestamp", "", "slotexpiry"}}},
		{"ordersbycustomer", "q5", "", "orders_by_customer", []column{{"customer_id", "K", "uuid", "", "customerid"}, {"submission_time", "C-", "timestamp", "", "ordersubmitted"},
			{"order_id", "C+", "uuid", "", "orderid"}, {"products", "", "map<uuid, int>", "", "productid"}, {"status", "", "text", "9", "orderstatus"},
			{"delivery_address_key", "", "text", "6", "addresskey"}, {"currency", "", "text", "3", "ordercurrency"}, {"item_subtotal", "", "decimal", "7", "ordersubtotal"},
			{"postage_packing_fee", "", "decimal", "6", "orderpostage"}, {"vat", "", "decimal", "7", "ordervat"},
			{"promotional_discount", "", "decimal", "6", "orderdiscount"}, {"remarks", "", "text", "40", "orderremarks"}}},
		{"ordersbydeliverydate", "q6", "", "orders_by_delivery_date", []column{{"delivery_date", "K", "date", "", "slotdate"}, {"delivery_team_id", "K", "uuid", "", "teamid"},
			{"start_time", "C+", "time", "", "slotstart"}, {"order_id", "C+", "uuid", "", "orderid"}, {"customer_id", "", "uuid", "", "customerid"},
			{"delivery_address_key", "", "text", "6", "addresskey"}, {"status", "", "text", "9", "orderstatus"},
			{"products", "", "map<uuid, int>", "", "productid"}, {"remarks", "", "text", "40", "orderremarks"}}},
	} {
		b.table(each.id, each.query, each.from, each.name, each.columns...)
		b.set("p"+each.id, "keyspace", "deliveryks")
		b.types(each.query, each.columns...)
	}
	b.add(model.ArrowKind, "", "arrowq7", "access", "q7", "from", "ordersbydeliverydate", "to", "customeraddresses")
	for _, arrow := range [][2]string{{"u1", "deliverytimeslots"}, {"u2", "deliverytimeslots"}, {"u3", "ordersbycustomer"}, {"u3", "ordersbydeliverydate"}} {
		b.add(model.ArrowKind, "", model.ID("arrow"+arrow[0]+arrow[1]), "access", arrow[0], "to", arrow[1])
	}
}

func supermarketSizes(b *builder) {
	b.set("pcustomersbyid", "rows", "1", "partitions", "customers")
	b.set("pcustomeraddresses", "rows", "addresses_per_customer", "partitions", "customers")
	b.set("pbasketbycustomer", "rows", "1", "partitions", "customers")
	b.set("pdeliverytimeslots", "rows", "delivery_teams * slots_per_team_and_day", "partitions", "days_of_slots")
	b.set("pordersbycustomer", "rows", "orders_per_customer", "partitions", "customers")
	b.set("pordersbydeliverydate", "rows", "slots_per_team_and_day", "partitions", "days_of_slots * delivery_teams")
	for _, column := range []model.ID{"pq3products", "pq5products", "pq6products"} {
		b.set(column, "elements", "products_per_order")
	}
}
