package cluster

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"syscall"

	gocql "github.com/apache/cassandra-gocql-driver/v2"
)

// The kinds of errors of a connection. What the server itself refuses is a *Refusal.
var (
	ErrOptions        = errors.New("connection settings")
	ErrNotAllowed     = errors.New("address not allowed")
	ErrUnreachable    = errors.New("cluster not reachable")
	ErrAuthentication = errors.New("sign-in refused")
	ErrTLS            = errors.New("TLS failed")
	ErrTimeout        = errors.New("no answer in time")
	ErrTooLarge       = errors.New("answer too large")
	ErrProtocol       = errors.New("answer not understood")
	ErrCancelled      = errors.New("cancelled")
)

// ErrNoKeyspace is an ErrOptions about a keyspace that the cluster lacks.
var ErrNoKeyspace = fmt.Errorf("%w", ErrOptions)

// Refusal is the server's own error about a statement.
type Refusal struct {
	Code    int
	Message string // the server's words
	// Unknown reports that a write may have been applied in part, or may be later.
	Unknown bool
	// Line and Column are the place in the statement, from 1 and from 0 as the server
	// counts them; 0 if the message names none.
	Line, Column int
}

func (r *Refusal) Error() string {
	if r.Unknown {
		return r.Message + " (the change may still have been made: read before you repeat it)"
	}
	return r.Message
}

// IsSyntax reports that the server could not parse the statement.
func (r *Refusal) IsSyntax() bool { return r.Code == gocql.ErrCodeSyntax }

// IsInvalid reports that the statement does not fit the schema.
func (r *Refusal) IsInvalid() bool { return r.Code == gocql.ErrCodeInvalid }

// IsPassing reports that the same statement may succeed later: the node is busy, or too few nodes are up.
func (r *Refusal) IsPassing() bool {
	switch r.Code {
	case gocql.ErrCodeOverloaded, gocql.ErrCodeBootstrapping, gocql.ErrCodeUnavailable, gocql.ErrCodeWriteTimeout:
		return true
	}
	return false
}

// refusalOf converts the driver's error about a statement.
func refusalOf(err gocql.RequestError) *Refusal {
	r := &Refusal{Code: err.Code(), Message: err.Message()}
	switch err.Code() {
	case gocql.ErrCodeWriteTimeout, gocql.ErrCodeWriteFailure, gocql.ErrCodeCASWriteUnknown:
		r.Unknown = true
	}
	if at, found := strings.CutPrefix(r.Message, "line "); found {
		if n, _ := fmt.Sscanf(at, "%d:%d", &r.Line, &r.Column); n != 2 {
			r.Line, r.Column = 0, 0
		}
	}
	return r
}

// explainOpen explains why no connection could be opened.
func (s *Session) explainOpen(ctx context.Context, hosts []string, attempt *attempt, err error) error {
	where := strings.Join(hosts, ", ")
	if ctx.Err() != nil {
		return fmt.Errorf("%w: connecting to %s: %w", ErrCancelled, where, ctx.Err())
	}
	if attempt.failure() != nil {
		err = attempt.failure()
	}
	return s.explain(where, err)
}

// explain adds a kind, and advice, to an error of the driver.
func (s *Session) explain(where string, err error) error {
	var refused gocql.RequestError
	var name *net.DNSError
	var record tls.RecordHeaderError
	var host x509.HostnameError
	var certificate *tls.CertificateVerificationError
	var authority x509.UnknownAuthorityError
	var alert tls.AlertError
	switch {
	case errors.Is(err, ErrNotAllowed), errors.Is(err, ErrTLS), errors.Is(err, ErrProtocol), errors.Is(err, ErrTooLarge), errors.Is(err, ErrOptions):
		return err
	case errors.As(err, &refused):
		return s.explainRefused(where, refused)
	case strings.Contains(err.Error(), "authentication required"): // the driver's own words, without a type
		return fmt.Errorf("%w: %s asks for a user and a password: give both", ErrAuthentication, where)
	case errors.As(err, &name), strings.Contains(err.Error(), "failed to resolve"):
		return fmt.Errorf("%w: there is no host %s: check the name", ErrUnreachable, where)
	case errors.As(err, &host):
		return fmt.Errorf("%w: the certificate of %s is for another name (%w): "+
			"set the server name of the TLS settings to the name in the certificate", ErrTLS, where, host)
	case errors.As(err, &certificate):
		return fmt.Errorf("%w: the certificate of %s is not trusted (%w): give the certificate of its authority (CA)", ErrTLS, where, certificate.Err)
	case errors.As(err, &record):
		return fmt.Errorf("%w: %s does not speak TLS at this port: check the port, or connect without TLS", ErrTLS, where)
	case errors.As(err, &authority):
		return fmt.Errorf("%w: the certificate of %s is not the one of the bundle (%w): download the bundle again", ErrTLS, where, err)
	case errors.As(err, &alert), strings.Contains(err.Error(), "remote error: tls:"):
		return fmt.Errorf("%w: %s ended the handshake (%w): it may require a client certificate that its authority signed", ErrTLS, where, err)
	}
	return s.explainUnreachable(where, err)
}

func (s *Session) explainRefused(where string, refused gocql.RequestError) error {
	switch refused.Code() {
	case gocql.ErrCodeCredentials, gocql.ErrCodeUnauthorized:
		if s.options.User == "" && s.options.AWS == nil {
			return fmt.Errorf("%w: %s asks for a user and a password: give both (%s)", ErrAuthentication, where, refused.Message())
		}
		return fmt.Errorf("%w: %s does not accept the user or the password: %s", ErrAuthentication, where, refused.Message())
	case gocql.ErrCodeBootstrapping, gocql.ErrCodeOverloaded:
		return fmt.Errorf("%w: %s is busy: %s: try again later", ErrUnreachable, where, refused.Message())
	case gocql.ErrCodeProtocol:
		return fmt.Errorf("%w: %s does not speak version %d of the native protocol (%s): Widerow reads Cassandra 2.2 and later",
			ErrProtocol, where, protocolVersion, refused.Message())
	}
	return refusalOf(refused)
}

// explainUnreachable explains a connection that could not be made, or that was lost.
func (s *Session) explainUnreachable(where string, err error) error {
	switch {
	case errors.Is(err, syscall.ECONNREFUSED):
		return fmt.Errorf("%w: nothing listens at %s: check host and port, and whether the server runs", ErrUnreachable, where)
	case errors.Is(err, os.ErrDeadlineExceeded), errors.Is(err, context.DeadlineExceeded), errors.Is(err, gocql.ErrTimeoutNoResponse),
		strings.Contains(err.Error(), "within timeout"), strings.Contains(err.Error(), "i/o timeout"):
		return fmt.Errorf("%w: %s does not answer in time: check host and port, firewalls, and whether the port expects TLS (%w)", ErrUnreachable, where, err)
	case strings.Contains(err.Error(), "EOF"), errors.Is(err, syscall.ECONNRESET):
		return fmt.Errorf("%w: %s closed the connection: check that this is the port for CQL, and whether it expects TLS (%w)", ErrUnreachable, where, err)
	case errors.Is(err, gocql.ErrNoConnections), errors.Is(err, gocql.ErrConnectionClosed), errors.Is(err, gocql.ErrNoConnectionsStarted):
		return fmt.Errorf("%w: the connection with %s is lost: the node may be down; the next statement connects again", ErrUnreachable, where)
	}
	for _, words := range unreadable {
		if strings.Contains(err.Error(), words) {
			return fmt.Errorf("%w: %s sends what the driver cannot read: %w", ErrProtocol, where, err)
		}
	}
	return fmt.Errorf("%w: %s: %w", ErrUnreachable, where, err)
}

// unreadable are words of the driver about an answer that it cannot read. Its errors have
// no type.
var unreadable = []string{"not enough bytes", "unknown type", "invalid type string", "unknown frame", "unknown error code", "Unknown type"}
