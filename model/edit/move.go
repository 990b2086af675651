package edit

import (
	"fmt"
	"slices"

	"widerow/model"
)

// Move moves an element By places up (negative) or down among its siblings as
// they are displayed, so a column stays among those with its role. It stops at
// the first and the last place.
type Move struct {
	Element model.ID
	By      int
}

// Name returns a name such as "MoveColumn".
func (c Move) Name(m *model.Model) string {
	element, _ := m.Element(c.Element)
	return "Move" + identifier(element.Kind)
}

func (c Move) apply(m *model.Model, _ model.IDs) error {
	element, found := m.Element(c.Element)
	if !found {
		return &GoneError{c.Element}
	}
	if element.Kind == model.ModelKind {
		return invalid(c.Element, "", "The model itself cannot be moved")
	}
	peers := m.Parts().Peers(element)
	from := slices.IndexFunc(peers, func(e model.Element) bool { return e.ID == c.Element })
	to := min(max(from+c.By, 0), len(peers)-1)
	if to == from {
		return nil
	}
	peers = slices.Delete(peers, from, from+1)
	model.PlaceAt(element, peers, to)
	return nil
}

func (c Move) words(before, after *model.Model) string {
	element, found := after.Element(c.Element)
	old, wasThere := before.Element(c.Element)
	if !found || !wasThere || element.Kind == model.ModelKind || element.OrderKey() == old.OrderKey() {
		return ""
	}
	direction := "down"
	if c.By < 0 {
		direction = "up"
	}
	return fmt.Sprintf("moved %s %s %s", element.Kind.Words(), after.ShortTitle(c.Element), direction)
}
