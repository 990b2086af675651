package capacity

import (
	"math"
	"testing"

	"widerow/model"
)

// The hottest of 5,000 partitions by Zipf's law has 1/H(5000) = 10.995 % of the use. Of
// 200,000 writes in a second that are 21,990: more than a node does, however many nodes
// there are. If all are as popular, it is 40.
func TestHotPartition(t *testing.T) {
	m := rooms(t, map[string]string{"class": "NetworkTopologyStrategy", "dc1": "3"})
	of := func(skew string) (Cluster, Skewed) {
		m.Cluster.Skew = model.Expression(skew)
		input := Read(m, today)
		c := Of(m, input)
		table := &c.Tables[0]
		table.Writes, table.Reads = model.Value{Typical: 200_000, Worst: 400_000}, exactly(1000)
		table.copies = map[model.Consistency]model.Value{model.LocalQuorum: exactly(1000)}
		s, found := c.Skew(&c.Centres[0], 1e6)
		if !found {
			t.Fatal("nothing to simulate")
		}
		return c, s
	}
	_, s := of("1")
	hot := s.Hot[0]
	share := 1 / 9.094508852984404 // H(5000)
	if math.Abs(hot.Share-share) > 1e-8 || math.Abs(hot.Writes.Typical-200_000*share) > 0.01 {
		t.Errorf("the hottest partition has %v of the use and %v writes", hot.Share, hot.Writes)
	}
	// Two replicas of three are asked in a read.
	if want := 200_000*share/10_000 + 2000*share/3/5000; math.Abs(hot.Node.Typical-want) > 1e-6 || hot.Node.Worst <= hot.Node.Typical {
		t.Errorf("it takes %v of a node, want %v", hot.Node, want)
	}
	if _, s = of("0"); math.Abs(s.Hot[0].Writes.Typical-40) > 1e-9 {
		t.Errorf("a partition like all others has %v writes", s.Hot[0].Writes)
	}
	if least, mean, most := s.Partitions(); mean != 5000 || least != 5000 || most != 5000 {
		t.Errorf("three nodes with three replicas have %v to %v partitions, %v on average", least, most, mean)
	}
}
