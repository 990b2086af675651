package write_test

import (
	"testing"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/querytext"
	"widerow/model/write"
)

// TestNeighboursOfTheCases plans two updates of each kind of which a plan once destroyed or invented rows of others. The
// oracle carries them out (cql/oracle/testdata/further/neighbours.txt).
func TestNeighboursOfTheCases(t *testing.T) {
	for _, test := range []struct {
		name, concepts string
		queries        []string
		update         string
		want           []string
	}{
		{"U01: the depot of a parcel is not one where drivers of its route work", `Depot: depot_id, depot_name
Parcel: parcel_id, weight, state
Route: route_id, route_name
Courier: courier_id, courier_name
Depot 1 keeps n Parcel
Route 1 carries n Parcel
Courier n drives m Route n Depot: since`,
			[]string{"SELECT Parcel.parcel_id, Parcel.state WHERE Route.route_id = ? AND Depot.depot_id = ? VIA " +
				"carries, keeps",
				"SELECT Depot.depot_id, Depot.depot_name, drives.since WHERE Route.route_id = ? VIA drives",
				"SELECT Parcel.weight, Route.route_id WHERE Parcel.parcel_id = ? VIA carries"},
			"change Parcel.state", []string{
				"0 select route_id from parcels where parcel_id = ?",
				"1 update parcels_by_route_depot set state new where route_id = 0.route_id, depot_id = " +
					"unknown, parcel_id = ?; only if 0.route_id; missing depot_id",
				"missing depot_id of parcels_by_route_depot by Parcel.parcel_id",
			}},
		{"U01: a painting hangs in one museum, whoever exhibits there", `Museum: museum_id, museum_name
Painting: painting_id, painting_title, condition
Painter: painter_id, painter_name
Museum 1 hangs n Painting
Painter n paints m Painting
Painter n exhibits m Museum: opened_on`,
			[]string{"SELECT Painting.painting_title, Painting.condition WHERE Museum.museum_id = ? AND " +
				"Painter.painter_id = ? VIA hangs, paints",
				"SELECT Painter.painter_id, Painter.painter_name, exhibits.opened_on WHERE " +
					"Museum.museum_id = ? VIA exhibits"},
			"delete Painting", []string{
				"0 delete from paintings_by_museum_painter where museum_id = unknown, painter_id = " +
					"unknown, painting_id = ?; missing museum_id, painter_id",
				"missing museum_id, painter_id of paintings_by_museum_painter by Painting.painting_id",
			}},
		{"U02: the crops of a farm are not those of one field", `Farm: farm_id, farm_name
weak Field: *field_no, hectares
Farm 1 ploughs n Field
Crop: crop_id, sown_on, yield_tons
Field 1 bears n Crop`,
			[]string{"SELECT Crop.crop_id, Crop.sown_on WHERE Farm.farm_id = ? AND Crop.yield_tons >= ? ORDER BY " +
				"Crop.yield_tons DESC VIA ploughs, bears",
				"SELECT Field.field_no, Field.hectares WHERE Farm.farm_id = ? VIA ploughs"},
			"delete Field cascade", []string{
				"0 delete from fields_by_farm where farm_id = ?, field_no = ?",
				"1 delete from crops_by_farm_yield_tons where farm_id = ?, yield_tons = unknown, crop_id " +
					"= unknown; missing yield_tons, crop_id",
				"missing yield_tons, crop_id of crops_by_farm_yield_tons by Field.field_no, Farm.farm_id",
			}},
		{"U02: the songs of a studio are not those of one album", `Studio: studio_id, studio_name
Album: album_id, album_title
Song: song_id, song_title, length_seconds
Studio 1 records n Album
Album 1 lists n Song`,
			[]string{"SELECT Song.song_id, Song.song_title WHERE Studio.studio_id = ? ORDER BY Song.length_seconds " +
				"VIA records, lists",
				"SELECT Album.album_id, Album.album_title WHERE Studio.studio_id = ? VIA records"},
			"delete Album cascade", []string{
				"0 delete from songs_by_studio where studio_id = unknown, length_seconds = unknown, " +
					"song_id = unknown; missing studio_id, length_seconds, song_id",
				"0 delete from albums_by_studio where studio_id = unknown, album_id = ?; missing studio_id",
				"missing studio_id, length_seconds, song_id of songs_by_studio by Album.album_id",
				"missing studio_id of albums_by_studio by Album.album_id",
			}},
		{"U03: a guest has no name of the host", `Member: member_id, member_name
Match: match_id, played_on
Member(home) 1 hosts n Match
Member(guest) n joins m Match: score`,
			[]string{"SELECT Match.played_on, Member(home).member_name WHERE Match.match_id = ? VIA hosts",
				"SELECT Match.match_id, Match.played_on, joins.score WHERE Member(guest).member_id = ? VIA joins"},
			"change Member.member_name", []string{
				"0 update matches set home_member_name new where match_id = unknown; missing match_id",
				"missing match_id of matches by Member.member_id",
			}},
		{"U03: a contact is no mother", `Parent: parent_id, parent_name
Child: child_id, child_name
Parent(mother) 1 bears_child n Child
Parent(contact) n calls m Child: phone`,
			[]string{"SELECT Child.child_name, Parent(mother).parent_name WHERE Child.child_id = ? VIA bears_child",
				"SELECT Parent(contact).parent_name, calls.phone WHERE Child.child_id = ? VIA calls"},
			"change Parent.parent_name", []string{
				"0 update children set mother_parent_name new where child_id = unknown; missing child_id",
				"0 update parents_by_child set contact_parent_name new where child_id = unknown, " +
					"contact_parent_id = ?; missing child_id",
				"missing child_id of children by Parent.parent_id",
				"missing child_id of parents_by_child by Parent.parent_id",
			}},
		{"U04: a page goes as one that cites and as one that is cited", `Page: page_id, page_title
Page(source) n cites m Page(target): quoted_at`,
			[]string{"SELECT Page(target).page_id, cites.quoted_at WHERE Page(source).page_id = ?",
				"SELECT Page(source).page_id, Page(source).page_title WHERE Page(target).page_id = ?"},
			"delete Page", []string{
				"0 select source_page_id from pages_by_target where target_page_id = ?",
				"1 select target_page_id from pages_by_source where source_page_id = ?",
				"2 delete from pages_by_source where source_page_id = ?",
				"2 delete from pages_by_source where source_page_id = 0.source_page_id, target_page_id = " +
					"?; for each of 0",
				"2 delete from pages_by_target where target_page_id = 1.target_page_id, source_page_id = " +
					"?; for each of 1",
				"2 delete from pages_by_target where target_page_id = ?",
			}},
		{"U04: a ferry goes in both directions, also where its minutes are in the key", `Island: island_id, island_name
Island(from) n ferries m Island(to): minutes`,
			[]string{"SELECT Island(to).island_id, Island(to).island_name, ferries.minutes WHERE " +
				"Island(from).island_id = ? ORDER BY ferries.minutes",
				"SELECT Island(from).island_id WHERE Island(to).island_id = ?"},
			"delete Island", []string{
				"0 select from_island_id from islands_by_to_island where to_island_id = ?",
				"1 select minutes, to_island_id from islands_by_from_island where from_island_id = " +
					"0.from_island_id; keep to_island_id = ?; for each of 0",
				"2 select to_island_id from islands_by_from_island where from_island_id = ?",
				"3 delete from islands_by_from_island where from_island_id = ?",
				"3 delete from islands_by_from_island where from_island_id = 0.from_island_id, minutes = " +
					"1.minutes, to_island_id = ?; for each of 0; only if 1",
				"3 delete from islands_by_to_island where to_island_id = 2.to_island_id, from_island_id = " +
					"?; for each of 2",
				"3 delete from islands_by_to_island where to_island_id = ?",
			}},
		{"U05: a card is told from those of its rank", `Board: board_id, board_name
weak Card: *card_no, card_title, rank
Board 1 shows n Card`,
			[]string{"SELECT Card.card_no, Card.card_title WHERE Board.board_id = ? ORDER BY Card.rank DESC"},
			"change Card.rank", []string{
				"0 select rank, card_no, card_title from cards_by_board where board_id = ?; keep card_no = ?",
				"1 insert cards_by_board: board_id ?, rank new, card_no ?, card_title 0.card_title; only if 0",
				"1 delete from cards_by_board where board_id = ?, rank = 0.rank, card_no = ?; only if 0; " +
					"if 0.rank differs from new",
			}},
		{"U05: all jars of a day are not one jar", `Shelf: shelf_id, shelf_name
weak Jar: *jar_no, label, filled_on
Shelf 1 holds n Jar`,
			[]string{"SELECT Jar.jar_no, Jar.label WHERE Shelf.shelf_id = ? AND Jar.filled_on = ?"},
			"delete Jar", []string{
				"0 delete from jars_by_shelf_filled_on where shelf_id = ?, filled_on = unknown, jar_no = " +
					"?; missing filled_on",
				"missing filled_on of jars_by_shelf_filled_on by Jar.jar_no, Shelf.shelf_id",
			}},
		{"W01: the vet of an animal is not each of the clinic", `Clinic: clinic_id
weak Vet: *vet_no, vet_name
Clinic 1 employs n Vet
weak Animal: *animal_no, species
Clinic 1 admits n Animal
Vet 1 treats n Animal within Clinic`,
			[]string{"SELECT Animal.animal_no WHERE Clinic.clinic_id = ? AND Vet.vet_no = ? AND Animal.species = ? " +
				"VIA admits, treats",
				"SELECT Animal WHERE Clinic.clinic_id = ? AND Animal.animal_no = ?",
				"SELECT Vet WHERE Clinic.clinic_id = ?"},
			"change Animal.species", []string{
				"0 select species from animals_by_clinic_animal_no where clinic_id = ?, animal_no = ?",
				"1 update animals_by_clinic_animal_no set species new where clinic_id = ?, animal_no = ?",
				"2 insert animals_by_clinic_vet_species: clinic_id ?, vet_no unknown, species new, " +
					"animal_no ?; only if 0; missing vet_no",
				"2 delete from animals_by_clinic_vet_species where clinic_id = ?, vet_no = unknown, " +
					"species = 0.species, animal_no = ?; only if 0.species; only if 0; if 0.species differs " +
					"from new; missing vet_no",
				"missing vet_no of animals_by_clinic_vet_species by Animal.animal_no, Clinic.clinic_id",
			}},
		{"W01: several trainers of a swimmer, each with a lane", `Club: club_id
weak Trainer: *trainer_no, trainer_name
Club 1 pays n Trainer
weak Swimmer: *swimmer_no, level
Club 1 enrols n Swimmer
Trainer n coaches m Swimmer within Club: lane`,
			[]string{"SELECT Swimmer.swimmer_no, coaches.lane WHERE Club.club_id = ? AND Trainer.trainer_no = ? " +
				"AND Swimmer.level = ? VIA enrols, coaches",
				"SELECT Swimmer WHERE Club.club_id = ? AND Swimmer.swimmer_no = ?",
				"SELECT Trainer.trainer_no, Trainer.trainer_name, coaches.lane WHERE Club.club_id = ? AND " +
					"Swimmer.swimmer_no = ? VIA coaches, pays"},
			"change Swimmer.level", []string{
				"0 select level from swimmers_by_club_swimmer_no where club_id = ?, swimmer_no = ?",
				"1 select trainer_no, lane from trainers_by_club_swimmer where club_id = ?, swimmer_no = ?",
				"2 insert swimmers_by_club_trainer_level: club_id ?, trainer_no 1.trainer_no, level new, " +
					"swimmer_no ?, lane 1.lane; for each of 1; only if 0",
				"2 delete from swimmers_by_club_trainer_level where club_id = ?, trainer_no = " +
					"1.trainer_no, level = 0.level, swimmer_no = ?; for each of 1; only if 0.level; only if " +
					"0; if 0.level differs from new",
				"2 update swimmers_by_club_swimmer_no set level new where club_id = ?, swimmer_no = ?",
			}},
		{"W02: other films keep their title", `Viewer: viewer_id, viewer_name
Film: film_id, film_title
Viewer n reviews m Film: stars, reviewed_at`,
			[]string{"SELECT reviews.stars, reviews.reviewed_at, Film.film_title WHERE Viewer.viewer_id = ? ORDER " +
				"BY reviews.reviewed_at DESC",
				"SELECT Film WHERE Film.film_id = ?"},
			"change reviews.stars, reviews.reviewed_at", []string{
				"0 select reviewed_at, film_id, stars, film_title from films_by_viewer where viewer_id = " +
					"?; keep film_id = ?",
				"1 insert films_by_viewer: viewer_id ?, reviewed_at new, film_id ?, stars new, film_title " +
					"0.film_title; only if 0",
				"1 delete from films_by_viewer where viewer_id = ?, reviewed_at = 0.reviewed_at, film_id " +
					"= ?; only if 0; if 0.reviewed_at differs from new",
			}},
		{"W02: other cheeses keep their price", `Shop: shop_id, shop_name
Cheese: cheese_id, cheese_name
Shop n stocks m Cheese: price, priced_on`,
			[]string{"SELECT Cheese.cheese_name, stocks.price WHERE Shop.shop_id = ? ORDER BY stocks.price",
				"SELECT Shop.shop_id, stocks.price, stocks.priced_on WHERE Cheese.cheese_id = ?"},
			"change stocks.price, stocks.priced_on", []string{
				"0 select price, cheese_id, cheese_name from cheeses_by_shop where shop_id = ?; keep cheese_id = ?",
				"1 insert cheeses_by_shop: shop_id ?, price new, cheese_id ?, cheese_name 0.cheese_name; only if 0",
				"1 delete from cheeses_by_shop where shop_id = ?, price = 0.price, cheese_id = ?; only if " +
					"0; if 0.price differs from new",
				"1 update shops_by_cheese set price new, priced_on new where cheese_id = ?, shop_id = ?",
			}},
		{"W03: a gate leaves the list of the guard before", `Guard: guard_id, guard_name
Gate: gate_id, gate_name, alarm
Guard 1 watches n Gate`,
			[]string{"SELECT Gate.gate_id, Gate.gate_name WHERE Guard.guard_id = ? AND Gate.alarm = ?"},
			"insert watches", []string{
				"0 insert gates_by_guard_alarm: guard_id ?, alarm unknown, gate_id ?; missing alarm",
				"0 delete from gates_by_guard_alarm where guard_id = unknown, alarm = unknown, gate_id = " +
					"?; missing guard_id, alarm",
				"missing alarm of gates_by_guard_alarm by Gate.gate_id",
				"missing guard_id, alarm of gates_by_guard_alarm by Gate.gate_id",
			}},
		{"W03: a glider has one row, of its new owner", `Pilot: pilot_id, pilot_name
Glider: glider_id, glider_model, fit
Pilot 1 owns n Glider: bought_on`,
			[]string{"SELECT Glider.glider_id, Glider.glider_model, owns.bought_on WHERE Pilot.pilot_id = ? ORDER " +
				"BY owns.bought_on",
				"SELECT Pilot.pilot_name, owns.bought_on WHERE Glider.glider_id = ? VIA owns"},
			"insert owns", []string{
				"0 select bought_on from pilots_by_glider where glider_id = ?",
				"1 insert pilots_by_glider: glider_id ?, bought_on ?, pilot_name",
				"2 insert gliders_by_pilot: pilot_id ?, bought_on ?, glider_id ?",
				"2 delete from gliders_by_pilot where pilot_id = unknown, bought_on = 0.bought_on, " +
					"glider_id = ?; only if 0.bought_on; only if 0; if 0.bought_on differs from ?; missing " +
					"pilot_id",
				"missing glider_model of gliders_by_pilot by Glider.glider_id",
				"missing pilot_id of gliders_by_pilot by Glider.glider_id",
				"missing pilot_name of pilots_by_glider by Pilot.pilot_id",
			}},
		{"W01: whose album it is, tells its publisher; whether it has a row, a look", `Label: label_id
weak Artist: *artist_no, stage_name
Label 1 signs n Artist
weak Album: *album_no, album_title
Label 1 owns n Album
weak Track: *track_no
Album 1 lists n Track
Artist 1 publishes n Album within Label
Artist n features m Track within Label`,
			[]string{"SELECT Artist.stage_name WHERE Label.label_id = ? AND Album.album_no = ? VIA features, lists, publishes, owns",
				"SELECT Album.album_no WHERE Label.label_id = ? AND Artist.artist_no = ? VIA publishes, signs"},
			"change Artist.stage_name", []string{
				"0 select album_no from albums_by_label_artist where label_id = ?, artist_no = ?",
				"1 select track_no from tracks_by_label_album where label_id = ?, album_no = 0.album_no; for each of 0",
				"2 update tracks_by_label_album set artist_stage_name new where label_id = ?, album_no = 0.album_no; for each of " +
					"0; only if 1.track_no",
			}},
		{"W01: who features on an album, may not be its publisher", `Label: label_id
weak Artist: *artist_no, stage_name
Label 1 signs n Artist
weak Album: *album_no, album_title
Label 1 owns n Album
weak Track: *track_no
Album 1 lists n Track
Artist 1 publishes n Album within Label
Artist n features m Track within Label`,
			[]string{"SELECT Artist.stage_name WHERE Label.label_id = ? AND Album.album_no = ? VIA features, lists, publishes, owns",
				"SELECT Album.album_no, Track.track_no WHERE Label.label_id = ? AND Artist.artist_no = ? VIA features, signs, lists"},
			"change Artist.stage_name", []string{
				"0 update tracks_by_label_album set artist_stage_name new where label_id = ?, album_no = unknown; missing album_no",
				"missing album_no of tracks_by_label_album by Label.label_id, Artist.artist_no",
			}},
	} {
		m := derived(t, test.concepts, test.queries...)
		parts, problems := querytext.ParseUpdate(m, test.update)
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		m, err := edit.Apply(m, model.RandomIDs(), edit.Add{Kind: model.UpdateElement, ID: "u1", Values: map[string]string{"label": "U1", "name": test.name}})
		if err != nil {
			t.Fatal(err)
		}
		if m, err = edit.Apply(m, model.RandomIDs(), querytext.UpdateCommands(m, "u1", parts)...); err != nil {
			t.Fatal(err)
		}
		plan := write.Of(m, "u1")
		expect(t, test.name, lines(m, &plan), test.want...)
	}
}
