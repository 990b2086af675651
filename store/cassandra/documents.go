package cassandra

import (
	"bytes"
	"container/list"
	"sync"

	"widerow/store"
)

// documents keeps documents in memory, by the hash of their revision, up to a number of bytes.
// A revision never changes, so that no other server can make them wrong.
type documents struct {
	mutex  sync.Mutex
	most   int
	bytes  int
	latest *list.List // of *kept, the last used first
	byHash map[store.Hash]*list.Element
}

type kept struct {
	revision store.Hash
	document []byte
}

// keptBytes bounds the documents in memory.
const keptBytes = 64 << 20

func newDocuments(most int) *documents {
	return &documents{most: most, latest: list.New(), byHash: map[store.Hash]*list.Element{}}
}

// get returns a document, which the caller must not change, or nil.
func (d *documents) get(revision store.Hash) []byte {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	at := d.byHash[revision]
	if at == nil {
		return nil
	}
	d.latest.MoveToFront(at)
	return at.Value.(*kept).document
}

// put keeps a copy of a document.
func (d *documents) put(revision store.Hash, document []byte) {
	if len(document) > d.most/4 {
		return
	}
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if d.byHash[revision] != nil {
		return
	}
	d.byHash[revision] = d.latest.PushFront(&kept{revision, bytes.Clone(document)})
	for d.bytes += len(document); d.bytes > d.most; {
		last := d.latest.Remove(d.latest.Back()).(*kept)
		delete(d.byHash, last.revision)
		d.bytes -= len(last.document)
	}
}
