// Package example holds the documents of the gallery. Opening one makes a
// copy of it, so these are never changed by anybody.
//
// The documents are written by the package's test from the commands that a
// person would use: go test ./model/example -update.
package example

import (
	"embed"
	"fmt"
	"slices"

	"widerow/model"
)

//go:embed *.json
var documents embed.FS

// Example is one document of the gallery.
type Example struct {
	Slug, Title, Text string
}

var examples = []Example{
	{"hotel", "Hotel", "Find a hotel near a point of interest, see which rooms are free, and book one. Two keyspaces, an address type in each, and a materialized view."},
	{"sensors", "Sensor network", "Temperatures of sensor networks by hour and by sensor. A time series whose partitions are split by week."},
	{"supermarket", "Online supermarket", "Customers fill a basket, reserve a delivery slot and place an order; the delivery teams see their day."},
	{"magazine", "Magazine", "The smallest model: the same magazines in two tables, by id and by publisher."},
}

// All lists the examples in the order of the gallery.
func All() []Example { return slices.Clone(examples) }

// Load reads an example's document. Every call gives another copy.
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
