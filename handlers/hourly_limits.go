package handlers

import (
	"cmp"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"widerow/handlers/feature"
	"widerow/handlers/limit"
	"widerow/handlers/proxy"
	"widerow/store/shared"
)

type quotas struct {
	models, imports, renders, requests *limit.Rates
	peers                              *shared.Peers // nil: there is no other server
}

func newQuotas(allowed Quotas, now func() time.Time, peers *shared.Peers) quotas {
	of := func(hourly int, name string) *limit.Rates {
		rates := limit.NewRates(float64(hourly), now)
		if peers != nil && hourly > 0 {
			rates.Join(peers, name)
		}
		return rates
	}
	return quotas{of(allowed.Models, "models"), of(allowed.Imports, "imports"), of(allowed.Renders, "renders"),
		of(allowed.Requests, "requests"), peers}
}

// heardFor is the age up to which what other servers have allowed counts as heard.
const heardFor = time.Second

// importSize is the part of a script that counts as one import, in bytes.
const importSize = 1 << 20

// ChargeModel counts a new model for the address of the request, ChargeImport an import, and
// ChargeRender a picture.
func (q quotas) ChargeModel(c echo.Context) error {
	return q.charge(c, q.models, 1, "made many models")
}

func (q quotas) ChargeImport(c echo.Context) error {
	return q.charge(c, q.imports, math.Ceil(float64(c.Request().ContentLength)/importSize), "sent many imports")
}

func (q quotas) ChargeRender(c echo.Context) error {
	return q.charge(c, q.renders, 1, "asked for many pictures")
}

// charge takes an amount from the quota of the client's address.
func (q quotas) charge(c echo.Context, rates *limit.Rates, amount float64, what string) error {
	if proxy.Of(c.Request()).Local {
		return nil
	}
	_ = q.peers.Listen(c.Request().Context(), heardFor) // which logs that it does not hear; the limit of this server holds
	wait := rates.Take(addressOf(c.Request()), amount)
	if wait == 0 {
		return nil
	}
	seconds := int(math.Ceil(wait.Seconds()))
	c.Response().Header().Set("Retry-After", strconv.Itoa(seconds))
	return feature.NewError(http.StatusTooManyRequests, "Your network address has "+what,
		fmt.Sprintf("Nothing was changed. Try again in %s. What you typed is still in the form.", minutes(wait)), nil)
}

// chargeRequest counts a request to the API, and adds to its answer the number of requests left,
// and the seconds until the whole allowance is back.
func (q quotas) chargeRequest(c echo.Context) error {
	if q.requests.Hourly() == 0 {
		return nil
	}
	_ = q.peers.Listen(c.Request().Context(), heardFor)
	person := personOf(c)
	who := cmp.Or(string(person.TokenID), addressOf(c.Request()))
	left, wait := q.requests.Spend(who, 1)
	header, hourly := c.Response().Header(), q.requests.Hourly()
	header.Set("RateLimit-Limit", strconv.Itoa(int(hourly)))
	header.Set("RateLimit-Remaining", strconv.Itoa(int(left)))
	header.Set("RateLimit-Reset", strconv.Itoa(int(math.Ceil((hourly-left)/hourly*3600))))
	if wait == 0 || person.Token == nil && proxy.Of(c.Request()).Local {
		return nil
	}
	header.Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
	return feature.NewError(http.StatusTooManyRequests, "Too many requests",
		fmt.Sprintf("%d in an hour are allowed. Nothing was changed. Send this one again in %s.", int(hourly),
			minutes(wait)), nil)
}

func minutes(wait time.Duration) string {
	if whole := int(math.Ceil(wait.Minutes())); whole > 1 {
		return fmt.Sprintf("%d minutes", whole)
	}
	return "a minute"
}
