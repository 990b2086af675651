package richtext_test

import (
	"testing"

	"widerow/model/richtext/richtexttest"
)

// Hostile texts have no address but those on the web, and become no more than a page shows.
func TestHostileBlocks(t *testing.T) {
	for _, text := range richtexttest.Hostile {
		richtexttest.CheckBlocks(t, text)
	}
}
