package cassandratest

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"testing"
	"time"
)

// Connection speaks the native protocol directly. A driver would prepare only
// statements on rows, and would read the whole schema after each change to it.
type Connection struct{ stream net.Conn }

// Refusal is the server's own error.
type Refusal struct {
	code    int
	message string
}

// Code returns the number of the error in the native protocol, as in package gocql.
func (r *Refusal) Code() int { return r.code }

// Message returns the server's text verbatim.
func (r *Refusal) Message() string { return r.message }

func (r *Refusal) Error() string { return fmt.Sprintf("refusal %#x: %s", r.code, r.message) }

// Names of requests, responses and header fields in version 4 of the native
// protocol.
const (
	protocolVersion = 4
	headLength      = 9

	opError   = 0x00
	opStartup = 0x01
	opQuery   = 0x07
	opPrepare = 0x09

	consistencyOne = 1

	// Drivers and cqlsh ask for pages, and some statements cannot be paged.
	flagPageSize = 4

	// An answer may begin with the server's warnings.
	flagWarnings = 8

	pageSize = 5000
)

// Connect opens a connection for one test, and closes it afterwards.
func Connect(t testing.TB) *Connection {
	t.Helper()
	return ConnectTo(t, Version())
}

// ConnectTo opens a connection with the server of a version.
func ConnectTo(t testing.TB, version string) *Connection {
	t.Helper()
	connection := dial(t, started(t, version))
	if err := connection.request(opStartup, startup()); err != nil {
		t.Fatalf("connect to Cassandra: %v", err)
	}
	return connection
}

func dial(t testing.TB, i *instance) *Connection {
	t.Helper()
	stream, err := net.Dial("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(i.server.ports.native)))
	if err != nil {
		t.Fatalf("connect to Cassandra: %v", err)
	}
	t.Cleanup(func() { stream.Close() })
	return &Connection{stream}
}

func startup() []byte {
	body := binary.BigEndian.AppendUint16(nil, 1) // a map of one entry
	for _, text := range []string{"CQL_VERSION", "3.0.0"} {
		body = append(binary.BigEndian.AppendUint16(body, uint16(len(text))), text...)
	}
	return body
}

// Prepare has a statement parsed and checked without executing it. The error is a
// *Refusal if the server refuses it.
func (c *Connection) Prepare(statement string) error {
	return c.request(opPrepare, longString(statement))
}

// Run executes a statement without bound values. The error is a *Refusal if the
// server refuses it.
func (c *Connection) Run(statement string) error {
	body := binary.BigEndian.AppendUint16(longString(statement), consistencyOne)
	return c.request(opQuery, binary.BigEndian.AppendUint32(append(body, flagPageSize), pageSize))
}

func longString(text string) []byte {
	return append(binary.BigEndian.AppendUint32(nil, uint32(len(text))), text...)
}

const answerTimeout = time.Minute

func (c *Connection) request(operation byte, body []byte) error {
	_, err := c.ask(operation, body)
	return err
}

// ask sends a request and returns the kind of the answer.
func (c *Connection) ask(operation byte, body []byte) (byte, error) {
	c.stream.SetDeadline(time.Now().Add(answerTimeout))
	frame := binary.BigEndian.AppendUint32([]byte{protocolVersion, 0, 0, 0, operation}, uint32(len(body)))
	if _, err := c.stream.Write(append(frame, body...)); err != nil {
		return 0, fmt.Errorf("ask Cassandra: %w", err)
	}
	head := make([]byte, headLength)
	if _, err := io.ReadFull(c.stream, head); err != nil {
		return 0, fmt.Errorf("read Cassandra's answer: %w", err)
	}
	answer := make([]byte, binary.BigEndian.Uint32(head[5:]))
	if _, err := io.ReadFull(c.stream, answer); err != nil {
		return 0, fmt.Errorf("read Cassandra's answer: %w", err)
	}
	if head[4] != opError {
		return head[4], nil
	}
	if head[1]&flagWarnings != 0 {
		answer = afterWarnings(answer)
	}
	return opError, readRefusal(answer)
}

// afterWarnings skips the warnings before an answer.
func afterWarnings(answer []byte) []byte {
	const sizeLength = 2
	if len(answer) < sizeLength {
		return nil
	}
	count, answer := binary.BigEndian.Uint16(answer), answer[sizeLength:]
	for range count {
		if len(answer) < sizeLength {
			return nil
		}
		end := sizeLength + int(binary.BigEndian.Uint16(answer))
		answer = answer[min(end, len(answer)):]
	}
	return answer
}

func readRefusal(answer []byte) error {
	const codeLength, sizeLength = 4, 2
	if len(answer) < codeLength+sizeLength {
		return errors.New("read Cassandra's answer: an error without a message")
	}
	text := answer[codeLength+sizeLength:]
	size := int(binary.BigEndian.Uint16(answer[codeLength:]))
	return &Refusal{int(binary.BigEndian.Uint32(answer)), string(text[:min(size, len(text))])}
}
