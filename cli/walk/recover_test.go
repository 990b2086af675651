package walk

import (
	"strings"
	"testing"
)

const oldSchema = `CREATE KEYSPACE videos WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
CREATE TABLE videos.users (user_id uuid PRIMARY KEY, email text, name text);
CREATE TABLE videos.videos (video_id uuid PRIMARY KEY, user_id uuid, title text);
CREATE TABLE videos.videos_by_user (user_id uuid, added_at timestamp, video_id uuid, title text, PRIMARY KEY (user_id, added_at, video_id)) WITH CLUSTERING ORDER BY (added_at DESC);`

// TestRecover takes an old schema to concepts, a workflow and served queries, and
// the statements of its application to more of them.
func TestRecover(t *testing.T) {
	v := walk(t)
	v.open("import")
	v.fill("#import-text", oldSchema)
	v.expectLoad(func() { v.click(".import-form button") })
	v.expectLoad(func() { v.click("#import-confirm") })

	v.tab("queries")
	v.expectUpdate(func() { v.click("#recover-here") })
	v.expectUpdate(func() { v.click("#recover-relationship-User-Video") })
	v.wait(`document.getElementById("recover-apply").textContent === "Add 5 of 6"`)
	v.picture("recover")
	v.expectSave(func() { v.click("#recover-apply") })
	if got := ask[string](v, `document.querySelector("#tab-queries .count")?.textContent`); got != "3/3" {
		t.Errorf("the badge of the queries is %q, want 3/3", got)
	}

	v.open(strings.TrimSuffix(v.path(), "queries") + "statements")
	v.editing()
	v.keys("SELECT title FROM videos.videos WHERE user_id = ?;")
	v.wait(`document.getElementById("recover-statements")`)
	v.expectUpdate(func() { v.click("#recover-statements") })
	v.wait(`document.querySelector("#recover-text").value.includes("SELECT title") && document.querySelector(".recovered-row b").textContent === "Find videos by user id"`)
	v.picture("recover-statements")
	v.expectSave(func() { v.click("#recover-apply") })
	if got := ask[string](v, `document.querySelector("#tab-queries .count")?.textContent`); got != "3/4" {
		t.Errorf("the badge of the queries is %q, want 3/4: no table serves the new one", got)
	}
}
