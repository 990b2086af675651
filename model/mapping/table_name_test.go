package mapping

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/model"
)

// TestTableNames: two tables of one derivation have different names, which reveal the difference.
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
		b.entity("Match", "id key", "mode", "startedAt")
		b.relationship("plays", "Player m", "Match n")
		b.entity("weak Round", "no partial", "winner")
		b.relationship("identifying has", "Match 1", "Round n")
		b.relationship("visits", "Player m", "Guild n")
		b.attributes("visits", "at partial", "minutes")
		b.relationship("trades_with", "Player m as from", "Player n as to")
		b.attributes("trades_with", "trade_id key", "price")
		b.relationship("is_banned_in", "Player m", "Guild n")
		b.attributes("is_banned_in", "ban_id key", "why")
		b.entity("HTTPRequest", "id key", "userID", "nameOfTheDataCenter", "responseCode", "sentAt")
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
		{"what a row is", []string{"find Match.mode Match.startedAt Player.nickname given Match.id"}, []string{"players_by_match"}},
		{"what a row is, of two that it leads to", []string{"find Match.mode Match.startedAt Round.no Round.winner given Player.id"}, []string{"rounds_by_player"}},
		{"one row", []string{"find Round.winner Match.mode Match.startedAt given Match.id Round.no"}, []string{"rounds_by_match_no"}},
		{"rows that a relationship type tells apart", []string{"find visits Guild.id given Player.id"}, []string{"visits_by_player"}},
		{"roles that are prepositions", []string{"find trades_with Player.nickname/tradeswithpb given Player.id/tradeswithpa"}, []string{"trades_by_from_player"}},
		{"no noun for the rows", []string{"find is_banned_in Guild.id given Player.id"}, []string{"guilds_by_player"}},
		{"groups within what is given", []string{"find Match.mode Match:count given Player.id group Match.mode"}, []string{"matches_by_player_mode"}},
		{"words of their own", []string{"find HTTPRequest given HTTPRequest.userID sort HTTPRequest.sentAt"}, []string{"http_requests_by_user_id"}},
		{"longer than a name can be", []string{"find HTTPRequest given HTTPRequest.userID HTTPRequest.nameOfTheDataCenter HTTPRequest.responseCode"},
			[]string{"http_requests_by_user_id_name_of_the_data_center"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := build(t)
			players(b)
			for i, query := range test.queries {
				b.query([]string{"Q1", "Q2"}[i], query)
			}
			b.answer()
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

// TestNamesOfComputedTables: a table with a row for each group is named after what it
// aggregates and by all that its rows are looked up and grouped by.
func TestNamesOfComputedTables(t *testing.T) {
	for query, want := range map[string]string{
		"find Sensor.id Reading:count given Network.name group Sensor.id":                                      "reading_counts_by_name_sensor",
		"find Reading.day Reading:count Reading.value:max given Sensor.id Reading.day:range group Reading.day": "reading_statistics_by_sensor_day",
		"find Reading:count given Network.name":                                                                "reading_counts_by_name",
	} {
		b := build(t)
		b.entity("Network", "name")
		b.attributes("Network", "id key")
		b.entity("Sensor", "id key")
		b.entity("Reading", "id key", "day", "value")
		b.relationship("has", "Network 1", "Sensor n")
		b.relationship("takes", "Sensor 1", "Reading n")
		b.query("Q1", query)
		var got string
		for _, p := range Derive(b.m, nil, map[model.ID]Choice{"q1": {Key: precomputed(t, b.m, "q1")}}).Proposals {
			got = p.Name
		}
		if got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
}

// TestNamesDiffer: no two tables that are derived at once have the same name, and deriving again
// keeps both names.
func TestNamesDiffer(t *testing.T) {
	b := build(t)
	b.entity("Flag", "id key", "colour", "kind")
	b.numbers("flag instances 30000000", "flagcolour distinct 12")
	b.query("Q1", "find Flag.id given Flag.colour")
	b.query("Q2", "find Flag.colour")
	for _, q := range b.m.Workflow.Queries {
		q.Distinct = len(q.Given) == 0
	}
	b.derive(nil)
	names := map[string]bool{}
	for _, p := range Derive(b.m, nil, nil).Proposals {
		if names[p.Name] || p.Kind != Kept {
			t.Errorf("%s: %s", p.Name, p.Kind)
		}
		names[p.Name] = true
	}
	if len(names) != 2 {
		t.Errorf("derived %v", names)
	}
}
