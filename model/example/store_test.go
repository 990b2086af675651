package example

import (
	"slices"
	"testing"

	"widerow/model"
)

// ownStore returns the schema in which Widerow keeps models in Cassandra: store/cassandra/schema.cql, which a test there
// compares with it.
func ownStore(t *testing.T) *model.Model {
	b := build(t, "Widerow's own store",
		"How several servers keep models in Cassandra. A revision is one attempt of a server; the one row of heads decides which attempt counts.")
	storeConcepts(b)
	storeWorkflow(b)
	b.quantity("models", "models", "1_000", "100_000", "")
	b.quantity("chains", "chains_per_model", "4", "60", "The model, its comments, its branches and theirs.")
	b.quantity("revs", "revisions_per_chain", "256", "100_000", "")
	b.quantity("allchains", "all_chains", "models * chains_per_model", "", "")
	b.quantity("allrevisions", "all_revisions", "all_chains * revisions_per_chain", "", "")
	b.quantity("snapshots", "revisions_per_snapshot", "50", "", "")
	b.quantity("slices", "slices_of_document", "1", "10", "Of 16 parts.")
	b.quantity("parts", "parts_of_slice", "1", "16", "")
	b.quantity("partbytes", "bytes_of_part", "60_000", "262_144", "")
	b.quantity("people", "people", "200", "5_000", "")
	b.quantity("servers", "servers", "3", "20", "")
	b.quantity("days", "days", "365", "3_650", "")
	b.quantity("deedcount", "deeds_per_person", "2", "100", "What the audit log notes of a person on a day.")
	b.quantity("slotsperday", "slots_per_day", "50", "144", "Of ten minutes, with deeds.")
	b.quantity("waiting", "messages_waiting", "16", "16_000", "")
	b.add(model.KeyspaceKind, "", "storeks", "name", "widerow")
	storeNumbers(b)
	storeTables(b)
	storePhysics(b)
	return b.described()
}

func storeConcepts(b *builder) {
	b.entity("top", "Model", false, "id root key", "current current", "deleted deleted", "fence fence")
	b.entity("chain", "Chain", false, "id model key", "life life immutable", "attempt newest_attempt", "number newest_number", "hash hash",
		"created created", "record record",
		"recordparts record_parts", "snapshot snapshot", "snapshotattempt snapshot_attempt", "snapshotparts snapshot_parts")
	b.entity("line", "Line", true, "shard shard derived immutable", "claimed claimed", "number number", "deleted deleted", "created created",
		"updated updated",
		"title title", "authorid author_id", "authorname author_name")
	b.entity("attempt", "Attempt", false, "id attempt key", "number number immutable", "bucket bucket derived immutable", "record record",
		"recordparts record_parts", "snapshot snapshot", "snapshotattempt snapshot_attempt", "snapshotparts snapshot_parts")
	b.entity("part", "Part", true, "kind kind partial", "slice slice derived immutable", "part part partial", "data data")
	b.entity("operation", "Operation", false, "id operation key")
	b.entity("creation", "Creation", false, "operation operation key", "model new_model", "claim claim")
	b.entity("day", "Day", false, "day day key", "newest newest")
	b.entity("setup", "Layout", false, "part part key", "owner owner", "version version", "readable readable_by")
	b.relationship("belongs", "belongs to", false, "top 1", "chain n total")
	b.relationship("lists", "lists", true, "top 1", "line 1 total")
	b.relationship("follows", "is made in", false, "chain 1", "attempt n total")
	b.relationship("contains", "contains", true, "attempt 1", "part n total")
	b.relationship("tries", "is tried by", false, "operation 1", "attempt n total")
	serverConcepts(b)
}

// serverConcepts are what the servers share beside the models.
func serverConcepts(b *builder) {
	b.entity("word", "Word", false, "place place key", "server server key", "topic topic key", "number number", "said said")
	b.entity("lease", "Lease", false, "name name key", "holder holder", "fence fence", "claimed claimed_by")
	b.entity("value", "Value", false, "name name key", "value value", "fence fence")
	b.entity("session", "Session", false, "id id key", "account account", "data data", "expiry expiry")
	b.entity("lastuse", "Use", false, "id id key", "used used", "address address")
	b.entity("deed", "Deed", false, "id id key", "slot slot derived immutable", "at at immutable", "event event immutable")
	b.entity("message", "Message", false, "part message_part derived immutable", "key key key", "message message", "gone gone")
}

func storeNumbers(b *builder) {
	b.instances("top", "models", "")
	b.instances("operation", "all_revisions", "")
	b.instances("creation", "all_chains", "")
	b.instances("day", "days", "")
	b.instances("setup", "1", "")
	b.count("belongschain", "chains_per_model", "")
	b.count("followsattempt", "revisions_per_chain", "")
	b.count("containspart", "parts_of_slice * slices_of_document", "")
	b.count("triesattempt", "1", "")
	b.distinct("lineshard", "16", "")
	b.distinct("attemptbucket", "revisions_per_chain / 256", "")
	b.distinct("partslice", "slices_of_document", "")
	b.distinct("partkind", "1", "")
	b.distinct("chainlife", "models", "")
	b.distinct("topcurrent", "models", "")
	b.instances("word", "servers * 8", "")
	b.instances("lease", "8", "")
	b.instances("value", "4", "")
	b.instances("session", "people", "")
	b.instances("lastuse", "people", "")
	b.instances("message", "messages_waiting", "")
	b.instances("deed", "people * deeds_per_person * days", "")
	b.distinct("deedslot", "days * slots_per_day", "")
	b.distinct("messagepart", "16", "")
	b.distinct("wordplace", "8", "")
	b.distinct("sessionaccount", "people", "")
}

func storeWorkflow(b *builder) {
	b.query("q1", "Find the newest revisions of a model and of all that belongs to it", "topid!",
		"topcurrent topdeleted topfence chainid chainlife chainattempt "+
			"chainnumber chainhash chaincreated chainrecord chainrecordparts chainsnapshot chainsnapshotattempt chainsnapshotparts", "", "200")
	b.query("q2", "Find a part of the history of a chain", "chainid chainlife attemptbucket! attemptnumber:range!",
		"attemptid attemptrecord attemptrecordparts attemptsnapshot attemptsnapshotattempt attemptsnapshotparts", "attemptnumber", "100")
	b.query("q3", "Find the parts of a document", "chainid chainlife attemptid partkind! partslice!", "partpart partdata", "partpart", "20")
	b.query("q4", "Find the attempts of an operation", "operationid!", "chainid chainlife attemptnumber attemptid", "", "50")
	b.query("q5", "Find the model that an operation creates", "creationoperation!", "creationmodel creationclaim", "", "1")
	b.query("q6", "Find the models in a sixteenth of the list", "lineshard!",
		"topid topcurrent lineclaimed linenumber linedeleted linecreated lineupdated linetitle "+
			"lineauthorid lineauthorname", "", "20")
	b.query("q7", "Find the latest time of a day", "dayday", "daynewest", "", "50")
	b.query("q8", "Find out what a keyspace is", "setuppart", "setupowner setupversion setupreadable", "", "0.01")
	b.query("q9", "Find what servers say in a place", "wordplace", "wordserver wordtopic wordnumber wordsaid", "", "3")
	b.query("q10", "Find who has a lease", "leasename", "leaseholder leasefence leaseclaimed", "", "1")
	b.query("q11", "Find a value that all servers share", "valuename", "valuevalue valuefence", "", "0.01")
	b.query("q12", "Find who is signed in with a token", "sessionid!", "sessionaccount sessiondata sessionexpiry", "", "100")
	b.query("q13", "Find the sessions of an account", "sessionaccount!", "sessionid", "", "0.1")
	b.query("q14", "Find when a token was used last", "lastuseid!", "lastuseused lastuseaddress", "", "1")
	b.query("q15", "Find what webhooks have to tell", "messagepart", "messagekey messagemessage messagegone", "", "1")
	b.query("q16", "Find what people did within ten minutes", "deedslot!", "deedat deedid deedevent", "deedat", "0.1")
	storeSteps(b)
}

// storeSteps gives each query a step of its own. Three queries follow another one.
func storeSteps(b *builder) {
	for _, step := range [][3]string{{"showheads", "q1", "See the newest revisions"}, {"showhistory", "q2", "See the history"},
		{"showdocument", "q3", "Open a revision"}, {"showattempts", "q4", "Ask what an operation did"},
		{"showcreation", "q5", "Create a model again"}, {"showlist", "q6", "List the models"}, {"showday", "q7", "Set the time of a revision"},
		{"showkeyspace", "q8", "Open the store"}, {"showwords", "q9", "Hear the other servers"}, {"showlease", "q10", "Take a lease"},
		{"showvalue", "q11", "Share a value"}, {"showsession", "q12", "Answer a person"}, {"showsessions", "q13", "Sign out everywhere"},
		{"showuse", "q14", "See when a token was used"}, {"showmessages", "q15", "Send to webhooks"}, {"showdeeds", "q16", "Read the audit log"}} {
		b.add(model.StepKind, "", model.ID(step[0]), "name", step[2])
		from := map[string]string{"q2": "showheads", "q3": "showhistory", "q13": "showsession"}[step[1]]
		b.add(model.TransitionKind, "", model.ID("go"+step[1]), "from", from, "access", step[1], "to", step[0])
	}
}

type storeTable struct {
	id, query, from model.ID
	name            string
	columns         []column
}

// entryColumns are those of a record and of the snapshot before it.
func entryColumns(prefix string) []column {
	return []column{{"record", "", "blob", "600", prefix + "record"}, {"record_parts", "", "int", "", prefix + "recordparts"},
		{"snapshot", "", "bigint", "", prefix + "snapshot"},
		{"snapshot_attempt", "", "uuid", "", prefix + "snapshotattempt"}, {"snapshot_parts", "", "int", "", prefix + "snapshotparts"}}
}

// storeTables are the tables of schema.cql for models, with their columns in that order.
func storeTables(b *builder) {
	for _, each := range slices.Concat([]storeTable{
		{"heads", "q1", "", "heads", append([]column{{"root", "K", "text", "22", "topid"}, {"model", "C+", "text", "24", "chainid"},
			{"life", "C+", "uuid", "", "chainlife"},
			{"current", "S", "uuid", "", "topcurrent"}, {"deleted", "S", "boolean", "", "topdeleted"}, {"fence", "S", "bigint", "", "topfence"},
			{"attempt", "", "uuid", "", "chainattempt"}, {"number", "", "bigint", "", "chainnumber"}, {"hash", "", "blob", "32", "chainhash"},
			{"created", "", "timestamp", "", "chaincreated"}}, entryColumns("chain")...)},
		{"history", "q2", "heads", "revisions", append([]column{{"model", "K", "text", "24", "chainid"}, {"life", "K", "uuid", "", "chainlife"},
			{"bucket", "K", "bigint", "", "attemptbucket"}, {"number", "C+", "bigint", "", "attemptnumber"}, {"attempt", "C+", "uuid", "", "attemptid"}},
			entryColumns("attempt")...)},
		{"chunks", "q3", "history", "chunks", []column{{"model", "K", "text", "24", "chainid"}, {"life", "K", "uuid", "", "chainlife"},
			{"attempt", "K", "uuid", "", "attemptid"},
			{"kind", "K", "text", "8", "partkind"}, {"slice", "K", "int", "", "partslice"}, {"part", "C+", "int", "", "partpart"},
			{"data", "", "blob", "bytes_of_part", "partdata"}}},
		{"operations", "q4", "", "operations", []column{{"operation", "K", "blob", "24", "operationid"}, {"model", "C+", "text", "24", "chainid"},
			{"life", "C+", "uuid", "", "chainlife"},
			{"number", "C+", "bigint", "", "attemptnumber"}, {"attempt", "C+", "uuid", "", "attemptid"}}},
		{"creations", "q5", "", "creations", []column{{"operation", "K", "blob", "24", "creationoperation"}, {"model", "", "text", "22", "creationmodel"},
			{"claim", "", "uuid", "", "creationclaim"}}},
		{"summaries", "q6", "", "summaries", []column{{"shard", "K", "int", "", "lineshard"}, {"model", "C+", "text", "22", "topid"},
			{"life", "C+", "uuid", "", "topcurrent"},
			{"claimed", "", "bigint", "", "lineclaimed"}, {"number", "", "bigint", "", "linenumber"}, {"deleted", "", "boolean", "", "linedeleted"},
			{"created", "", "timestamp", "", "linecreated"}, {"updated", "", "timestamp", "", "lineupdated"}, {"title", "", "text", "20", "linetitle"},
			{"author_id", "", "text", "10", "lineauthorid"}, {"author_name", "", "text", "12", "lineauthorname"}}},
		{"clock", "q7", "", "clock", []column{{"day", "K", "bigint", "", "dayday"}, {"newest", "", "timestamp", "", "daynewest"}}},
		{"layouts", "q8", "", "layout", []column{{"part", "K", "text", "5", "setuppart"}, {"owner", "", "text", "7", "setupowner"},
			{"version", "", "int", "", "setupversion"}, {"readable_by", "", "int", "", "setupreadable"}}},
	}, serverTables()) {
		b.table(each.id, each.query, each.from, each.name, each.columns...)
		b.types(each.query, each.columns...)
	}
}

// serverTables are the tables for what servers share.
func serverTables() []storeTable {
	return []storeTable{
		{"serverwords", "q9", "", "server_words", []column{{"place", "K", "text", "16", "wordplace"}, {"server", "C+", "text", "22", "wordserver"},
			{"topic", "C+", "text", "16", "wordtopic"}, {"number", "", "bigint", "", "wordnumber"}, {"said", "", "blob", "200", "wordsaid"}}},
		{"serverleases", "q10", "", "server_leases", []column{{"name", "K", "text", "8", "leasename"}, {"holder", "", "text", "22", "leaseholder"},
			{"fence", "", "bigint", "", "leasefence"}, {"claimed_by", "", "text", "22", "leaseclaimed"}}},
		{"servervalues", "q11", "", "server_values", []column{{"name", "K", "text", "12", "valuename"}, {"value", "", "blob", "32", "valuevalue"},
			{"fence", "", "bigint", "", "valuefence"}}},
		{"signedin", "q12", "", "sessions", []column{{"id", "K", "text", "43", "sessionid"}, {"account", "", "text", "22", "sessionaccount"},
			{"data", "", "blob", "300", "sessiondata"},
			{"expiry", "", "timestamp", "", "sessionexpiry"}}},
		{"byaccount", "q13", "signedin", "account_sessions", []column{{"account", "K", "text", "22", "sessionaccount"},
			{"session", "C+", "text", "43", "sessionid"}}},
		{"lastuses", "q14", "", "uses", []column{{"id", "K", "text", "22", "lastuseid"}, {"used", "", "timestamp", "", "lastuseused"},
			{"address", "", "text", "15", "lastuseaddress"}}},
		{"waitingmessages", "q15", "", "messages", []column{{"part", "K", "int", "", "messagepart"}, {"key", "C+", "text", "30", "messagekey"},
			{"message", "", "blob", "600", "messagemessage"},
			{"gone", "", "boolean", "", "messagegone"}}},
		{"auditevents", "q16", "", "audit_events", []column{{"slot", "K", "bigint", "", "deedslot"}, {"at", "C+", "timestamp", "", "deedat"},
			{"id", "C+", "uuid", "", "deedid"}, {"event", "", "blob", "250", "deedevent"}}},
	}
}

// storePhysics says how many rows the partitions have.
func storePhysics(b *builder) {
	b.size("pheads", "chains_per_model", "models", "All writes are conditional.")
	b.set("pheads", "written", "update")
	b.size("phistory", "256", "all_revisions / 256", "number / 256 is the bucket. A row an attempt; the next revision has the hash of the one that counts.")
	b.size("pchunks", "parts_of_slice", "slices_of_document * all_revisions / revisions_per_snapshot", "part / 16 is the slice.")
	b.size("poperations", "1", "all_revisions", "")
	b.size("pcreations", "1", "all_chains", "")
	b.size("psummaries", "models / 16", "16", "shard is a hash of the model.")
	b.size("pclock", "1", "days", "")
	b.size("playouts", "1", "1", "")
	b.size("pserverwords", "servers", "8", "")
	b.size("pserverleases", "1", "8", "")
	b.size("pservervalues", "1", "4", "")
	b.size("psignedin", "1", "people", "")
	b.size("pbyaccount", "1", "people", "")
	b.size("plastuses", "1", "people", "")
	b.size("pauditevents", "people * deeds_per_person / slots_per_day", "days * slots_per_day",
		"The minutes since 1970 / 10 are the slot. Rows live as long as the log is kept.")
	b.size("pwaitingmessages", "messages_waiting / 16", "16", "")
}
