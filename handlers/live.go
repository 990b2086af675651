package handlers

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"
	"widerow/handlers/feature"
	"widerow/handlers/identity"
	"widerow/handlers/live"
	"widerow/handlers/proxy"
	"widerow/store"
)

const (
	maxLiveOf   = 64 // models and branches that one browser reads
	maxSelected = 64 // bytes of an id
	streamBytes = 64 << 10
	streamTitle = "Your network address holds many live connections"
)

// defaultStreams bounds the streams of a server of that memory.
func defaultStreams(memory int64) int { return max(1000, int(memory/8/streamBytes)) }

// liveStreams tell browsers about the changes of others.
type liveStreams struct{ *Server }

func (s *liveStreams) routes() []feature.Route {
	return []feature.Route{feature.Get(livePath, s.live), feature.Post(livePath, s.here)}
}

// live tells a browser about the models and branches in its parameters of=ID. browser identifies
// the person (personSecret). With models=1 live also covers the list of models, and with inbox
// (inboxKey) the visitor's inbox. A browser that accepts server-sent events gets a stream, and any
// other client the state once.
func (s *liveStreams) live(c echo.Context) error {
	var of []store.ModelID
	for _, text := range c.QueryParams()["of"] {
		id := followed(text)
		if id == "" {
			return feature.NewError(http.StatusBadRequest, fmt.Sprintf("%.80q is not the id of a model", text), "Reload the page.", nil)
		}
		of = append(of, id)
	}
	if len(of) > maxLiveOf {
		return feature.NewError(http.StatusBadRequest,
			fmt.Sprintf("%d models are too many to follow at once", len(of)),
			fmt.Sprintf("Close some windows: at most %d can be followed.", maxLiveOf), nil)
	}
	streams := c.Request().Method == http.MethodGet && strings.Contains(c.Request().Header.Get("Accept"), "text/event-stream")
	if streams {
		release, ok := s.streams.Take(addressOf(c.Request()), proxy.Of(c.Request()).Local)
		if !ok {
			c.Response().Header().Set("Retry-After", "60")
			return feature.NewError(http.StatusTooManyRequests, streamTitle, "The pages poll for changes instead.", nil)
		}
		defer release()
	}
	of, err := s.seen(c, of)
	if err != nil {
		return err
	}
	interest := live.Interest{Of: of, Self: live.KeyOf(personSecret(c, c.QueryParam("browser"))), Models: c.QueryParam("models") != ""}
	if key := c.QueryParam("inbox"); key != "" && key == s.review.InboxKey(c) {
		interest.Visitor, interest.Inbox = s.KnownVisitor(c), func() string { return s.review.InboxSummary(c).Mark }
	}
	reader, err := s.hub.Subscribe(identity.ByServer(c.Request().Context()), interest, s.Newest)
	if errors.Is(err, live.ErrClosed) {
		return ErrStopping
	}
	if err != nil {
		return err
	}
	defer reader.Close()
	if !streams {
		c.Response().Header().Set("Cache-Control", "no-store")
		return c.JSON(http.StatusOK, reader.Take())
	}
	ctx, stop := s.whileSeen(c, of)
	defer stop()
	if err := reader.Stream(c.Response(), c.Request().WithContext(ctx)); err != nil {
		s.log.Debug("a live stream has ended", "id", c.Get("request"), "error", err)
	}
	return nil
}

// seen returns the models that the person of a request may see, of some.
func (s *liveStreams) seen(c echo.Context, of []store.ModelID) (seen []store.ModelID, err error) {
	for _, id := range of {
		sees, err := s.guard.Sees(c.Request().Context(), id)
		if err != nil {
			return nil, err
		}
		if sees {
			seen = append(seen, id)
		}
	}
	return seen, nil
}

// lookAgain is the interval at which a stream checks whether its session or token has expired.
const lookAgain = 20 * time.Second

// whileSeen returns a context that ends when the person of a request may no longer follow
// some models: the session has ended, or a role was taken away. The browser connects
// again, and is told what it may still see.
func (s *liveStreams) whileSeen(c echo.Context, of []store.ModelID) (context.Context, context.CancelFunc) {
	ctx, stop := context.WithCancel(c.Request().Context())
	if s.guard == nil {
		return ctx, stop
	}
	request, person, changed := c.Request(), personOf(c), s.guard.Changed()
	go func() {
		defer stop()
		ticks := time.NewTicker(lookAgain)
		defer ticks.Stop()
		for {
			if !s.guard.Still(request, person) || !s.seesAll(ctx, of) {
				return
			}
			select {
			case <-changed:
				changed = s.guard.Changed()
			case <-ticks.C:
			case <-ctx.Done():
				return
			}
		}
	}()
	return ctx, stop
}

// seesAll reports whether the person of a context may see all models, as the account is
// now.
func (s *liveStreams) seesAll(ctx context.Context, of []store.ModelID) bool {
	ctx = s.guard.Renewed(ctx)
	for _, id := range of {
		if sees, err := s.guard.Sees(ctx, id); err != nil || !sees {
			return false
		}
	}
	return true
}

// followed returns the model or branch of that name, or "".
func followed(text string) store.ModelID {
	id := feature.ModelNamed(text)
	name := strings.Split(string(id.Root()), ".")
	if len(name) > 1 || len(text) > maxSelected+8 || strings.Trim(name[0], modelLetters) != "" {
		return ""
	}
	return id
}

const modelLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

// personSecret returns the secret that identifies a person for presence: the account, the user whom
// a proxy has signed in, or the random id that the browser made. The visitor's cookie does not
// serve, since a person who only reads has none.
func personSecret(c echo.Context, browser string) string {
	if person := personOf(c); person.Known() {
		return userPrefix + string(person.Account)
	}
	if user := signedIn(c); user != "" {
		return userPrefix + user
	}
	if validVisitorID(browser) {
		return browser
	}
	return ""
}

// here notes where a person is: form fields browser, of, tab and select, or left.
func (s *liveStreams) here(c echo.Context) error {
	secret, of := personSecret(c, c.FormValue("browser")), followed(c.FormValue("of"))
	if secret == "" || of == "" {
		return feature.NewError(http.StatusBadRequest, "It is not clear who is where", "Reload the page.", nil)
	}
	if seen, err := s.seen(c, []store.ModelID{of}); err != nil || len(seen) == 0 {
		return cmp.Or(err, store.ErrNotFound)
	}
	key := live.KeyOf(secret)
	if c.FormValue("left") != "" {
		s.hub.Leave(of, key)
		return c.NoContent(http.StatusNoContent)
	}
	person := live.Person{ID: key, Name: s.VisitorName(c), Account: personOf(c).SignIn}
	if tab := c.FormValue("tab"); tab != "" {
		person.Tab = string(feature.TabOf(tab))
	}
	if person.Name == "" {
		person.Name = feature.UnknownAuthor
	}
	if on := c.FormValue("select"); len(on) <= maxSelected {
		person.On = on
	}
	s.hub.See(of, person)
	return c.NoContent(http.StatusNoContent)
}
