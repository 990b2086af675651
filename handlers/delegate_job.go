package handlers

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"widerow/handlers/feature"
	"widerow/handlers/job"
	"widerow/handlers/limit"
	"widerow/handlers/progress"
	"widerow/handlers/proxy"
	"widerow/handlers/review"
	"widerow/handlers/worker"
)

// longWait is the longest wait of a job for its turn: the person who sent it sees that it waits.
const longWait = 2 * time.Minute

// largeJob is a large request on its way to a worker. It goes on when the connection
// that sent it has ended, so it has its own copy of everything.
type largeJob struct {
	large   *large
	c       echo.Context // without a connection
	request *worker.Request
	bytes   int64
	owner   limit.Client
	key     string
	from    string
	free    func() // the memory of the form
}

func (l *large) jobOf(c echo.Context, form []byte, bytes int64) (*largeJob, error) {
	request := c.Request()
	if request.Method == http.MethodPost {
		l.identify(c)
	}
	header := request.Header.Clone()
	id, _ := c.Get("request").(string)
	header.Set(requestNumber, id)
	if l.VisitorName(c) == "" {
		dropCookie(header, nameCookie) // the worker does not know whose names look like it
	}
	inbox, err := json.Marshal(l.inbox(c))
	if err != nil {
		return nil, err
	}
	header.Set(review.InboxHeader, string(inbox))
	if err := l.tellPerson(c, header); err != nil {
		return nil, err
	}
	work := &largeJob{large: l, bytes: bytes, owner: client(c), from: sentFrom(c), request: &worker.Request{
		Method: request.Method, URI: request.URL.RequestURI(), Host: request.Host, RemoteAddr: request.RemoteAddr,
		Header: header, Body: form, Connection: proxy.Of(request), Processor: l.processor,
	}}
	work.free, _ = c.Get(freeForm).(func())
	work.c = c.Echo().NewContext(request.Clone(context.WithoutCancel(request.Context())), noConnection{})
	work.c.Set(personKey, personOf(c))
	newest, _ := l.Newest(request.Context(), feature.ModelID(c)) // none for an import of a new model
	parts := fmt.Sprintln(work.owner, request.Method, request.Host, urlOf(c).Home(), work.request.URI, feature.Enhanced(c), newest.Number)
	sum := sha256.Sum256(append([]byte(parts), form...))
	work.key = hex.EncodeToString(sum[:])
	return work, nil
}

// identify gives a visitor a cookie, to whom the answer of a job belongs, and lets the
// rest of the request know it.
func (l *large) identify(c echo.Context) {
	if visitorID(c) == "" {
		c.Request().AddCookie(&http.Cookie{Name: visitorCookie, Value: l.Visitor(c).ID})
	}
}

// run carries the request out in its turn.
func (w *largeJob) run(ctx context.Context, j *job.Job, waits bool) (*worker.Answer, error) {
	if w.free != nil {
		defer w.free()
	}
	j.Say(progress.Step{What: "Waiting for other large requests"})
	wait := longWait
	if waits {
		wait = w.large.budget.Wait()
	}
	done, err := w.large.budget.TakeWithin(ctx, w.owner, w.bytes, wait)
	if err != nil {
		return nil, err
	}
	defer done()
	j.Say(progress.Step{What: "Computing"})
	w.c.SetRequest(w.c.Request().WithContext(ctx))
	services, release := w.large.servicesFor(w.c)
	defer release()
	services.Step, services.Awaited = j.Say, j.Settle
	answer, err := w.large.workers.Do(ctx, w.request, services)
	if err == nil {
		maps.Copy(answer.Header, w.c.Response().Header()) // such as when to try again
	}
	return answer, err
}

// noConnection keeps the header of an answer that is not sent.
type noConnection http.Header

func (n noConnection) Header() http.Header          { return http.Header(n) }
func (noConnection) Write(part []byte) (int, error) { return len(part), nil }
func (noConnection) WriteHeader(int)                {}

// patient reports whether a request waits as long as it takes: it is a program's or a
// picture's, for which a page about the work is no answer.
func patient(c echo.Context) bool {
	return !feature.Enhanced(c) && !strings.Contains(c.Request().Header.Get("Accept"), "text/html")
}

// sentFrom is the address to start from again: the address of the request, or of the page with the
// form.
func sentFrom(c echo.Context) string {
	request := c.Request()
	if request.Method != http.MethodPost {
		return string(urlOf(c).Path(request.URL.RequestURI()))
	}
	page, err := url.Parse(request.Header.Get("Referer"))
	if current := request.Header.Get("HX-Current-URL"); current != "" {
		page, err = url.Parse(current)
	}
	if err != nil || page.Host != request.Host || feature.LocalPath(page.RequestURI()) == "" {
		return string(urlOf(c).Home())
	}
	return page.RequestURI()
}
