package cluster

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	gocql "github.com/apache/cassandra-gocql-driver/v2"
)

// Operations of the native protocol.
const (
	opError         = 0x00
	opStartup       = 0x01
	opReady         = 0x02
	opAuthenticate  = 0x03
	opOptions       = 0x05
	opSupported     = 0x06
	opQuery         = 0x07
	opResult        = 0x08
	opPrepare       = 0x09
	opExecute       = 0x0A
	opAuthChallenge = 0x0E
	opAuthResponse  = 0x0F
	opAuthSuccess   = 0x10
)

// answers are the operations that may answer a request, beside an error. The driver
// ends the program at some others.
var answers = map[byte][]byte{
	opStartup:      {opReady, opAuthenticate},
	opAuthResponse: {opAuthChallenge, opAuthSuccess},
	opOptions:      {opSupported},
	opQuery:        {opResult},
	opPrepare:      {opResult},
	opExecute:      {opResult},
}

// Flags of a frame, and of the description of columns.
const (
	flagTracing  = 0x02
	flagPayload  = 0x04
	flagWarnings = 0x08

	columnsShareTable = 0x01
	columnsMorePages  = 0x02
	columnsLeftOut    = 0x04
)

// Kinds of results.
const (
	resultVoid     = 1
	resultRows     = 2
	resultKeyspace = 3
	resultPrepared = 4
	resultSchema   = 5
)

var errShort = errors.New("a frame ends before what it announces")

// check returns an error unless the driver can read the body of a frame.
func (g *guard) check(head [headLength]byte, body []byte) error {
	stream := int16(binary.BigEndian.Uint16(head[2:]))
	operation, ok := g.sent.take(stream)
	if !ok {
		return fmt.Errorf("an answer to no request (stream %d)", stream)
	}
	answer := head[4]
	if answer != opError && !slices.Contains(answers[operation], answer) {
		return fmt.Errorf("answer %#x to request %#x", answer, operation)
	}
	r := &frameReader{rest: body, columns: max(g.limits.Columns, ownColumns)}
	r.skipExtras(head[1])
	switch answer {
	case opError:
		g.checkError(r)
	case opSupported:
		r.multimap()
	case opResult:
		g.unprepared = 0
		r.result(operation)
	}
	if r.err == nil && g.unprepared > maxUnprepared {
		return errors.New("the server asks again and again to prepare a statement")
	}
	return r.err
}

// ownColumns bounds the columns of the server's own tables, which the driver reads.
const ownColumns = 100

// maxUnprepared bounds the answers in a row that ask to prepare a statement, which the
// driver does without an end.
const maxUnprepared = 16

func (g *guard) checkError(r *frameReader) {
	code := int(int32(r.int()))
	r.string()
	if code == gocql.ErrCodeUnprepared {
		g.unprepared++
	}
}
