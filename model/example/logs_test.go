package example

import (
	"testing"

	"widerow/model"
	"widerow/model/mapping"
)

// logs returns the log entries of applications. With the application's name as
// the whole key, each entry would overwrite the one before; here the time and the
// entry's id follow, and a day is a partition.
func logs(t *testing.T) *model.Model {
	b := build(t, "Application logs", "Teams read what their applications wrote on many hosts: the newest entries first, one entry in full, and how many errors a day had.")
	logConcepts(b)
	logWorkflow(b)
	b.quantity("teams", "teams", "60", "", "")
	b.quantity("applications", "applications_per_team", "8", "40", "")
	b.quantity("environments", "environments", "3", "", "Development, test, production.")
	b.quantity("hosts", "hosts", "1_200", "4_000", "")
	b.quantity("hostsperapplication", "hosts_per_application", "6", "80", "")
	b.quantity("entriesperday", "entries_per_day", "12_000", "24_000", "Of one application in one environment.")
	b.quantity("entriesperhour", "entries_per_host_and_hour", "600", "20_000", "")
	b.quantity("dayskept", "days_kept", "30", "", "Entries expire after a month.")
	b.quantity("levels", "levels", "5", "", "From debug to fatal.")
	b.add(model.KeyspaceKind, "", "logks", "name", "application_logs")
	logNumbers(b)
	b.derive(map[model.ID]mapping.Choice{"q6": {Key: "((application_name, environment, log_date), level) counter"}})
	b.writes("u1", "tq2", "tq3", "tq4", "tq6")
	b.writes("u2", "tq5")
	logPhysics(b)
	return b.m
}

func logConcepts(b *builder) {
	b.entity("application", "Application", false, "name application_name key type=text length=18", "team team type=text length=12",
		"description description type=text length=60", "language language type=text length=6")
	b.entity("host", "Host", false, "name hostname key type=text length=22", "region region type=text length=10", "address ip_address type=inet length=4")
	b.entity("entry", "Log entry", false, "id entry_id key type=timeuuid", "environment environment type=text length=6", "loggedat logged_at type=timestamp",
		"date log_date derived immutable type=date", "level level type=text length=5", "logger logger type=text length=30", "message message type=text length=140",
		"trace stack_trace type=text length=900")
	b.relationship("writes", "writes", false, "application 1", "entry n total")
	b.relationship("comesfrom", "comes from", false, "host 1", "entry n total")
	b.relationship("runson", "runs on", false, "application m", "host n")
	b.attributes("runson", "version version type=text length=8", "since since type=timestamp")
}

func logNumbers(b *builder) {
	b.instances("application", "teams * applications_per_team", "")
	b.instances("host", "hosts", "")
	b.instances("entry", "teams * applications_per_team * environments * entries_per_day * days_kept", "")
	b.count("writesentry", "environments * entries_per_day * days_kept", "")
	b.count("comesfromentry", "entries_per_host_and_hour * 24 * days_kept", "")
	b.count("runsonhost", "hosts_per_application", "")
	b.distinct("applicationteam", "teams", "")
	b.distinct("entryenvironment", "environments", "")
	b.distinct("entrydate", "days_kept", "")
	b.distinct("entrylevel", "levels", "")
}

func logWorkflow(b *builder) {
	b.add(model.ActorKind, "", "developer", "name", "Developer")
	b.add(model.ActorKind, "", "operator", "name", "Operator")
	b.query("q1", "Find the applications of a team", "applicationteam!", "applicationname applicationdescription applicationlanguage", "applicationname", "2")
	b.query("q2", "Find the newest entries of an application in a range of time", "applicationname entryenvironment! entryloggedat:range!",
		"entryloggedat entryid entrylevel entrylogger entrymessage hostname", "entryloggedat:desc", "15")
	b.query("q3", "Find the entries of a host in a range of time", "hostname entryloggedat:range!",
		"entryloggedat entryid applicationname entryenvironment entrylevel entrymessage", "entryloggedat:desc", "3")
	b.query("q4", "Find an entry with its stack trace", "entryid", "entryloggedat entrylevel entrylogger entrymessage entrytrace hostname applicationname", "", "4")
	b.query("q5", "Find the hosts that an application runs on", "applicationname", "hostname hostregion hostaddress runsonversion runsonsince", "hostname", "1")
	b.query("q6", "Count the entries of a day by level", "applicationname entryenvironment! entrydate!", "entrylevel", "", "5")
	b.set("q6findentrylevel", "grouped", "true")
	b.add(model.FindKind, "q6", "q6findcount", "attribute", "entryid", "aggregate", "count")
	for _, query := range []model.ID{"q2", "q3", "q4"} {
		b.set(query, "path", "comesfrom writes")
	}
	b.set("q2", "limit", "200")
	b.set("q3", "limit", "200")
	b.update("u1", "Write a log entry", model.Insert, "entry", "", "teams * applications_per_team * environments * entries_per_day / 86400")
	b.update("u2", "Deploy an application on a host", model.Insert, "runson hostregion hostaddress", "", "0.05")
	b.steps([3]string{"choose", "Choose an application", "developer"}, [3]string{"read", "Read its newest entries", "developer"},
		[3]string{"detail", "Read one entry", "developer"}, [3]string{"count", "Watch the errors of a day", "developer"},
		[3]string{"where", "View where it runs", "operator"}, [3]string{"onhost", "Read the entries of a host", "operator"})
	b.transitions("start q1 choose", "choose q2 read", "read q4 detail", "choose q6 count", "choose q5 where", "where q3 onhost")
	b.add(model.TransitionKind, "", "goq4fromhost", "from", "onhost", "access", "q4", "to", "detail")
}

// expiring are the options of tables whose rows expire: all of a window's files
// are dropped at once.
const expiring = "default_time_to_live = 2592000\n" +
	"compaction = {'class': 'TimeWindowCompactionStrategy', 'compaction_window_unit': 'DAYS', 'compaction_window_size': '1'}"

// logPhysics gives the tables shorter names and the series a bucket of time.
func logPhysics(b *builder) {
	b.set("tq2", "name", "entries_by_application")
	b.set("tq3", "name", "entries_by_host")
	b.set("tq6", "name", "entry_counts_by_day")
	b.set("q6countentryid", "name", "number_of_entries")
	b.add(model.RelationColumnKind, "ptq2", "entryday", "name", "day", "type", "date", "role", "partition",
		"note", "The day of logged_at. Without it, the entries of a month would be one partition.")
	b.add(model.RelationColumnKind, "ptq3", "entryhour", "name", "hour", "type", "timestamp", "role", "partition",
		"note", "The hour of logged_at: a busy host writes as much in an hour as an application in a day.")
	b.set("ptq2", "options", expiring)
	b.set("ptq3", "options", expiring)
	b.set("ptq4", "options", expiring)
	b.size("ptq1", "applications_per_team", "teams", "")
	b.size("ptq2", "entries_per_day", "teams * applications_per_team * environments * days_kept", "One partition a day; a range over several days is a statement for each.")
	b.size("ptq3", "entries_per_host_and_hour", "hosts * 24 * days_kept", "")
	b.size("ptq4", "1", "teams * applications_per_team * environments * entries_per_day * days_kept", "Only this table has the stack trace.")
	b.size("ptq5", "hosts_per_application", "teams * applications_per_team", "")
	b.size("ptq6", "levels", "teams * applications_per_team * environments * days_kept", "A write that is tried again may count twice: good enough for a chart. Counters do not expire, so a job deletes old days.")
}
