package ring

import (
	"encoding/hex"
	"math"
	"slices"
	"strings"
	"testing"

	"widerow/model"
)

// The tokens are Cassandra's: TestKeysOnCassandra in package cql asks a server for
// those of random keys of every type, and for these.
func TestTokenOf(t *testing.T) {
	for _, c := range []struct {
		key  string
		want Token
	}{
		{"jim", 2680261686609811218}, {"carol", -3169904368870211108}, {"johnny", -2876970619340914070}, {"suzy", 4113135677556563029},
		{"", math.MinInt64},
	} {
		if got := TokenOf([]byte(c.key)); got != c.want {
			t.Errorf("token of %q: %d, want %d", c.key, got, c.want)
		}
	}
}

func TestPartitionKeyOfSeveralColumns(t *testing.T) {
	if got := hex.EncodeToString(PartitionKey([][]byte{[]byte("ab"), {0, 0, 0, 7}})); got != "000261620000040000000700" {
		t.Errorf("the key is %s", got)
	}
	if got := string(PartitionKey([][]byte{[]byte("ab")})); got != "ab" {
		t.Errorf("the key of one column is %q", got)
	}
}

func TestEncode(t *testing.T) {
	for _, c := range []struct{ typ, text, want string }{
		{"int", "-2", "fffffffe"}, {"tinyint", "127", "7f"}, {"smallint", "258", "0102"}, {"bigint", "1", "0000000000000001"},
		{"varint", "0", "00"}, {"varint", "127", "7f"}, {"varint", "128", "0080"}, {"varint", "-128", "80"}, {"varint", "-129", "ff7f"},
		{"decimal", "9.50", "0000000203b6"}, {"decimal", "1e3", "fffffffd01"}, {"decimal", "-.5", "00000001fb"},
		{"boolean", "True", "01"}, {"float", "1.5", "3fc00000"}, {"double", "NaN", "7ff8000000000000"}, {"blob", "0xCAfe", "cafe"},
		{"inet", "192.0.2.1", "c0000201"}, {"inet", "::ffff:192.0.2.1", "c0000201"}, {"inet", "2001:db8::1", "20010db8000000000000000000000001"},
		{"timestamp", "1970-01-01 00:00:01.5+0000", "00000000000005dc"}, {"timestamp", "1970-01-01T02:00+02:00", "0000000000000000"}, {"timestamp", "1970-01-02", "0000000005265c00"},
		{"date", "1970-01-01", "80000000"}, {"date", "1969-12-31", "7fffffff"}, {"date", "5", "00000005"}, {"time", "00:00:01", "000000003b9aca00"},
		{"uuid", "123E4567-e89b-42d3-a456-426614174000", "123e4567e89b42d3a456426614174000"},
		{"text", "é", "c3a9"},
	} {
		got, err := Encode(model.Native(c.typ), c.text)
		if err != nil || hex.EncodeToString(got) != c.want {
			t.Errorf("%s %s: %x, %v; want %s", c.typ, c.text, got, err, c.want)
		}
	}
}

func TestEncodeRefuses(t *testing.T) {
	for _, c := range []struct{ typ, text string }{
		{"int", "2147483648"}, {"int", "+1"}, {"int", ""}, {"tinyint", "128"}, {"boolean", "yes"}, {"blob", "cafe"}, {"blob", "0xabc"},
		{"decimal", "."}, {"decimal", "1e9999"}, {"double", "one"}, {"double", "0x1p3"}, {"uuid", "123"}, {"timeuuid", "123e4567-e89b-42d3-a456-426614174000"},
		{"inet", "host"}, {"timestamp", "yesterday"}, {"date", "2026-02-30"}, {"time", "24:00:00"}, {"ascii", "é"}, {"varint", "1_0"},
	} {
		if got, err := Encode(model.Native(c.typ), c.text); err == nil {
			t.Errorf("%s accepts %q as %x", c.typ, c.text, got)
		}
	}
	if Supported(model.Frozen(model.Type{Kind: model.ListType, Arguments: []model.Type{model.Native("int")}})) || Supported(model.Native("counter")) {
		t.Error("a frozen list or a counter is supported")
	}
}

func TestReplicas(t *testing.T) {
	centre := Cluster(map[string]string{"class": "SimpleStrategy", "replication_factor": "2"}, 4)[0]
	quarter := Token(1 << 62)
	if got, want := centre.Nodes[2].Token, Token(0); got != want || centre.Nodes[3].Token != quarter {
		t.Errorf("node 3 is at %d, want %d", got, want)
	}
	for token, want := range map[Token][]int{math.MinInt64: {1, 2}, math.MinInt64 + 1: {2, 3}, 0: {3, 4}, quarter: {4, 1}, quarter + 1: {1, 2}} {
		var got []int
		for _, node := range centre.Replicas(token) {
			got = append(got, node.Number)
		}
		if !slices.Equal(got, want) {
			t.Errorf("token %d is on nodes %v, want %v", token, got, want)
		}
	}
}

func TestCluster(t *testing.T) {
	for _, c := range []struct {
		replication   map[string]string
		nodes         int
		names         string
		factor, count int
	}{
		{map[string]string{"class": "SimpleStrategy", "replication_factor": "1"}, 0, "", 1, 3},
		{map[string]string{"class": "NetworkTopologyStrategy", "replication_factor": "3"}, 0, "", 3, 4},
		{map[string]string{"class": "NetworkTopologyStrategy", "west": "3/1", "east": "2"}, 0, "east west", 2, 4},
		{map[string]string{"class": "NetworkTopologyStrategy", "dc1": "3"}, 2, "dc1", 3, 2},
		{nil, 5, "", 1, 5},
	} {
		centres := Cluster(c.replication, c.nodes)
		var names []string
		tokens := map[Token]bool{}
		for _, centre := range centres {
			names = append(names, centre.Name)
			for _, node := range centre.Nodes {
				if tokens[node.Token] {
					t.Errorf("%v: two nodes have the token %d", c.replication, node.Token)
				}
				tokens[node.Token] = true
			}
		}
		if strings.Join(names, " ") != c.names || centres[0].Factor != c.factor || len(centres[0].Nodes) != c.count {
			t.Errorf("%v: %v, factor %d, %d nodes", c.replication, names, centres[0].Factor, len(centres[0].Nodes))
		}
	}
}

func TestReplicasAreAtMostTheNodes(t *testing.T) {
	if got := Cluster(map[string]string{"dc1": "3"}, 2)[0].Replicas(0); len(got) != 2 {
		t.Errorf("%d replicas on 2 nodes", len(got))
	}
}
