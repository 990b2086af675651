package browser

import (
	"fmt"
	"path/filepath"
	"strings"
)

// MakeHotel creates a model from the example, opens it and returns its path,
// "m/ID". It does without the home page, which draws every example: that takes
// longer than most walks. ClickHotel clicks, as a user does.
func (v *Walker) MakeHotel() string {
	v.T.Helper()
	v.Open(v.Server.CopyExample("hotel"))
	return filepath.Dir(v.Path())
}

// ClickHotel is MakeHotel from the home page.
func (v *Walker) ClickHotel() string {
	v.T.Helper()
	v.Open("")
	v.ExpectLoad(func() { v.Click("#example-hotel button") })
	return filepath.Dir(v.Path())
}

// OpenHotel creates a model from the example and opens one of its tabs.
func (v *Walker) OpenHotel(tab string) {
	v.T.Helper()
	v.Open(v.MakeHotel() + "/" + tab)
	v.Wait(`document.querySelector("#canvas > svg a[tabindex='0']")`)
}

// ScriptOfTables returns a script with count tables of four columns, in two
// keyspaces.
func ScriptOfTables(count int) string {
	var script strings.Builder
	for keyspace := range 2 {
		fmt.Fprintf(&script, "CREATE KEYSPACE ks_%d WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n", keyspace)
	}
	for table := range count {
		fmt.Fprintf(&script, "CREATE TABLE ks_%d.table_%d (id uuid, at timestamp, name text, amount int, PRIMARY KEY (id, at));\n", table%2, table)
	}
	return script.String()
}

const OldSchema = `CREATE KEYSPACE videos WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
CREATE TABLE videos.users (user_id uuid PRIMARY KEY, email text, name text);
CREATE TABLE videos.videos (video_id uuid PRIMARY KEY, user_id uuid, title text);
CREATE TABLE videos.videos_by_user (user_id uuid, added_at timestamp, video_id uuid, title text, PRIMARY KEY (user_id, added_at, video_id))
	WITH CLUSTERING ORDER BY (added_at DESC);`
