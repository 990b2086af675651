package moves

// The numbers of rows and partitions are examples, to be replaced by quantities of
// the application.
var patterns = []Pattern{
	{
		Name: "time-series", Title: "Time series",
		Text:  "Readings of one source are rows of a partition, sorted by time. The day in the partition key bounds it: without one, it grows for ever.",
		When:  "Sensors, logs, prices and other values that are written as time passes and read by ranges of it.",
		Moves: []Name{SplitByTime, LatestFirst},
		Statements: []string{
			"INSERT INTO readings (source, day, at, value) VALUES (?, ?, ?, ?) USING TTL 7776000;",
			"SELECT at, value FROM readings WHERE source = ? AND day = ? AND at >= ? AND at < ?;",
		},
		tables: []patternTable{{"readings", "1440", "365000", []string{"source text K 12", "day date K - at", "at timestamp C↓", "value double -"}}},
		queries: []patternQuery{{name: "Find the readings of a source in a range of time", table: "readings",
			find: []string{"at", "value"}, given: []string{"source"}, between: "at"}},
	},
	{
		Name: "latest-first", Title: "Latest first",
		Text:  "Rows are stored in the order in which they are shown: a timeuuid, descending, sorts by time and tells rows of the same moment apart.",
		When:  "A timeline or a list of changes, of which the first page is read most.",
		Moves: []Name{LatestFirst, UseTimeuuid},
		Statements: []string{
			"SELECT post, body FROM posts_by_author WHERE author = ? LIMIT 20;",
			"SELECT post, body FROM posts_by_author WHERE author = ? AND post < ? LIMIT 20;",
		},
		tables: []patternTable{{"posts_by_author", "500", "100000", []string{"author uuid K", "post timeuuid C↓", "body text - 200"}}},
		queries: []patternQuery{{name: "Find the latest posts of an author", table: "posts_by_author",
			find: []string{"post", "body"}, given: []string{"author"}, limit: 20}},
	},
	{
		Name: "reverse-lookup", Title: "Reverse lookup",
		Text:  "A second table leads from what is known to the whole key of a row. It is read before an update or a delete, and removed last.",
		When:  "Rows are sorted by something that whoever changes them does not know. It replaces an index that would ask every node.",
		Moves: []Name{LookupTable},
		Statements: []string{
			"SELECT queue, opened_at FROM tickets WHERE ticket = ?;",
			"DELETE FROM tickets_by_queue WHERE queue = ? AND opened_at = ? AND ticket = ?;",
			"DELETE FROM tickets WHERE ticket = ?;",
		},
		tables: []patternTable{
			{"tickets_by_queue", "2000", "50", []string{"queue text K 10", "opened_at timestamp C↓", "ticket uuid C↑", "subject text - 60"}},
			{"tickets", "1", "100000", []string{"ticket uuid K", "queue text - 10", "opened_at timestamp -"}},
		},
		queries: []patternQuery{
			{name: "Find the tickets of a queue, the latest first", table: "tickets_by_queue",
				find: []string{"opened_at", "ticket", "subject"}, given: []string{"queue"}},
			{name: "Find the queue of a ticket", table: "tickets", find: []string{"queue", "opened_at"}, given: []string{"ticket"}},
		},
	},
	{
		Name: "sorted-set", Title: "Sorted set with paging",
		Text: "Members are clustered by their score and then by their id. Both of the last row are the start of " +
			"the next page. A new score deletes the old row and inserts another; the second table knows the old score.",
		When:  "Rankings, priorities and other lists that are sorted by a value that changes, and read page by page.",
		Moves: []Name{LookupTable},
		Statements: []string{
			"SELECT score, player FROM players_by_score WHERE board = ? LIMIT 50;",
			"SELECT score, player FROM players_by_score WHERE board = ? AND (score, player) < (?, ?) LIMIT 50;",
			"SELECT score FROM scores_by_player WHERE board = ? AND player = ?;",
			"DELETE FROM players_by_score WHERE board = ? AND score = ? AND player = ?;",
		},
		tables: []patternTable{
			{"players_by_score", "10000", "200", []string{"board text K 12", "score int C↓", "player uuid C↓", "nickname text - 15"}},
			{"scores_by_player", "1", "2000000", []string{"board text K 12", "player uuid K", "score int -"}},
		},
		queries: []patternQuery{
			{name: "Find the best players of a board", table: "players_by_score", find: []string{"score", "player", "nickname"}, given: []string{"board"}, limit: 50},
			{name: "Find the score of a player", table: "scores_by_player", find: []string{"score"}, given: []string{"board", "player"}},
		},
	},
	{
		Name: "inbox", Title: "Inbox (fan-out on write)",
		Text: "A message is stored once, and a row for it in the inbox of each recipient. A read is then one " +
			"partition, whoever wrote; the write pays for it, once for each recipient.",
		When: "Messages, notifications and feeds that are read far more often than written, by few recipients " +
			"each. With thousands of recipients, collect when reading instead.",
		Moves: []Name{SplitByTime},
		Statements: []string{
			"INSERT INTO inbox (owner, month, message, sender, subject) VALUES (?, ?, ?, ?, ?);",
			"SELECT message, sender, subject FROM inbox WHERE owner = ? AND month = ? LIMIT 25;",
			"SELECT body FROM messages WHERE message = ?;",
		},
		tables: []patternTable{
			{"messages", "1", "50000000", []string{"message timeuuid K", "sender uuid -", "subject text - 40", "body text - 2000"}},
			{"inbox", "300", "12000000", []string{"owner uuid K", "month date K - message", "message timeuuid C↓",
				"sender uuid -", "subject text - 40", "seen boolean -"}},
		},
		queries: []patternQuery{
			{name: "Find the latest messages of an inbox", table: "inbox", find: []string{"message", "sender", "subject"}, given: []string{"owner"}, limit: 25},
			{name: "Read a message", table: "messages", find: []string{"body"}, given: []string{"message"}},
		},
	},
	{
		Name: "likes", Title: "Likes with a counter",
		Text: "Who liked what is stored twice, once for each direction, and counted in a third table. Liking " +
			"twice writes the same row, so it can be repeated; the counter cannot, so it is an estimate that a " +
			"count of the rows corrects.",
		When:  "Likes, follows, votes and other relationships m:n that are asked for from both ends, with a number that everybody sees.",
		Moves: []Name{CountersOut},
		Statements: []string{
			"INSERT INTO likes_by_item (item, liker, liked_at) VALUES (?, ?, ?);",
			"INSERT INTO likes_by_user (liker, item, liked_at) VALUES (?, ?, ?);",
			"UPDATE like_counts SET likes = likes + 1 WHERE item = ?;",
			"SELECT liked_at FROM likes_by_item WHERE item = ? AND liker = ?;",
		},
		tables: []patternTable{
			{"likes_by_item", "150", "1000000", []string{"item uuid K", "liker uuid C↑", "liked_at timestamp -"}},
			{"likes_by_user", "75", "2000000", []string{"liker uuid K", "item uuid C↑", "liked_at timestamp -"}},
			{"like_counts", "1", "1000000", []string{"item uuid K", "likes counter -"}},
		},
		queries: []patternQuery{
			{name: "Find who likes an item", table: "likes_by_item", find: []string{"liker", "liked_at"}, given: []string{"item"}},
			{name: "Find what a user likes", table: "likes_by_user", find: []string{"item", "liked_at"}, given: []string{"liker"}},
			{name: "Count the likes of an item", table: "like_counts", find: []string{"likes"}, given: []string{"item"}},
		},
	},
	{
		Name: "suspended-users", Title: "Suspended users",
		Text: "All users of a status would be one partition, which is hot and has no bound: the month in the " +
			"key splits it. The status is part of the key, so a change is a delete and an insert, and a lookup " +
			"table knows the rest of the key by the user.",
		When:  "A list of what is in one state now, latest first, whose members leave it again: suspended users, open cases, unpaid bills.",
		Moves: []Name{SplitByTime, LookupTable},
		Statements: []string{
			"SELECT occurred_on, user_id, reason FROM users_by_status WHERE status = ? AND month = ? LIMIT 20;",
			"SELECT status, month, occurred_on FROM user_statuses WHERE user_id = ?;",
			"DELETE FROM users_by_status WHERE status = ? AND month = ? AND occurred_on = ? AND user_id = ?;",
			"DELETE FROM user_statuses WHERE user_id = ?;",
		},
		tables: []patternTable{
			{"users_by_status", "4000", "120", []string{"status text K 9", "month date K - occurred_on",
				"occurred_on timestamp C↓", "user_id uuid C↑", "reason text - 80"}},
			{"user_statuses", "1", "480000", []string{"user_id uuid K", "status text - 9", "month date - - occurred_on", "occurred_on timestamp -"}},
		},
		queries: []patternQuery{
			{name: "Find the users of a status, the latest first", table: "users_by_status",
				find: []string{"occurred_on", "user_id", "reason"}, given: []string{"status"}, limit: 20},
			{name: "Find the status of a user", table: "user_statuses", find: []string{"status", "occurred_on"}, given: []string{"user_id"}},
		},
	},
}
