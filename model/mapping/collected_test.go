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

// TestSetsOfOthersAreNotStatic: what a reader has once is static, but the authors of a book that the reader reviews belong to
// one row; a set that the reader has is static.
func TestSetsOfOthersAreNotStatic(t *testing.T) {
	const concepts = "Reader: reader_id, reader_name, email\nBook: isbn, title\nAuthor: author_id\nClub: club_id\n" +
		"Author n writes m Book\nReader n reviews m Book\nReader n joins m Club"
	for query, want := range map[string]model.Role{
		"SELECT Reader.email, Reader.reader_name, Author.author_id, Book.title WHERE Reader.reader_id = ? AND Reader.email >= ? VIA writes, reviews": model.Regular,
		"SELECT Reader.email, Reader.reader_name, Club.club_id, Book.title WHERE Reader.reader_id = ? AND Reader.email >= ? VIA joins, reviews":      model.Static,
	} {
		m, sets := document(t, concepts, query), 0
		for _, a := range mapping.Explore(m, "q1").Alternatives {
			for _, c := range a.Columns {
				if c.Collection == model.SetOf && c.Name != "books" {
					sets++
					if c.Role != want {
						t.Errorf("%s: %s is %q, want %q", query, c.Name, c.Role, want)
					}
				}
			}
		}
		if sets == 0 {
			t.Errorf("%s: no set is offered", query)
		}
	}
}
