// Package example holds the example documents. Opening one on the home page makes
// a copy of it.
//
// The package's tests build the documents from commands, as a user would, and
// write them with go test ./model/example -update. Read All and Load first, then
// hotel_test.go for how a document is built.
package example

import (
	"embed"
	"fmt"
	"slices"

	"widerow/model"
)

//go:embed *.json
var documents embed.FS

// Example is one example document.
type Example struct {
	Slug, Title, Text string
}

var examples = []Example{
	{"hotel", "Hotel", "Find a hotel near a point of interest, see which rooms are free, and book one. Two " +
		"keyspaces, an address type in each, and a materialized view."},
	{"sensors", "Sensor network", "Temperatures of sensor networks by hour and by sensor. A time series whose partitions are split by week."},
	{"supermarket", "Online supermarket", "Customers fill a basket, reserve a delivery slot and place an order; the delivery teams see their day."},
	{"logs", "Application logs", "Log entries by application, by host and by id, and how many there are of each level. One partition a day, and old days expire."},
	{"suspensions", "Suspended users", "Moderators page through the users whom they suspended, the latest first, " +
		"and a lookup table finds one of them again. Few statuses, split by month."},
	{"likes", "Liked items", "Users of an auction house like items: the likes by user and by item, and a counter of them."},
	{"videos", "Videos by user", "Videos of a user or with a tag, and the comments on them: every list with the latest first."},
	{"store", "Widerow's own store", "How several servers of Widerow keep models in Cassandra: histories in partitions of 256 revisions, documents in " +
		"parts, and one row that decides which save counts."},
	{"magazine", "Magazine", "The smallest model: the same magazines in two tables, by id and by publisher."},
}

// All returns the examples in the order of the home page.
func All() []Example { return slices.Clone(examples) }

// Load returns an example's document. Every call returns a new copy.
func Load(slug string) (*model.Model, error) {
	if !slices.ContainsFunc(examples, func(e Example) bool { return e.Slug == slug }) {
		return nil, fmt.Errorf("there is no example %q", slug)
	}
	text, err := documents.ReadFile(slug + ".json")
	if err != nil {
		return nil, fmt.Errorf("read example %s: %w", slug, err)
	}
	return model.Decode(text)
}
