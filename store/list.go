package store

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"slices"
	"time"
)

// Position is a model's place in the list of models.
type Position struct {
	UpdatedAt time.Time
	Model     ModelID
}

// Position returns the model's place in the list while r is its head.
func (r Revision) Position() Position { return Position{r.At, r.Model} }

// Key returns an encoding whose byte order is the order of Store.List: latest
// change first, then by id.
func (p Position) Key() []byte {
	// Flipping the sign bit sorts signed numbers as unsigned ones; flipping
	// the other bits reverses the order.
	key := binary.BigEndian.AppendUint64(nil, uint64(p.UpdatedAt.UnixMilli())^(1<<63-1))
	return append(key, p.Model...)
}

// PositionOf decodes a Key.
func PositionOf(key []byte) (Position, error) {
	if len(key) <= 8 {
		return Position{}, errors.New("not a position in the list of models")
	}
	milliseconds := int64(binary.BigEndian.Uint64(key) ^ (1<<63 - 1))
	return Position{time.UnixMilli(milliseconds).UTC(), ModelID(key[8:])}, nil
}

// Cursor returns the Page.Next of a page that ends with p.
func (p Position) Cursor() string { return base64.RawURLEncoding.EncodeToString(p.Key()) }

// ParseCursor returns the key of the position at which the previous page ended,
// or nil for an empty cursor, which asks for the first page.
func ParseCursor(cursor string) ([]byte, error) {
	if cursor == "" {
		return nil, nil
	}
	key, err := base64.RawURLEncoding.Strict().DecodeString(cursor)
	if err == nil {
		var position Position
		position, err = PositionOf(key)
		// The base64 decoder ignores line breaks, so compare the encoding.
		if err == nil && (CheckModel(position.Model) != nil || position.Cursor() != cursor) {
			err = ErrInvalid
		}
	}
	if err != nil {
		return nil, &Invalid{"cursor", "does not belong to this list: start again at its first page"}
	}
	return key, nil
}

// PageOf returns the page that follows the key after. The summaries may be in any order.
func PageOf(summaries []Summary, after []byte, limit int) Page {
	key := func(s Summary) []byte { return Position{s.UpdatedAt, s.Model}.Key() }
	summaries = slices.DeleteFunc(summaries, func(s Summary) bool { return bytes.Compare(key(s), after) <= 0 })
	slices.SortFunc(summaries, func(a, b Summary) int { return bytes.Compare(key(a), key(b)) })
	page := Page{Models: summaries}
	if limit = PageLimit(limit); len(summaries) > limit {
		page.Models = summaries[:limit]
		last := page.Models[limit-1]
		page.Next = Position{last.UpdatedAt, last.Model}.Cursor()
	}
	return page
}

// SummaryOf returns the summary of a model, given its first and its newest
// revision.
func SummaryOf(first, head Revision) Summary {
	return Summary{
		Model: head.Model, Title: head.Title, Revision: head.Number,
		Author: head.Author, CreatedAt: first.At, UpdatedAt: head.At,
	}
}
