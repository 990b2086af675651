package example

import (
	"testing"

	"widerow/model"
	"widerow/model/edit"
)

// videos returns a site for videos: what users upload and what they write about it,
// the latest first.
func videos(t *testing.T) *model.Model {
	b := build(t, "Videos by user", "Users upload videos with tags and comment on those of others; every list shows the latest first.")
	videoConcepts(b)
	videoWorkflow(b)
	b.quantity("users", "users", "800_000", "3_000_000", "")
	b.quantity("videosperuser", "videos_per_user", "6", "8_000", "")
	b.quantity("videos", "videos", "users * videos_per_user", "25_000_000", "")
	b.quantity("tags", "tags", "19_200", "60_000", "")
	b.quantity("tagspervideo", "tags_per_video", "4", "25", "")
	b.quantity("videospertag", "videos_per_tag_and_year", "200", "45_000", "")
	b.quantity("years", "years_kept", "5", "10", "")
	b.quantity("commentspervideo", "comments_per_video", "9", "30_000", "")
	b.quantity("commentsperuser", "comments_per_user", "54", "30_000", "")
	b.add(model.KeyspaceKind, "", "videoks", "name", "video")
	videoNumbers(b)
	b.derive(nil)
	b.writes("u1", "tq2", "tq3", "tq4")
	b.writes("u2", "tq5", "tq6")
	b.writes("u3", "tq2", "tq3", "tq4")
	videoPhysics(b)
	return b.m
}

func videoConcepts(b *builder) {
	b.entity("user", "User", false, "id user_id key type=uuid", "name name type=text length=14", "email email type=text length=24", "joined joined_on type=date")
	b.entity("video", "Video", false, "id video_id key type=uuid", "title title type=text length=50", "description description type=text length=300",
		"uploaded uploaded_at type=timestamp", "length length_in_seconds type=int", "tags tags multi type=text length=9")
	b.entity("comment", "Comment", false, "id comment_id key type=timeuuid", "written written_at type=timestamp", "text text type=text length=110")
	b.relationship("uploads", "uploads", false, "user 1", "video n total")
	b.relationship("writes", "writes", false, "user 1", "comment n total")
	b.relationship("about", "is about", false, "video 1", "comment n total")
}

// videoNumbers: of 625 million tags on videos at worst, 450,000 are the same one.
func videoNumbers(b *builder) {
	b.instances("user", "users", "")
	b.instances("video", "videos", "")
	b.instances("comment", "videos * comments_per_video", "400_000_000")
	b.count("uploadsvideo", "videos_per_user", "")
	b.count("writescomment", "comments_per_user", "")
	b.count("aboutcomment", "comments_per_video", "")
	b.distinct("videotags", "tags", "0.00072")
	b.set("videotags", "elements", "tags_per_video")
}

func videoWorkflow(b *builder) {
	b.add(model.ActorKind, "", "viewer", "name", "Viewer")
	b.add(model.ActorKind, "", "author", "name", "Author")
	b.query("q1", "Find a user", "userid", "username useremail userjoined", "", "100")
	b.query("q2", "Find the videos of a user, the latest first", "userid", "videouploaded videoid videotitle videolength", "videouploaded:desc", "300")
	b.query("q3", "Find a video", "videoid", "videotitle videodescription videouploaded videolength videotags userid username", "", "2_000")
	b.query("q4", "Find the videos with a tag, the latest first", "videotags!", "videouploaded videoid videotitle videolength", "videouploaded:desc", "150")
	b.query("q5", "Find the comments on a video, the latest first", "videoid", "commentwritten commentid commenttext userid username", "commentwritten:desc", "1_500")
	b.query("q6", "Find the comments of a user, the latest first", "userid", "commentwritten commentid commenttext videoid", "commentwritten:desc", "20")
	b.set("q5", "path", "about writes")
	b.set("q6", "path", "writes about")
	b.set("q2", "page_size", "20")
	b.set("q4", "limit", "60")
	b.set("q5", "page_size", "30")
	b.update("u1", "Upload a video", model.Insert, "video", "", "2")
	b.update("u2", "Comment on a video", model.Insert, "comment username", "", "12")
	b.update("u3", "Change the title of a video", model.Change, "videotitle", "videoid", "0.1")
	b.steps([3]string{"profile", "View a user", "viewer"}, [3]string{"channel", "View the videos of a user", "viewer"}, [3]string{"browse", "Browse a tag", "viewer"},
		[3]string{"watch", "Watch a video", "viewer"}, [3]string{"discuss", "Read the comments", "viewer"}, [3]string{"reply", "Write a comment", "viewer"},
		[3]string{"mine", "View what the user wrote", "viewer"}, [3]string{"upload", "Upload a video", "author"}, [3]string{"rename", "Change its title", "author"})
	b.transitions("start q4 browse", "browse q3 watch", "watch q5 discuss", "discuss u2 reply", "discuss q1 profile", "profile q2 channel", "profile q6 mine",
		"start u1 upload", "upload u3 rename")
	b.add(model.TransitionKind, "", "goq3fromchannel", "from", "channel", "access", "q3", "to", "watch")
}

// videoPhysics splits popular tags by year, and lets the time in a timeuuid sort
// the comments on a video.
func videoPhysics(b *builder) {
	b.add(model.RelationColumnKind, "ptq4", "tagyear", "name", "year", "type", "smallint", "role", "partition",
		"note", "The year of uploaded_at, so that a popular tag does not grow for ever.")
	b.do(edit.Remove{Element: "pq5writtenat"})
	b.set("pq5commentid", "from", "q5writtenat q5commentid", "descending", "true", "note", "A timeuuid has the time in it: it sorts the comments and tells two of one moment apart.")
	b.set("pq3tags", "elements", "tags_per_video")
	b.size("ptq1", "1", "users", "")
	b.size("ptq2", "videos_per_user", "users", "")
	b.size("ptq3", "1", "videos", "")
	b.size("ptq4", "videos_per_tag_and_year", "tags * years_kept", "A video is in as many partitions as it has tags.")
	b.size("ptq5", "comments_per_video", "videos", "")
	b.size("ptq6", "comments_per_user", "users", "No title of the video: it may change, and a user may have written thousands of comments.")
}
