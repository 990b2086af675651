package example

import (
	"testing"

	"widerow/model"
	"widerow/model/mapping"
)

// suspensions returns users whom moderators suspend: a sorted set with pages, and
// the lookup table that finds a row of it again.
func suspensions(t *testing.T) *model.Model {
	b := build(t, "Suspended users", "Moderators see who was suspended last and lift what was wrong; support only knows the user.")
	suspensionConcepts(b)
	suspensionWorkflow(b)
	b.quantity("users", "users", "2_000_000", "20_000_000", "")
	b.quantity("permonth", "suspensions_per_month", "1_500", "30_000", "With one status.")
	b.quantity("statuses", "statuses", "3", "", "Warned, suspended, banned.")
	b.quantity("months", "months_kept", "24", "36", "")
	b.quantity("suspended", "suspended_users", "statuses * months_kept * suspensions_per_month", "1_200_000", "At one time; a suspension that is lifted is deleted.")
	b.quantity("moderators", "moderators", "40", "120", "")
	b.add(model.KeyspaceKind, "", "moderationks", "name", "moderation")
	suspensionNumbers(b)
	b.derive(map[model.ID]mapping.Choice{"q2": {Own: true}, "q3": {Own: true}})
	b.writes("u1", "tq1", "tq2", "tq5")
	b.writes("u2", "tq1", "tq2", "tq5")
	b.writes("u3", "tq1", "tq5")
	suspensionPhysics(b)
	return b.m
}

func suspensionConcepts(b *builder) {
	b.entity("user", "User", false, "id user_id key type=uuid", "name name type=text length=14", "email email type=text length=24", "joined joined_on type=date")
	b.entity("suspension", "Suspension", true, "status status type=text length=9", "at suspended_at type=timestamp", "reason reason type=text length=80",
		"until until_date type=date")
	b.entity("moderator", "Moderator", false, "id moderator_id key type=uuid", "name name type=text length=14")
	b.relationship("affects", "affects", true, "user 1", "suspension 1 total")
	b.relationship("decides", "decides", false, "moderator 1", "suspension n total")
}

// suspensionNumbers: at worst, nine of ten users with a status are banned.
func suspensionNumbers(b *builder) {
	b.instances("user", "users", "")
	b.instances("suspension", "suspended_users", "")
	b.instances("moderator", "moderators", "")
	b.count("decidessuspension", "suspended_users / moderators", "")
	b.distinct("suspensionstatus", "statuses", "0.9")
	b.distinct("useremail", "users", "")
}

func suspensionWorkflow(b *builder) {
	b.add(model.ActorKind, "", "mod", "name", "Moderator")
	b.add(model.ActorKind, "", "support", "name", "Support")
	b.query("q1", "Find the users with a status, the latest first", "suspensionstatus!", "suspensionat userid username suspensionreason moderatorid", "suspensionat:desc", "3")
	b.query("q2", "Find when and why a user was suspended", "userid", "suspensionstatus suspensionat suspensionuntil moderatorid", "", "40")
	b.query("q3", "Find the profile of a user", "userid", "username useremail userjoined", "", "60")
	b.query("q4", "Find the user with an e-mail address", "useremail!", "userid username", "", "5")
	b.query("q5", "Find the decisions of a moderator, the latest first", "moderatorid", "moderatorname suspensionat userid suspensionreason suspensionstatus", "suspensionat:desc", "0.5")
	b.set("q1", "page_size", "20")
	b.set("q5", "page_size", "50")
	b.update("u1", "Suspend a user", model.Insert, "suspension moderatorname", "", "0.2")
	b.set("u1", "conditional", "true", "note", "A user is suspended once at a time: IF NOT EXISTS on the lookup table decides between two moderators.")
	b.update("u2", "Lift a suspension", model.Delete, "suspension", "userid", "0.15")
	b.update("u3", "Correct the reason", model.Change, "suspensionreason", "userid", "0.02")
	b.steps([3]string{"latest", "View the latest suspensions", "mod"}, [3]string{"profile", "View a user", "mod"}, [3]string{"suspend", "Suspend the user", "mod"},
		[3]string{"decisions", "View the decisions of a moderator", "mod"}, [3]string{"search", "Search a user by e-mail", "support"},
		[3]string{"why", "View why the user is suspended", "support"}, [3]string{"lift", "Lift the suspension", "support"},
		[3]string{"correct", "Correct the reason", "mod"})
	b.transitions("start q1 latest", "latest q3 profile", "profile u1 suspend", "latest q5 decisions", "start q4 search", "search q2 why", "why u2 lift", "profile u3 correct")
}

// suspensionPhysics splits the few statuses by month.
func suspensionPhysics(b *builder) {
	for column, name := range map[model.ID]string{"q1suspensionstatus": "status", "q1suspensionsuspendedat": "suspended_at", "q1suspensionreason": "reason"} {
		b.set(column, "name", name)
	}
	b.add(model.RelationColumnKind, "ptq1", "statusmonth", "name", "month", "type", "date", "role", "partition",
		"note", "The first day of the month of suspended_at. Every statement on a row needs it, a DELETE too.")
	b.size("ptq1", "suspensions_per_month", "statuses * months_kept",
		"Three statuses alone would be three hot partitions that only grow. The next page is that of the month before when a month has no more rows.")
	b.size("ptq2", "1", "suspended_users", "The lookup table: status and suspended_at are the key of the user's row in users_by_status. Delete it last: without it, nothing finds that row again.")
	b.size("ptq3", "1", "users", "")
	b.size("ptq4", "1", "users", "")
	b.size("ptq5", "suspended_users / moderators", "moderators", "")
}
