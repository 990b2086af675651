package oracle

import (
	"os"
	"testing"

	"widerow/cql/cassandratest"
)

func TestMain(m *testing.M) { os.Exit(cassandratest.Main(m)) }
