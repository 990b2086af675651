package worker

import (
	"net/http"
	"time"

	"widerow/handlers/proxy"
	"widerow/store"
)

// Request is a request as the app gets it: after the proxies' headers were read,
// and without the base path.
type Request struct {
	Method     string
	URI        string
	Host       string
	RemoteAddr string
	Header     http.Header
	Body       []byte
	Connection proxy.Connection
	// Processor is the processor time that the request may take; 0 means no limit.
	Processor time.Duration
}

// Answer is the whole response to a request.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
}

// verb names what a child asks of the server.
type verb string

const (
	callHead    verb = "head"
	callAt      verb = "at"
	callHistory verb = "history"
	callList    verb = "list"
	callDeleted verb = "list deleted"
	callFind    verb = "find operation"
	callCreate  verb = "create"
	callSave    verb = "save"
	callLayout  verb = "layout"
	callTurn    verb = "turn"
	callEndTurn verb = "end turn"
	callAwaited verb = "awaited"
)

// call is a question of a child. Each verb uses some of the fields.
type call struct {
	Verb     verb
	Model    store.ModelID
	Number   uint64 // of a revision
	Limit    int
	Text     string // a cursor or an operation
	Save     store.Save
	Graph    []byte // as JSON
	Deadline time.Time
}

type reply struct {
	Document  []byte
	Revision  store.Revision
	Revisions []store.Revision
	Page      store.Page
	Found     bool
	Layout    []byte // as JSON
	Failure   *failure
}
