package bolt

import (
	"encoding/binary"
	"fmt"
	"io"

	"widerow/store"
)

// What bbolt keeps in a page besides the meta pages, after
//
//	0 number of the page · 8 kind · 10 count of entries · 12 pages that follow
//
// In a branch an entry is 0 distance of the key from the entry · 4 its size ·
// 8 page; in a leaf 0 flags · 4 distance of the key · 8 its size · 12 size of
// the value, which comes right behind the key. With flag 1 the value is
// a bucket: 0 its root page, or 0 and from 16 on a leaf of its own.
// The free list is numbers of 8 bytes; a count of 0xFFFF says that the first of
// them is the count.
//
// Source: internal/common/page.go, inode.go and bucket.go, and
// internal/freelist/shared.go of go.etcd.io/bbolt v1.5.0.
const (
	kindBranch   = 1
	kindLeaf     = 2
	kindFreeList = 16

	entrySize    = 16
	flagBucket   = 1
	bucketHeader = 16
	manyFree     = 0xFFFF
	noFreeList   = 1<<64 - 1
)

// structure walks over the pages of a file. bbolt believes their numbers: one
// wrong bit can make it go round in a circle or free a hundred million pages,
// until the memory is full, which no recover helps against.
type structure struct {
	file io.ReaderAt
	meta metaPage
	used []bool   // by page
	next []uint64 // pages that entries lead to
}

// checkStructure reads the entries of every page of the tree, but no values.
// It must not run beside a write. Error: ErrCorrupt, or one of the file system.
func checkStructure(file io.ReaderAt) error {
	meta, err := newestMeta(file)
	if err != nil {
		return err
	}
	s := &structure{file: file, meta: meta, used: make([]bool, meta.pages), next: []uint64{meta.root}}
	for len(s.next) > 0 {
		page := s.next[len(s.next)-1]
		s.next = s.next[:len(s.next)-1]
		if err := s.walk(page); err != nil {
			return err
		}
	}
	if meta.freeList == noFreeList {
		return nil
	}
	return s.walkFreeList()
}

type page struct {
	number uint64
	at     int64 // in the file
	kind   uint16
	count  int
	size   uint64 // with the pages that follow
}

func (p page) damaged(what string) error {
	return fmt.Errorf("%w: %s of its page %d", store.ErrCorrupt, what, p.number)
}

// claim reads a page's header, and notes that the page is used.
func (s *structure) claim(number uint64) (page, error) {
	p := page{number: number, at: int64(number) * int64(s.meta.pageSize)}
	if number < 2 || number >= s.meta.pages {
		return p, p.damaged("an entry leads out of the file by way")
	}
	header, err := s.read(p.at, pageHeader)
	if err != nil {
		return p, err
	}
	order := binary.NativeEndian
	follow := uint64(order.Uint32(header[12:]))
	p.kind, p.count = order.Uint16(header[8:]), int(order.Uint16(header[10:]))
	p.size = (follow + 1) * uint64(s.meta.pageSize)
	if order.Uint64(header) != number || follow >= s.meta.pages-number {
		return p, p.damaged("the header")
	}
	for id := number; id <= number+follow; id++ {
		if s.used[id] {
			return p, p.damaged("two entries lead to one place")
		}
		s.used[id] = true
	}
	return p, nil
}

func (s *structure) read(at int64, size int) ([]byte, error) {
	data := make([]byte, size)
	if _, err := s.file.ReadAt(data, at); err != nil {
		return nil, fmt.Errorf("read the store's pages: %w", err)
	}
	return data, nil
}

func (s *structure) walk(number uint64) error {
	p, err := s.claim(number)
	if err != nil {
		return err
	}
	if p.kind != kindBranch && p.kind != kindLeaf {
		return p.damaged("the kind")
	}
	return s.walkEntries(p)
}

func (s *structure) walkEntries(p page) error {
	if uint64(pageHeader+entrySize*p.count) > p.size {
		return p.damaged("the number of entries")
	}
	entries, err := s.read(p.at+pageHeader, entrySize*p.count)
	if err != nil {
		return err
	}
	order := binary.NativeEndian
	for i := range p.count {
		entry, at := entries[entrySize*i:], uint64(pageHeader+entrySize*i)
		if p.kind == kindBranch {
			if at+uint64(order.Uint32(entry))+uint64(order.Uint32(entry[4:])) > p.size {
				return p.damaged("an entry")
			}
			s.next = append(s.next, order.Uint64(entry[8:]))
			continue
		}
		value := at + uint64(order.Uint32(entry[4:])) + uint64(order.Uint32(entry[8:]))
		end := value + uint64(order.Uint32(entry[12:]))
		if end > p.size {
			return p.damaged("an entry")
		}
		if order.Uint32(entry)&flagBucket != 0 {
			if err := s.walkBucket(p, value, end); err != nil {
				return err
			}
		}
	}
	return nil
}

// walkBucket looks at a bucket whose value lies from there to there in a page.
func (s *structure) walkBucket(p page, value, end uint64) error {
	if end-value < bucketHeader {
		return p.damaged("a bucket")
	}
	data, err := s.read(p.at+int64(value), bucketHeader)
	if err != nil {
		return err
	}
	if root := binary.NativeEndian.Uint64(data); root != 0 {
		s.next = append(s.next, root)
		return nil
	}
	if end-value < bucketHeader+pageHeader {
		return p.damaged("a bucket")
	}
	inside := page{number: p.number, at: p.at + int64(value) + bucketHeader, size: end - value - bucketHeader}
	header, err := s.read(inside.at, pageHeader)
	if err != nil {
		return err
	}
	inside.kind, inside.count = binary.NativeEndian.Uint16(header[8:]), int(binary.NativeEndian.Uint16(header[10:]))
	if inside.kind != kindLeaf {
		return p.damaged("a bucket")
	}
	return s.walkEntries(inside)
}

// walkFreeList refuses pages that are free and used: the next save would
// overwrite them.
func (s *structure) walkFreeList() error {
	p, err := s.claim(s.meta.freeList)
	if err != nil {
		return err
	}
	order := binary.NativeEndian
	count, at := uint64(p.count), p.at+pageHeader
	if p.count == manyFree {
		first, err := s.read(at, 8)
		if err != nil {
			return err
		}
		count, at = order.Uint64(first), at+8
	}
	if p.kind != kindFreeList || count > (p.size-uint64(at-p.at))/8 {
		return p.damaged("the free list")
	}
	list, err := s.read(at, int(8*count))
	if err != nil {
		return err
	}
	for ; len(list) > 0; list = list[8:] {
		if id := order.Uint64(list); id < 2 || id >= s.meta.pages || s.used[id] {
			return p.damaged("the free list")
		}
	}
	return nil
}
