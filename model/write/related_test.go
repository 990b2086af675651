package write_test

import (
	"testing"

	"widerow/model"
)

// A post without an author has no row in a table of what authors publish, also if nothing of
// the author is stored there.
func TestRowsNeedThePartnerThatNoColumnStores(t *testing.T) {
	m := derived(t, "User: user_id, bio\nPost: post_id, text\nUser 1 publishes n Post", "SELECT Post.post_id WHERE Post.text = ? VIA publishes")
	expect(t, "insert", updated(t, m, model.Insert, []string{"Post"}),
		"0 insert posts_by_text: text ?, post_id ?; only if ?")
}
