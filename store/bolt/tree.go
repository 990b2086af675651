package bolt

import (
	"bytes"
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
	maxKey       = 1 << 15
)

// tree walks all pages of a file without bbolt, which trusts the numbers in
// them: one wrong bit can make it loop for ever, or free a hundred million pages
// until the memory is full, from which a process cannot recover. The walk
// notes damage and goes on with what can still be read.
type tree struct {
	file   io.ReaderAt
	meta   metaPage
	pages  uint64 // in the file, which may be cut off
	visit  func(buckets [][]byte, entry entry)
	walked []bool // pages that were read as the start of a node
	used   []bool // pages that belong to a node, with overflow pages
	free   []bool
	damage []error
}

// entry is a key and the place of its value in the file.
type entry struct {
	key  []byte
	at   int64
	size int
}

// maxDamage bounds the list of a file that is damaged everywhere.
const maxDamage = 100

// newTree prepares a walk over a file of size bytes. visit may be nil.
func newTree(file io.ReaderAt, size int64, meta metaPage, visit func([][]byte, entry)) *tree {
	pages := min(meta.pages, uint64(size)/uint64(meta.pageSize))
	if visit == nil {
		visit = func([][]byte, entry) {}
	}
	return &tree{file: file, meta: meta, pages: pages, visit: visit,
		walked: make([]bool, pages), used: make([]bool, pages), free: make([]bool, pages)}
}

// walk visits every entry of every bucket, and compares the pages in use with
// the free list.
func (t *tree) walk() {
	t.walkPage(t.meta.root, nil, nil, nil)
	if t.meta.freeList == noFreeList {
		return
	}
	t.walkFreeList()
	for id := uint64(2); id < t.pages; id++ {
		if !t.used[id] && !t.free[id] {
			t.report(id, "it is neither used nor free")
			return // one suffices: a lost page hides all pages below it
		}
	}
}

func (t *tree) report(page uint64, what string) {
	if len(t.damage) < maxDamage {
		t.damage = append(t.damage, &store.Corrupt{Reason: fmt.Sprintf("page %d of the file: %s", page, what)})
	}
}

// node is a page with its overflow pages, or an inline bucket within one.
type node struct {
	number uint64
	at     int64 // offset in the file
	kind   uint16
	count  int
	size   uint64 // in bytes
}

// claim reads a page's header. ok is false if the page cannot be walked: it is
// outside the file or was walked before.
func (t *tree) claim(number uint64) (n node, ok bool) {
	if number < 2 || number >= t.pages {
		t.report(number, "an entry refers to it, but it is outside the file")
		return n, false
	}
	if t.walked[number] {
		t.report(number, "two entries refer to it")
		return n, false
	}
	t.walked[number] = true
	n = node{number: number, at: int64(number) * int64(t.meta.pageSize)}
	header, err := t.read(n.at, pageHeader)
	if err != nil {
		t.report(number, err.Error())
		return n, false
	}
	follow := uint64(binary.NativeEndian.Uint32(header[12:]))
	if binary.NativeEndian.Uint64(header) != number || follow >= t.pages-number {
		t.report(number, "wrong header")
		follow = min(follow, t.pages-number-1)
	}
	n.kind, n.count = binary.NativeEndian.Uint16(header[8:]), int(binary.NativeEndian.Uint16(header[10:]))
	n.size = (follow + 1) * uint64(t.meta.pageSize)
	t.use(number, follow)
	return n, true
}

func (t *tree) use(number, follow uint64) {
	for id := number; id <= number+follow; id++ {
		if t.used[id] {
			t.report(id, "two entries refer to it")
			return
		}
		t.used[id] = true
	}
}

func (t *tree) read(at int64, size int) ([]byte, error) {
	data := make([]byte, size)
	if _, err := t.file.ReadAt(data, at); err != nil {
		return nil, fmt.Errorf("read the file at %d: %w", at, err)
	}
	return data, nil
}

// walkPage walks a page whose keys must lie in [low, high); nil is no limit.
func (t *tree) walkPage(number uint64, buckets [][]byte, low, high []byte) {
	n, ok := t.claim(number)
	if !ok {
		return
	}
	switch n.kind {
	case kindBranch:
		t.walkBranch(n, buckets, low, high)
	case kindLeaf:
		t.walkLeaf(n, buckets, low, high)
	default:
		t.report(number, "wrong kind")
	}
}

// entries reads the entries of a node and as much of their keys as fits into
// the same page.
func (t *tree) entries(n node) []byte {
	want := uint64(pageHeader + entrySize*n.count)
	if want > n.size {
		t.report(n.number, "wrong number of entries")
		want = n.size
	}
	data := make([]byte, min(n.size, max(want, uint64(t.meta.pageSize))))
	read, err := t.file.ReadAt(data, n.at)
	if err != nil {
		t.report(n.number, fmt.Sprintf("read the file at %d: %v", n.at, err))
	}
	return data[:read] // a page at the end of a file may be cut off
}

// key returns a key, which lies at an offset of the node.
func (t *tree) key(n node, data []byte, offset, size uint64) ([]byte, bool) {
	if size > maxKey || offset+size > n.size {
		return nil, false
	}
	if offset+size <= uint64(len(data)) {
		return bytes.Clone(data[offset : offset+size]), true
	}
	key, err := t.read(n.at+int64(offset), int(size))
	return key, err == nil
}

func (t *tree) walkBranch(n node, buckets [][]byte, low, high []byte) {
	data := t.entries(n)
	next := uint64(pageHeader + entrySize*n.count) // bbolt writes keys and values without gaps
	var keys [][]byte
	var children []uint64
	for i := range n.count {
		at := uint64(pageHeader + entrySize*i)
		if at+entrySize > uint64(len(data)) {
			break
		}
		element := data[at:]
		order := binary.NativeEndian
		keyAt, keySize := at+uint64(order.Uint32(element)), uint64(order.Uint32(element[4:]))
		key, ok := t.key(n, data, keyAt, keySize)
		if !ok || keyAt != next || !t.inOrder(n, keys, key, low, high) {
			t.report(n.number, "wrong entry")
			key = nil
		}
		next = keyAt + keySize
		keys, children = append(keys, key), append(children, order.Uint64(element[8:]))
	}
	for i, child := range children {
		end := high
		if i+1 < len(keys) {
			end = keys[i+1]
		}
		t.walkPage(child, buckets, keys[i], end)
	}
}

// inOrder reports whether a key follows the last of keys and lies in [low, high).
func (t *tree) inOrder(n node, keys [][]byte, key, low, high []byte) bool {
	if len(keys) > 0 && keys[len(keys)-1] != nil && bytes.Compare(keys[len(keys)-1], key) >= 0 {
		return false
	}
	return (low == nil || bytes.Compare(key, low) >= 0) && (high == nil || bytes.Compare(key, high) < 0)
}

func (t *tree) walkLeaf(n node, buckets [][]byte, low, high []byte) {
	data := t.entries(n)
	order := binary.NativeEndian
	next := uint64(pageHeader + entrySize*n.count)
	var keys [][]byte
	for i := range n.count {
		at := uint64(pageHeader + entrySize*i)
		if at+entrySize > uint64(len(data)) {
			break
		}
		element := data[at:]
		keyAt, keySize := at+uint64(order.Uint32(element[4:])), uint64(order.Uint32(element[8:]))
		size := uint64(order.Uint32(element[12:]))
		key, ok := t.key(n, data, keyAt, keySize)
		if !ok || keyAt+keySize+size > n.size {
			t.report(n.number, "wrong entry")
			continue
		}
		if keyAt != next || !t.inOrder(n, keys, key, low, high) {
			t.report(n.number, "wrong order of keys")
		}
		next = keyAt + keySize + size
		keys = append(keys, key)
		found := entry{key: key, at: n.at + int64(keyAt+keySize), size: int(size)}
		switch order.Uint32(element) {
		case 0:
			t.visit(buckets, found)
		case flagBucket:
			t.walkBucket(n, buckets, found)
		default:
			t.report(n.number, "wrong entry")
		}
	}
}

func (t *tree) walkBucket(n node, buckets [][]byte, bucket entry) {
	inner := append(buckets[:len(buckets):len(buckets)], bucket.key)
	if bucket.size < bucketHeader {
		t.report(n.number, "wrong bucket")
		return
	}
	header, err := t.read(bucket.at, min(bucket.size, bucketHeader+pageHeader))
	if err != nil {
		t.report(n.number, err.Error())
		return
	}
	if root := binary.NativeEndian.Uint64(header); root != 0 {
		t.walkPage(root, inner, nil, nil)
		return
	}
	if len(header) < bucketHeader+pageHeader {
		t.report(n.number, "wrong bucket")
		return
	}
	header = header[bucketHeader:]
	inline := node{number: n.number, at: bucket.at + bucketHeader, size: uint64(bucket.size - bucketHeader),
		kind: binary.NativeEndian.Uint16(header[8:]), count: int(binary.NativeEndian.Uint16(header[10:]))}
	if inline.kind != kindLeaf {
		t.report(n.number, "wrong bucket")
		return
	}
	t.walkLeaf(inline, inner, nil, nil)
}

// walkFreeList reports a page that is both free and used: the next save would
// overwrite it.
func (t *tree) walkFreeList() {
	n, ok := t.claim(t.meta.freeList)
	if !ok {
		return
	}
	count, at := uint64(n.count), n.at+pageHeader
	if n.count == manyFree {
		first, err := t.read(at, 8)
		if err != nil {
			t.report(n.number, err.Error())
			return
		}
		count, at = binary.NativeEndian.Uint64(first), at+8
	}
	if n.kind != kindFreeList || count > (n.size-uint64(at-n.at))/8 {
		t.report(n.number, "wrong free list")
		return
	}
	list, err := t.read(at, int(8*count))
	if err != nil {
		t.report(n.number, err.Error())
		return
	}
	for ; len(list) > 0; list = list[8:] {
		id := binary.NativeEndian.Uint64(list)
		if id < 2 || id >= t.pages || t.used[id] || t.free[id] {
			t.report(n.number, "wrong free list")
			continue
		}
		t.free[id] = true
	}
}

// checkStructure returns an error if the pages of a file contradict each other.
// It reads all keys, but no values. It must not run during a write.
func checkStructure(file io.ReaderAt, size int64) error {
	meta, err := newestMeta(file)
	if err != nil {
		return err
	}
	t := newTree(file, size, meta, nil)
	t.walk()
	if len(t.damage) > 0 {
		return t.damage[0]
	}
	return nil
}
