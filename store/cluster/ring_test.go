package cluster_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"widerow/cql/cassandratest"
	"widerow/store/cluster"
)

// eventually waits for a condition that the nodes bring about.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); !holds(); time.Sleep(200 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("not after two minutes: %s", what)
		}
	}
}

// TestRing uses a cluster of three nodes: its sizes, one of its nodes after the other, and
// what happens when one dies.
func TestRing(t *testing.T) {
	t.Parallel() // it mostly waits
	begun := time.Now()
	ring := cassandratest.StartRing(t)
	t.Logf("up after %v", time.Since(begun).Round(time.Second))
	ctx := t.Context()
	options := cluster.Options{Hosts: ring.Addresses[:1], Timeout: time.Minute, ConnectTimeout: 20 * time.Second}
	session, err := cluster.Open(ctx, options)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	eventually(t, "three nodes know each other", func() bool {
		server, err := session.Server(ctx)
		return err == nil && len(server.Nodes) == 3
	})
	agree := func() {
		if down, err := session.AwaitAgreement(ctx); err != nil || len(down) > 0 {
			t.Fatalf("agreement: %v, down %v", err, down)
		}
	}
	do := func(text string) error {
		_, err := session.Run(ctx, cluster.Statement{Text: text, Consistency: "QUORUM"})
		return err
	}
	eventually(t, "the nodes accept a keyspace", func() bool {
		return do("CREATE KEYSPACE IF NOT EXISTS shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 3}") == nil
	})
	agree()
	if err := do("CREATE TABLE shop.t (k int PRIMARY KEY, v text) WITH compression = {'enabled': false}"); err != nil {
		t.Fatal(err)
	}
	agree()
	const partitions = 3000
	driver := ring.Connect(t, 0)
	const atOnce = 250
	for from := 0; from < partitions; from += atOnce {
		batch := "BEGIN UNLOGGED BATCH "
		for k := range atOnce {
			batch += fmt.Sprintf("INSERT INTO shop.t (k, v) VALUES (%d, '%s'); ", from+k, strings.Repeat("x", 100))
		}
		if err := do(batch + "APPLY BATCH"); err != nil {
			t.Fatal(err)
		}
	}
	cassandratest.Run(t, driver, "SELECT * FROM shop.t WHERE k = 1") // which the driver prepares
	t.Logf("written after %v", time.Since(begun).Round(time.Second))
	ring.Flush(t, driver, "shop", "t")
	var sizes *cluster.Sizes
	eventually(t, "the nodes estimate all partitions", func() bool {
		sizes, err = session.Sizes(ctx, "shop")
		return err == nil && len(sizes.Tables) == 1 && math.Abs(sizes.Tables[0].Partitions/partitions-1) < 0.05
	})
	if table := sizes.Tables[0]; len(sizes.Nodes) != 3 || len(sizes.Missing) != 0 || table.MeanBytes < 100 || table.MeanBytes > 300 || table.DiskBytes < 3*mebibyte || table.MaxPartition <= 0 {
		t.Errorf("sizes %+v", sizes)
	}
	statements, missing, err := session.Applications(ctx)
	if err != nil || len(missing) > 0 || !strings.Contains(cluster.Script(statements), "SELECT * FROM shop.t WHERE k = 1;") || strings.Contains(cluster.Script(statements), "system") {
		t.Errorf("statements of the application: %v, %v\n%s", err, missing, cluster.Script(statements))
	}
	t.Logf("sizes after %v", time.Since(begun).Round(time.Second))
	only, _ := cluster.ParseDialList(ring.Addresses[0])
	options.Dial = only
	guarded, err := cluster.Open(ctx, options)
	if err != nil {
		t.Fatal(err)
	}
	defer guarded.Close()
	if sizes, err := guarded.Sizes(ctx, "shop"); err != nil || len(sizes.Missing) != 2 || !strings.Contains(fmt.Sprint(sizes.Missing), "not connect to 127.0.1.2") {
		t.Errorf("peers that may not be dialled: %+v, %v", sizes, err)
	}
	nodeDies(ctx, t, ring, session)
}

const mebibyte = 1 << 20

// nodeDies ends the node that executes the statements.
func nodeDies(ctx context.Context, t *testing.T, ring *cassandratest.Ring, session *cluster.Session) {
	ring.Kill(0)
	_, err := session.Run(ctx, cluster.Statement{Text: "SELECT * FROM shop.t WHERE k = 1", Consistency: "QUORUM"})
	if err != nil && !errors.Is(err, cluster.ErrUnreachable) {
		t.Errorf("while the node dies: %v", err)
	}
	eventually(t, "another node answers", func() bool {
		result, err := session.Run(ctx, cluster.Statement{Text: "SELECT * FROM shop.t WHERE k = 1", Consistency: "QUORUM"})
		return err == nil && len(result.Rows) == 1 && result.Coordinator != ring.Addresses[0]
	})
	sizes, err := session.Sizes(ctx, "shop")
	if err != nil || len(sizes.Nodes) != 2 || !strings.Contains(sizes.Missing[ring.Addresses[0]], "nothing listens") {
		t.Errorf("sizes without a node: %+v, %v", sizes, err)
	}
	if _, err := session.Run(ctx, cluster.Statement{Text: "ALTER TABLE shop.t ADD w int", Consistency: "QUORUM"}); err != nil {
		t.Fatal(err)
	}
	if down, err := session.AwaitAgreement(ctx); err != nil || len(down) > 1 {
		t.Errorf("agreement of the others: %v, down %v", err, down)
	}
}
