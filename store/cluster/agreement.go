package cluster

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/netip"
	"slices"
	"strings"
	"time"
)

// ErrDisagreement means that nodes have different versions of the schema.
var ErrDisagreement = errors.New("the nodes disagree about the schema")

const (
	agreementPause = 100 * time.Millisecond
	// agreementPatience is the time after which nodes that do not agree are asked whether
	// they are up, and agreementTimeout that after which nobody waits any more.
	agreementPatience = 5 * time.Second
	agreementTimeout  = 60 * time.Second
)

// AwaitAgreement waits until all nodes have the same version of the schema, as they must
// before the next statement on it. Nodes that are down cannot agree: it returns their
// addresses.
func (s *Session) AwaitAgreement(ctx context.Context) (down []string, err error) {
	begun := time.Now()
	for {
		nodes, err := s.nodes(ctx)
		if err != nil {
			return nil, err
		}
		versions := versionsOf(nodes, down)
		if len(versions) <= 1 {
			return down, nil
		}
		switch waited := time.Since(begun); {
		case waited > agreementTimeout:
			return down, fmt.Errorf("%w after %v: %s: wait until they agree, then go on", ErrDisagreement, agreementTimeout,
				strings.Join(describeVersions(versions), "; "))
		case waited > agreementPatience && down == nil:
			down = s.unreachable(ctx, nodes)
		}
		select {
		case <-ctx.Done():
			return down, fmt.Errorf("%w: waiting for the nodes to agree about the schema: %w", ErrCancelled, ctx.Err())
		case <-time.After(agreementPause):
		}
	}
}

// versionsOf returns the nodes by their version of the schema, without those that are down.
func versionsOf(nodes []Node, down []string) map[string][]string {
	versions := map[string][]string{}
	for _, node := range nodes {
		if node.SchemaVersion != "" && !slices.Contains(down, node.Address) {
			versions[node.SchemaVersion] = append(versions[node.SchemaVersion], node.Address)
		}
	}
	return versions
}

func describeVersions(versions map[string][]string) []string {
	var lines []string
	for _, version := range slices.Sorted(maps.Keys(versions)) {
		lines = append(lines, version+": "+strings.Join(versions[version], ", "))
	}
	return lines
}

// unreachable returns the nodes that accept no connection. One that may not be dialled
// counts as reachable.
func (s *Session) unreachable(ctx context.Context, nodes []Node) []string {
	down := []string{}
	for _, node := range nodes[min(1, len(nodes)):] { // the first one has just answered
		to, err := netip.ParseAddrPort(node.Address)
		if err != nil {
			continue
		}
		ctx, cancel := context.WithTimeout(ctx, s.options.ConnectTimeout)
		connection, err := s.dialer.connect(ctx, to)
		cancel()
		switch {
		case err == nil:
			connection.Close()
		case !errors.Is(err, ErrNotAllowed):
			down = append(down, node.Address)
		}
	}
	return down
}
