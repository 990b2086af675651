package review

import (
	"github.com/labstack/echo/v4"

	"widerow/handlers/canvas/submission"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/discussion"
)

// Say opens a thread about the model of the address for somebody who has no account. The
// error may be a *model.Rejected.
func (s *Feature) Say(c echo.Context, by discussion.Person, text string) error {
	head, err := s.Head(c.Request().Context(), feature.ModelID(c))
	if err != nil {
		return err
	}
	about := aboutElement(head.Model, head.Model.Root())
	return s.discuss(c, func(before *discussion.Discussion, ids model.IDs) (*discussion.Discussion, string, error) {
		comment := discussion.NewComment{ID: ids.New(), By: by, At: s.Now(), Text: submission.NormalLines(text)}
		after, err := before.OpenThread(ids.New(), about, comment)
		return after, "commented by a link", err
	})
}
