package example

import (
	"testing"

	"widerow/model"
	"widerow/model/edit"
)

// sensors returns the sensor network of the DataStax data modelling examples: all
// networks in one partition, hours split by week, and date and hour merged into
// one timestamp.
func sensors(t *testing.T) *model.Model {
	b := build(t, "Sensor network", "Sensors measure the temperature; people look at a network by the hour and at one sensor by the day.")
	sensorConcepts(b)
	sensorWorkflow(b)
	b.quantity("networks", "networks", "100", "1_000", "")
	b.quantity("pernetwork", "sensors_per_network", "100", "500", "")
	b.quantity("perhour", "measurements_per_hour", "60", "3_600", "Of one sensor.")
	b.quantity("weeks", "weeks_kept", "260", "520", "Five years; ten at worst.")
	sensorNumbers(b)
	b.add(model.KeyspaceKind, "", "sensorks", "name", "sensor_data")
	sensorTables(b)
	sensorPhysics(b)
	return b.described()
}

func sensorConcepts(b *builder) {
	b.entity("network", "Network", false, "name name key", "description description", "region region", "sensors number_of_sensors derived")
	b.entity("sensor", "Sensor", false, "id sensor_id key", "latitude latitude", "longitude longitude", "characteristics characteristics multi")
	b.entity("temperature", "Temperature", true, "timestamp timestamp partial", "date date derived immutable", "hour hour derived immutable", "value value")
	b.relationship("contains", "contains", false, "network 1", "sensor n total")
	b.relationship("measures", "measures", true, "sensor 1", "temperature n total")
}

func sensorNumbers(b *builder) {
	b.instances("network", "networks", "")
	b.count("containssensor", "sensors_per_network", "")
	b.count("measurestemperature", "measurements_per_hour * 24 * 7 * weeks_kept", "")
	b.distinct("temperaturedate", "7 * weeks_kept", "")
	b.distinct("temperaturehour", "24", "")
	b.set("sensorcharacteristics", "elements", "4", "length", "20")
	b.set("temperaturehour", "type", "smallint")
}

func sensorWorkflow(b *builder) {
	b.query("q1", "Find all networks by name", "", "networkname networkdescription networkregion networksensors", "networkname", "1")
	b.query("q2", "Find the average temperatures of a network by hour in a range of dates, newest first", "networkname temperaturedate:range!",
		"temperaturedate temperaturehour sensorid sensorlatitude sensorlongitude temperaturevalue", "temperaturedate:desc temperaturehour:desc", "20")
	b.set("q2findtemperaturevalue", "aggregate", "avg")
	b.query("q3", "Find the sensors of a network", "networkname", "sensorid sensorlatitude sensorlongitude sensorcharacteristics", "", "5")
	b.query("q4", "Find the measurements of a sensor on a date, newest first", "sensorid temperaturedate!",
		"temperaturetimestamp temperaturevalue", "temperaturetimestamp:desc", "10")
	b.add(model.UpdateElement, "", "u1", "name", "Record a measurement", "rate", "networks * sensors_per_network * measurements_per_hour / 3600")
	b.add(model.WriteKind, "u1", "u1temperature", "element", "temperature")
	b.add(model.GivenKind, "u1", "u1givennetworkname", "attribute", "networkname", "operator", "=", "source", "user")
	for _, step := range [][2]string{{"shownetworks", "Show the networks"}, {"showmap", "Show a network on a heat map"},
		{"showsensors", "Show the sensors of a network"}, {"showsensor", "Show the measurements of a sensor"}} {
		b.add(model.StepKind, "", model.ID(step[0]), "name", step[1])
	}
	b.transitions("start q1 shownetworks", "shownetworks q2 showmap", "shownetworks q3 showsensors", "showmap q4 showsensor")
	b.add(model.TransitionKind, "", "goq4fromsensors", "from", "showsensors", "access", "q4", "to", "showsensor")
}

func sensorTables(b *builder) {
	for _, each := range []struct {
		id, query, from model.ID
		name            string
		columns         []column
	}{
		{"networksbyname", "q1", "", "networks", []column{{"name", "K", "text", "15", "networkname"}, {"description", "", "text", "80", "networkdescription"},
			{"region", "", "text", "12", "networkregion"}, {"number_of_sensors", "", "int", "", "networksensors"}}},
		{"temperaturesbynetwork", "q2", "networksbyname", "temperatures_by_network", []column{{"network", "K", "text", "15", "networkname"},
			{"date", "C-", "date", "", "temperaturedate"}, {"hour", "C-", "smallint", "", "temperaturehour"}, {"sensor", "C+", "text", "10", "sensorid"},
			{"avg_temperature", "", "float", "", "temperaturevalue"}, {"latitude", "", "decimal", "8", "sensorlatitude"}, {"longitude", "", "decimal", "8", "sensorlongitude"}}},
		{"sensorsbynetwork", "q3", "networksbyname", "sensors_by_network", []column{{"network", "K", "text", "15", "networkname"}, {"sensor", "C+", "text", "10", "sensorid"},
			{"latitude", "", "decimal", "8", "sensorlatitude"}, {"longitude", "", "decimal", "8", "sensorlongitude"},
			{"characteristics", "", "map<text, text>", "12", "sensorcharacteristics"}}},
		{"temperaturesbysensor", "q4", "temperaturesbynetwork", "temperatures_by_sensor", []column{{"sensor", "K", "text", "10", "sensorid"},
			{"date", "K", "date", "", "temperaturedate"}, {"timestamp", "C-", "timestamp", "", "temperaturetimestamp"}, {"value", "", "float", "", "temperaturevalue"}}},
	} {
		b.table(each.id, each.query, each.from, each.name, each.columns...)
		b.types(each.query, each.columns...)
	}
	b.add(model.ArrowKind, "", "arrowq4sensors", "access", "q4", "from", "sensorsbynetwork", "to", "temperaturesbysensor")
	b.set("q2avgtemperature", "aggregate", "avg")
	for _, to := range []string{"temperaturesbynetwork", "temperaturesbysensor"} {
		b.add(model.ArrowKind, "", "arrowu1"+model.ID(to), "access", "u1", "to", to)
	}
}

// sensorPhysics makes the changes of physical design: networks share one
// partition, hours are split by week, date and hour become one timestamp.
func sensorPhysics(b *builder) {
	b.add(model.RelationColumnKind, "pnetworksbyname", "networkbucket", "name", "bucket", "type", "text", "role", "partition", "length", "3",
		"note", "Always 'all': one small partition that is read as a whole.")
	b.set("pq1name", "role", "clustering")
	b.set("pnetworksbyname", "rows", "networks", "partitions", "1")

	b.add(model.RelationColumnKind, "ptemperaturesbynetwork", "networkweek", "name", "week", "type", "date", "role", "partition",
		"note", "The first day of the week; a network has one partition a week.")
	b.do(edit.Remove{Element: "pq2hour"})
	b.set("pq2date", "name", "date_hour", "type", "timestamp", "from", "q2date q2hour", "note", "Date and hour in one value.")
	b.set("ptemperaturesbynetwork", "rows", "sensors_per_network * 24 * 7", "partitions", "networks * weeks_kept")

	b.set("psensorsbynetwork", "rows", "sensors_per_network", "partitions", "networks")
	b.set("pq3characteristics", "elements", "4", "key_length", "8")
	b.set("ptemperaturesbysensor", "rows", "measurements_per_hour * 24", "partitions", "networks * sensors_per_network * 7 * weeks_kept",
		"options", "compaction = {'class': 'TimeWindowCompactionStrategy', 'compaction_window_unit': 'DAYS', 'compaction_window_size': '7'}")
}
