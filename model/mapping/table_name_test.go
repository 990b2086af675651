package mapping

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestTableNames: two tables of one derivation have different names, which say why.
func TestTableNames(t *testing.T) {
	players := func(b *builder) {
		b.entity("Player", "id key", "nickname", "country")
		b.entity("Board", "id key")
		b.entity("Season", "id key")
		b.entity("Guild", "id key")
		b.relationship("scores", "Player m", "Board n", "Season n")
		b.attributes("scores", "points")
		b.relationship("follows", "Player m as follower", "Player n as followed")
		b.relationship("joins", "Player n", "Guild 1")
		b.attributes("joins", "rank")
	}
	for _, test := range []struct {
		name    string
		queries []string
		want    []string
	}{
		{"the same search in another order", []string{"find Player.nickname given Guild.id sort joins.rank", "find Player.nickname given Guild.id sort Player.country"},
			[]string{"players_by_guild_country", "players_by_guild_rank"}},
		{"roles", []string{"find Player.nickname/followspa given Player.id/followspb", "find Player.nickname/followspb given Player.id/followspa"},
			[]string{"players_by_followed", "players_by_follower"}},
		{"all participants are given", []string{"find scores.points given Player.id Board.id Season.id"}, []string{"scores_by_player_board_season"}},
		{"all participants but one", []string{"find scores.points given Board.id Season.id"}, []string{"players_by_board_season"}},
		{"groups of everything", []string{"find Player.country Player:count group Player.country", "find Player.nickname sort Player.nickname"},
			[]string{"players", "players_by_country"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := build(t)
			players(b)
			for i, query := range test.queries {
				b.query([]string{"Q1", "Q2"}[i], query)
			}
			var got []string
			for _, p := range Derive(b.m, nil, nil).Proposals {
				got = append(got, p.Name)
			}
			slices.Sort(got)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("names (-want +got):\n%s", diff)
			}
			before := b.derive(nil)
			for _, p := range b.derive(nil).Proposals {
				if p.Kind != Kept {
					t.Errorf("deriving again: %s is %s, after %s", p.Name, p.Kind, kindsInWords(before))
				}
			}
		})
	}
}
