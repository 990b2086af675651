package moves

import "widerow/model"

// Offer returns one of the moves that apply to a relation.
func Offer(m *model.Model, relation model.ID, name Name) (Move, bool) {
	for _, move := range Offers(m, relation) {
		if move.Name == name {
			return move, true
		}
	}
	return Move{}, false
}
