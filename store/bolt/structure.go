package bolt

import (
	"encoding/binary"
	"fmt"
	"io"

	"widerow/store"
)

// Every page but the meta pages starts with this header (offset, field):
//
//	0 number of the page · 8 kind · 10 number of entries · 12 number of overflow pages
//
// The entries follow:
//
//	branch  0 offset of the key from the entry · 4 size of the key · 8 child page
//	leaf    0 flags · 4 offset of the key · 8 size of the key · 12 size of the value
//
// A leaf's value directly follows its key. With flag 1 the value is a bucket:
// at 0 the number of its root page, or 0 if the bucket is inline; an inline
// bucket is a leaf that starts at 16. The free list consists of page numbers of
// 8 bytes; if its number of entries is 0xFFFF, the first 8 bytes are the real
// number.
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

// structure walks the pages of a file. bbolt trusts the numbers in them: one
// wrong bit can make it loop for ever, or free a hundred million pages until
// the memory is full, from which a process cannot recover.
type structure struct {
	file io.ReaderAt
	meta metaPage
	used []bool   // by page number
	next []uint64 // pages still to walk
}

// checkStructure reads the entries of every page of the tree, but no values.
// It must not run during a write. The error is ErrCorrupt or one of the file
// system.
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
	at     int64 // offset in the file
	kind   uint16
	count  int    // of entries
	size   uint64 // in bytes, with its overflow pages
}

func (p page) damaged(what string) error {
	return fmt.Errorf("%w: page %d: %s", store.ErrCorrupt, p.number, what)
}

// claim reads a page's header and marks the page as used. A page can be claimed
// only once.
func (s *structure) claim(number uint64) (page, error) {
	p := page{number: number, at: int64(number) * int64(s.meta.pageSize)}
	if number < 2 || number >= s.meta.pages {
		return p, p.damaged("an entry refers to it, but it is outside the file")
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
		return p, p.damaged("wrong header")
	}
	for id := number; id <= number+follow; id++ {
		if s.used[id] {
			return p, p.damaged("two entries refer to it")
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
		return p.damaged("wrong kind")
	}
	return s.walkEntries(p)
}

func (s *structure) walkEntries(p page) error {
	if uint64(pageHeader+entrySize*p.count) > p.size {
		return p.damaged("wrong number of entries")
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
				return p.damaged("wrong entry")
			}
			s.next = append(s.next, order.Uint64(entry[8:]))
			continue
		}
		value := at + uint64(order.Uint32(entry[4:])) + uint64(order.Uint32(entry[8:]))
		end := value + uint64(order.Uint32(entry[12:]))
		if end > p.size {
			return p.damaged("wrong entry")
		}
		if order.Uint32(entry)&flagBucket != 0 {
			if err := s.walkBucket(p, value, end); err != nil {
				return err
			}
		}
	}
	return nil
}

// walkBucket checks a bucket, whose value lies between two offsets of a page.
func (s *structure) walkBucket(p page, value, end uint64) error {
	if end-value < bucketHeader {
		return p.damaged("wrong bucket")
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
		return p.damaged("wrong bucket")
	}
	inline := page{number: p.number, at: p.at + int64(value) + bucketHeader, size: end - value - bucketHeader}
	header, err := s.read(inline.at, pageHeader)
	if err != nil {
		return err
	}
	inline.kind, inline.count = binary.NativeEndian.Uint16(header[8:]), int(binary.NativeEndian.Uint16(header[10:]))
	if inline.kind != kindLeaf {
		return p.damaged("wrong bucket")
	}
	return s.walkEntries(inline)
}

// walkFreeList returns an error if a page is both free and used: the next save
// would overwrite it.
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
		return p.damaged("wrong free list")
	}
	list, err := s.read(at, int(8*count))
	if err != nil {
		return err
	}
	for ; len(list) > 0; list = list[8:] {
		if id := order.Uint64(list); id < 2 || id >= s.meta.pages || s.used[id] {
			return p.damaged("wrong free list")
		}
	}
	return nil
}
