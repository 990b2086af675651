package store

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"time"
)

// Position is a model's place in the list of models.
type Position struct {
	UpdatedAt time.Time
	Model     ModelID
}

// Position is where the model stands when this revision is its head.
func (r Revision) Position() Position { return Position{r.At, r.Model} }

// Key sorts, as bytes, the way that Store.List does: latest change first, then
// by id.
func (p Position) Key() []byte {
	// Flipping the sign bit makes the order of signed numbers that of unsigned
	// ones; flipping the others turns it round.
	key := binary.BigEndian.AppendUint64(nil, uint64(p.UpdatedAt.UnixMilli())^(1<<63-1))
	return append(key, p.Model...)
}

// PositionOf is the position with this key.
func PositionOf(key []byte) (Position, error) {
	if len(key) <= 8 {
		return Position{}, errors.New("no position in the list of models")
	}
	milliseconds := int64(binary.BigEndian.Uint64(key) ^ (1<<63 - 1))
	return Position{time.UnixMilli(milliseconds).UTC(), ModelID(key[8:])}, nil
}

// Cursor is the Page.Next of a page that ends here.
func (p Position) Cursor() string { return base64.RawURLEncoding.EncodeToString(p.Key()) }

// ParseCursor returns the key of the position that the page before ended at;
// nil for the first page.
func ParseCursor(cursor string) ([]byte, error) {
	if cursor == "" {
		return nil, nil
	}
	key, err := base64.RawURLEncoding.Strict().DecodeString(cursor)
	if err == nil {
		var position Position
		position, err = PositionOf(key)
		// The decoder takes line breaks, too.
		if err == nil && (CheckModel(position.Model) != nil || position.Cursor() != cursor) {
			err = ErrInvalid
		}
	}
	if err != nil {
		return nil, &Invalid{"cursor", "is none of this list: start again at its first page"}
	}
	return key, nil
}

// SummaryOf makes the line of a model with these revisions, the first and the
// newest.
func SummaryOf(first, head Revision) Summary {
	return Summary{
		Model: head.Model, Title: head.Title, Revision: head.Number,
		Author: head.Author, CreatedAt: first.At, UpdatedAt: head.At,
	}
}
