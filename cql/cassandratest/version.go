package cassandratest

import (
	"cmp"
	"os"
)

// The versions of the servers, which nothing else names: .ci/run reads this file,
// too.
const (
	// Released is the version of 5.0 that recorded verdicts are from.
	Released = "5.0.9"

	// Next is the version that verdicts for 6.0 are from.
	Next = "6.0-alpha2"
)

// Version returns the version of the server. WIDEROW_CASSANDRA_VERSION names
// another, to see what it answers otherwise.
func Version() string { return cmp.Or(os.Getenv("WIDEROW_CASSANDRA_VERSION"), Released) }
