package figure

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
	Write       bool // an update in the header of the table that this is a part of
	Parts       []Description
}

// Title is the name of an element and the words of its tooltip.
type Title struct{ Name, Words string }

func Titled(name string, words ...string) Title { return Title{name, Sentence(words...)} }

func (t Title) Text() string { return Sentence(t.Name, t.Words) }

func (t *Title) Add(words string) { t.Words = Sentence(t.Words, words) }

func (t Title) Description(id model.ID) Description {
	return Description{ID: id, Name: scene.Shorten(t.Name), Words: scene.Shorten(t.Words)}
}

// Reached names the updates that write a box, and the arrows to it.
func (s Description) Reached() string {
	var arrows, writes []string
	for _, part := range s.Parts {
		switch text := Sentence(part.Name, part.Words); {
		case part.Arrow:
			arrows = append(arrows, text)
		case part.Write:
			writes = append(writes, text)
		}
	}
	return Sentence(List("written by ", writes), List("reached by ", arrows))
}
