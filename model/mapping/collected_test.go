package mapping_test

import (
	"testing"

	"widerow/model"
	"widerow/model/mapping"
)

// TestSetsLoseNothing: values that two instances may share are no elements of a set, nor are
// instances that are related several times.
func TestSetsLoseNothing(t *testing.T) {
	for _, test := range []struct {
		concepts, query string
		want            bool
	}{
		{"Team: team_id, name\nPlayer: player_id, nickname\nTeam n has m Player", "SELECT Team.name, Player.player_id WHERE Team.team_id = ?", true},
		{"Team: team_id, name\nPlayer: player_id, nickname\nTeam n has m Player", "SELECT Team.name, Player.nickname WHERE Team.team_id = ?", false},
		{"Team: team_id, name\nPlayer: player_id, nickname\nTeam n has m Player", "SELECT Team.name, Player.player_id WHERE Team.team_id = ? LIMIT 3", false},
		{"Team: team_id, name\nPlayer: player_id, nickname\nTeam n has m Player", "SELECT DISTINCT Team.name, Player.nickname WHERE Team.team_id = ?", false},
	} {
		m := document(t, test.concepts, test.query)
		isCollected := func() bool {
			for _, a := range mapping.Explore(m, "q1").Alternatives {
				if a.Form == mapping.Collected {
					return true
				}
			}
			return false
		}
		if isCollected() != test.want {
			t.Errorf("%s: a set is offered: %t, want %t", test.query, isCollected(), test.want)
		}
		for _, entity := range m.Concepts.Entities {
			for _, attribute := range entity.Attributes {
				if attribute.Name == "nickname" {
					attribute.Unique = true
				}
			}
		}
		if unique := m.Workflow.Queries["q1"]; !unique.Distinct && unique.Limit == 0 && !isCollected() {
			t.Errorf("%s: no set of unique values is offered", test.query)
		}
		for _, relationship := range m.Concepts.Relationships {
			relationship.Attributes = map[model.ID]*model.Attribute{"since": {Name: "since", Key: model.PartialKey}}
		}
		if isCollected() {
			t.Errorf("%s: a set is offered of players that are related several times", test.query)
		}
	}
}

// TestSetsOfOwners: the owner of what a row is about identifies the row, so it is not in a set of it.
func TestSetsOfOwners(t *testing.T) {
	m := document(t, `Chain: chain_id
weak Market: *market_no
weak Seller: *seller_no, shop_name unique within Chain, rating
Buyer: buyer_id, email unique
Chain 1 runs n Market
Market 1 admits n Seller
Buyer n reviews m Seller`, "SELECT Buyer.email, Chain.chain_id, Seller.shop_name WHERE Seller.rating = ? ORDER BY Seller.shop_name VIA runs, admits, reviews")
	for _, a := range mapping.Explore(m, "q1").Alternatives {
		for _, c := range a.Columns {
			if c.Role.InKey() && c.Collection.HasElements() || c.Name == "chains" {
				t.Errorf("%s has a set of owners: %+v", a.Signature(), c)
			}
		}
	}
}
