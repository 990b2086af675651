package write_test

import (
	"slices"
	"testing"

	"widerow/model"
	"widerow/model/write"
)

// A static column is written only if the partition has a row, and goes with the last one.
func TestStaticColumnsBelongToRows(t *testing.T) {
	m := small(t, "entity User user_id name", "entity Post post_id topic", "relationship writes User 1 Post n",
		"table posts K:Post.post_id:uuid R:Post.topic:text R:User.user_id:uuid",
		"table posts_by_user K:User.user_id:uuid C:Post.topic:text C:Post.post_id:uuid S:User.name:text")
	change := write.Of(withUpdate(m, model.Update{Kind: model.Change}, []model.ID{"User.name"}, []model.ID{"User.user_id"}), "u1")
	if look, update := change.Steps[0].Statements[0], change.Steps[1].Statements[0]; look.Select.Limit == nil || look.Refusal != nil ||
		!slices.Equal(update.OnlyIf, []write.Value{{Step: 0, From: "post_topic"}}) {
		t.Errorf("the UPDATE runs only if %+v, after %+v", update.OnlyIf, look.Select)
	}
	deletion := write.Of(withUpdate(m, model.Update{Kind: model.Delete}, []model.ID{"Post"}, []model.ID{"Post.post_id"}), "u1")
	last := deletion.Steps[len(deletion.Steps)-1].Statements[0]
	if !slices.Equal(last.Unless, []write.Value{{Step: len(deletion.Steps) - 2, From: "post_topic"}}) {
		t.Errorf("the DELETE runs unless %+v", last.Unless)
	}
	if got := last.Application(); !slices.Contains(got, "only if step 3 finds no post_topic") {
		t.Errorf("got %q", got)
	}
}
