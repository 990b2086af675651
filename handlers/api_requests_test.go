package handlers_test

import (
	"bytes"
	"net/http/httptest"
	"strings"
	"testing"

	"widerow/handlers"
)

// TestAPIBodies: wrong JSON is refused with the place of the mistake.
func TestAPIBodies(t *testing.T) {
	p := newPrograms(t)
	for body, want := range map[string]string{
		"":                          "empty",
		"{\n \"name\": \"A\",\n x}": "line 3, column 2",
		`{"name": 5}`:               "name",
		`{"nmae": "A"}`:             "nmae",
		`{"name": "A"} more`:        "column 15",
		`[]`:                        "no object",
		"{\"name\": \"\xff\"}":      "UTF-8",
	} {
		if answer := p.send("ada edit", "POST", "/models", body).want(400); !strings.Contains(answer.Body.String(), want) {
			t.Errorf("%q: the answer lacks %q: %s", body, want, answer.Body)
		}
	}
	p.send("ada edit", "PATCH", "/models/"+string(p.hotel()), `{"name":"`+strings.Repeat("x", 300<<10)+`"}`).want(413)
	p.send("ada edit", "POST", "/models", `{"name":" "}`).want(422)
}

// TestAPIElsewhere: errors of all addresses of the API, and those of requests with a token,
// are for programs.
func TestAPIElsewhere(t *testing.T) {
	p := newPrograms(t)
	p.send("ada read", "GET", "/nothing", "").want(404)
	p.send("ada read", "PUT", "/models", "").want(405)
	p.send("ada read", "GET", "/models/none", "").want(404)
	request := httptest.NewRequestWithContext(t.Context(), "GET", "http://localhost/m/none/model.json", bytes.NewReader(nil))
	request.Header.Set("Authorization", "Bearer wdr_wrong")
	answer := answered{httptest.NewRecorder(), t}
	p.app.ServeHTTP(answer, request)
	answer.check("a page with a wrong token")
	answer.want(401)
}

// TestAPIRates: a token may send so many requests in an hour.
func TestAPIRates(t *testing.T) {
	p := newPrograms(t, func(c *handlers.Config) { c.Quotas.Requests = 2 })
	if left := p.send("ada read", "GET", "/models", "").want(200).Header().Get("RateLimit-Remaining"); left != "1" {
		t.Errorf("%s requests are left", left)
	}
	p.send("ada read", "GET", "/models", "").want(200)
	answer := p.send("ada read", "GET", "/models", "").want(429)
	if answer.Header().Get("Retry-After") == "" || answer.Header().Get("RateLimit-Limit") != "2" || answer.Header().Get("RateLimit-Reset") == "" {
		t.Errorf("headers %v", answer.Header())
	}
	p.send("ada edit", "GET", "/models", "").want(200)
}
