package diagram

import (
	"widerow/diagram/scene"
	"widerow/model"
)

// Description is an element of a picture in words: its name, and the meaning of its
// symbols separated by middle dots. Parts describe what is drawn in it or around
// it.
type Description struct {
	ID          model.ID // "" for a group that is no element
	Name, Words string
	Arrow       bool // an arrow to the element that this is a part of
	Parts       []Description
}

// title is the name of an element and the words of its tooltip.
type title struct{ name, words string }

func titled(name string, words ...string) title { return title{name, sentence(words...)} }

func (t title) text() string { return sentence(t.name, t.words) }

func (t *title) add(words string) { t.words = sentence(t.words, words) }

func (t title) description(id model.ID) Description {
	return Description{ID: id, Name: scene.Shorten(t.name), Words: scene.Shorten(t.words)}
}

// reached names the arrows to a box.
func (s Description) reached() string {
	var arrows []string
	for _, part := range s.Parts {
		if part.Arrow {
			arrows = append(arrows, sentence(part.Name, part.Words))
		}
	}
	return list("reached by ", arrows)
}
