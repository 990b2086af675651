package review

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"

	"widerow/handlers/limit"
	"widerow/model/discussion"
	"widerow/store"
)

// inbox lists the items that wait for a person. saves is the number of saves, among those that can
// change an inbox, after which the list was made.
type inbox struct {
	saves  uint64
	models map[store.ModelID][]Item // those where something waits
	items  []Item                   // all, the latest first
}

// bytes is the approximate memory of an inbox.
func (i inbox) bytes() int64 { return int64(itemBytes * (1 + 2*len(i.items))) }

// Item is a proposal or a thread that waits for somebody.
type Item struct {
	what, level, title string
	Path               string // its address, below the base path
	model, who, by     string // by is the ID of who
	at                 time.Time

	said string // the comment for which a thread waits, Markdown

	// What makes it new: comments of a thread, or a proposal.
	of       store.ModelID // the model or branch
	entry    discussion.Entry[*discussion.Thread]
	proposal look
}

// inboxOf is whose inbox it is, with the number of visitors whose work is this person's.
type inboxOf struct {
	discussion.Person
	adopted int
}

// inboxes knows what waits for each person.
type inboxes struct {
	*companions
	kept *limit.Cache[inboxOf, inbox]
	*concerned
}

func newInboxes(companions *companions) *inboxes {
	return &inboxes{companions, limit.NewCache[inboxOf, inbox](cachedInboxes), &concerned{}}
}

const (
	cachedInboxes = 8 << 20 // bytes
	itemBytes     = 1 << 10
	maxInbox      = 500 // items of a person
)

// inboxMark differs between two inboxes in which something else waits or is new.
func inboxMark(items []Item, news []bool) string {
	hash := sha256.New()
	for i, item := range items {
		fmt.Fprintf(hash, "%q %q %q %q %q %v %q %v\n",
			item.what, item.title, item.Path, item.model, item.who, item.at.UnixMilli(), item.said, news[i])
	}
	return hex.EncodeToString(hash.Sum(nil)[:8])
}
