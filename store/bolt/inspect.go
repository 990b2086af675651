package bolt

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"

	"widerow/store"
)

// A bbolt file starts with two meta pages, which are written in turn. The
// page's header of 16 bytes is followed by these fields, at these offsets, in
// the byte order of the machine:
//
//	0 magic · 4 version · 8 page size · 12 flags · 16 root page, sequence
//	32 free list · 40 number of pages · 48 transaction · 56 FNV-1a of 0 to 55
//
// Source: internal/common/meta.go and page.go of go.etcd.io/bbolt v1.5.0.
const (
	pageHeader = 16
	metaSize   = 64
	magic      = 0xED0CDAED
)

type metaPage struct {
	pageSize    uint32
	root        uint64
	freeList    uint64
	pages       uint64
	transaction uint64
}

// inspect returns an error if bbolt cannot safely map the file: a file that is
// shorter than its meta page states would end the process on the first read.
func inspect(file io.ReaderAt, size int64) error {
	meta, err := newestMeta(file)
	if err != nil {
		return err
	}
	// Divide, since pages times pageSize may overflow 64 bits.
	if have := uint64(size) / uint64(meta.pageSize); have < meta.pages {
		return fmt.Errorf("%w: it is truncated and has only %d of %d pages", store.ErrCorrupt, have, meta.pages)
	}
	return nil
}

var errMeta = errors.New("the meta page of the last save is damaged")

// newestMeta returns the meta page of the latest transaction. Both pages must
// be valid. bbolt needs only one, so if the newer one were damaged it would
// silently drop the last transaction, which was acknowledged. A crash cannot
// damage a meta page, since the used part fits in one sector of the disk.
func newestMeta(file io.ReaderAt) (metaPage, error) {
	first, ok := readMeta(file, 0)
	if !ok {
		for page := int64(1 << 10); page <= 1<<24; page <<= 1 {
			if _, ok := readMeta(file, page); ok {
				return metaPage{}, fmt.Errorf("%w: %w", store.ErrCorrupt, errMeta)
			}
		}
		return metaPage{}, fmt.Errorf("%w: %w", store.ErrCorrupt, errNotAStore)
	}
	second, ok := readMeta(file, int64(first.pageSize))
	switch {
	case !ok:
		return metaPage{}, fmt.Errorf("%w: %w", store.ErrCorrupt, errMeta)
	case second.transaction > first.transaction:
		return second, nil
	}
	return first, nil
}

func readMeta(file io.ReaderAt, offset int64) (metaPage, bool) {
	var data [metaSize]byte
	if _, err := file.ReadAt(data[:], offset+pageHeader); err != nil {
		return metaPage{}, false
	}
	order := binary.NativeEndian
	sum := fnv.New64a()
	sum.Write(data[:56])
	meta := metaPage{
		pageSize: order.Uint32(data[8:]), root: order.Uint64(data[16:]), freeList: order.Uint64(data[32:]),
		pages: order.Uint64(data[40:]), transaction: order.Uint64(data[48:]),
	}
	ok := order.Uint32(data[:]) == magic && order.Uint64(data[56:]) == sum.Sum64() &&
		meta.pageSize >= 1<<10 && (offset == 0 || offset == int64(meta.pageSize))
	return meta, ok
}
