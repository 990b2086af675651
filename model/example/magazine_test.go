package example

import (
	"testing"

	"widerow/model"
)

// magazine returns the smallest example: one entity type in two tables.
func magazine(t *testing.T) *model.Model {
	b := build(t, "Magazine", "Which magazines are there, and which does a publisher have?")
	b.entity("magazine", "Magazine", false, "id id key", "name name", "frequency publication_frequency")
	b.entity("publisher", "Publisher", false, "name name key")
	b.relationship("publishes", "publishes", false, "publisher 1", "magazine n total")
	b.query("q1", "Find a magazine by its id", "magazineid", "magazinename magazinefrequency", "", "50")
	b.query("q2", "Find the magazines of a publisher, newest first", "publishername", "magazineid magazinename magazinefrequency", "magazineid:desc", "10")
	b.add(model.StepKind, "", "list", "name", "View a publisher's magazines")
	b.add(model.StepKind, "", "one", "name", "View a magazine")
	b.transitions("start q2 list", "list q1 one")
	b.quantity("publishers", "publishers", "500", "", "")
	b.quantity("perpublisher", "magazines_per_publisher", "20", "400", "")
	b.instances("publisher", "publishers", "")
	b.count("publishesmagazine", "magazines_per_publisher", "")
	b.add(model.KeyspaceKind, "", "magazineks", "name", "magazine")

	publisher := []column{{"publisher", "K", "text", "20", "publishername"}, {"id", "C-", "int", "", "magazineid"},
		{"name", "", "text", "25", "magazinename"}, {"publication_frequency", "", "text", "8", "magazinefrequency"}}
	b.table("magazinesbypublisher", "q2", "", "magazines_by_publisher", publisher...)
	b.types("q2", publisher...)
	byID := publisher[1:]
	byID[0].mark = "K"
	b.table("magazines", "q1", "magazinesbypublisher", "magazines", byID...)
	b.types("q1", byID...)
	b.set("pmagazinesbypublisher", "rows", "magazines_per_publisher", "partitions", "publishers")
	b.set("pmagazines", "rows", "1", "partitions", "publishers * magazines_per_publisher")
	return b.described()
}
