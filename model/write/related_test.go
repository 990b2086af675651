package write_test

import (
	"testing"

	"widerow/model"
)

// A post without an author has no row in a table of what authors publish, also if nothing of
// the author is stored there.
func TestRowsNeedThePartnerThatNoColumnStores(t *testing.T) {
	m := derived(t, "User: user_id, bio\nPost: post_id, text\nUser 1 publishes n Post", "SELECT Post.post_id WHERE Post.text = ? VIA publishes")
	expect(t, "insert", updated(t, m, model.Insert, []string{"Post"}),
		"0 insert posts_by_text: text ?, post_id ?; only if ?")
}

// A species without colours is found by none of them: its name is looked up by its key, or missing.
func TestWhatIsFoundByAnElementMayBeMissing(t *testing.T) {
	m := derived(t, "Species: species_id, latin, {colours}\nSighting: sighting_id\nSpecies 1 kinds n Sighting",
		"SELECT Species.latin, Species.species_id WHERE Species.colours CONTAINS ?", "SELECT Species.colours WHERE Species.species_id = ?",
		"SELECT Sighting.sighting_id, Species.latin WHERE Species.species_id = ? VIA kinds")
	expect(t, "insert", updated(t, m, model.Insert, []string{"Sighting"}),
		"0 select colours from species where species_id = ?; only if ?",
		"1 select latin from species_by_colour where colour = 0.colours, species_id = ?; for each of 0; only if ?",
		"2 insert sightings_by_species: species_id ?, sighting_id ?, species_latin 1.latin; only if ?",
		"missing species_latin of sightings_by_species by Species.species_id")
}
