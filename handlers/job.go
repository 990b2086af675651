package handlers

import (
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"widerow/handlers/feature"
	"widerow/handlers/job"
	"widerow/web"
)

// jobPath is the path of the jobs.
const jobPath = "/jobs/"

// jobAddress is the address of a job, with that from which it was sent: once the job is
// forgotten, it can be started from there again.
func jobAddress(at web.URL, j *job.Job) templ.SafeURL {
	return at.Path(jobPath + j.ID + "?from=" + url.QueryEscape(j.From))
}

// startAgain returns the address at which a lost job can be started again, "" for none.
func startAgain(c echo.Context) templ.SafeURL {
	if !strings.HasPrefix(c.Path(), jobPath) {
		return ""
	}
	return templ.URL(feature.LocalPath(c.QueryParam("from")))
}

// jobPages show the progress of large requests.
type jobPages struct {
	feature.Site
	large *large
}

func (s *jobPages) routes() []feature.Route {
	return []feature.Route{feature.Get(jobPath+":job", s.showJob), feature.Post(jobPath+":job/cancel", s.cancelJob)}
}

// showJob shows the progress of a job, and then its answer.
func (s *jobPages) showJob(c echo.Context) error {
	j, restarted := s.large.jobs.Of(c.Param("job"), client(c))
	if j == nil {
		return s.lostJob(restarted)
	}
	answer, ended, err := j.Answer()
	page := web.JobPage{Page: s.Page(c, "Working"), Address: jobAddress(s.URL(), j),
		Cancel: s.URL().Path(jobPath + j.ID + "/cancel?from=" + url.QueryEscape(j.From))}
	switch {
	case ended && feature.Enhanced(c):
		return s.Show(c, http.StatusOK, web.Job(page)) // the whole page tells the browser to open the address
	case err != nil:
		return err
	case ended:
		s.large.sendAnswer(c, answer)
		return errAnswered
	}
	step := j.Step()
	page.What, page.Done, page.Of = step.What, step.Done, step.Of
	page.Refresh, page.Took = 2, time.Since(j.Started).Round(time.Second).String()
	if feature.Enhanced(c) && c.Request().Header.Get("HX-Target") != "" && strings.Contains(c.Request().Header.Get("HX-Target"), web.JobState) {
		return s.Show(c, http.StatusOK, web.JobFragment(page))
	}
	return s.Show(c, http.StatusAccepted, web.Job(page))
}

// lostJob returns the page that explains why there is no such job.
func (s *jobPages) lostJob(restarted bool) error {
	if restarted && s.large.jobs.Shared {
		return feature.NewError(http.StatusGone, "Another server works on this, or has ended",
			"Reload the page a few times, until that server answers. If it does not, look for the change in the history "+
				"first; if it is not there, start again.", nil)
	}
	if restarted {
		return feature.NewError(http.StatusGone, "The server has restarted",
			"The work that ran here was lost. If it was to save a change, look for the change in the history "+
				"first; if it is not there, start again.", nil)
	}
	return feature.NewError(http.StatusGone, "This answer has expired",
		"An answer is kept for 15 minutes, for the browser that asked for it, and the oldest are removed first. "+
			"Start again to get a new one.", nil)
}

// cancelJob ends a job.
func (s *jobPages) cancelJob(c echo.Context) error {
	j, restarted := s.large.jobs.Of(c.Param("job"), client(c))
	if j == nil {
		return s.lostJob(restarted)
	}
	j.Cancel()
	return c.Redirect(http.StatusSeeOther, string(jobAddress(s.URL(), j)))
}
