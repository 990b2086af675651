package bolt

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"

	"widerow/store"
)

// survey holds the contents of a file, read without bbolt and without its locks: the places of
// records and documents, not their bytes.
type survey struct {
	options     store.Options
	file        io.ReaderAt
	tree        *tree
	models      map[store.ModelID]*found
	operations  map[string]operationEntry
	numbers     map[store.ModelID][]uint64 // the same operations by model
	recent      map[store.ModelID][]store.Position
	stray       map[store.Hash]entry // documents on pages that nothing refers to
	misplaced   []entry              // in buckets with a wrong name
	damage      []error              // outside of models, or of the whole file
	newer       bool                 // the file has a newer format
	format      []byte               // the entry of that name, with its check
	formatCheck []byte
	isStore     bool // the bucket meta says so

	lastSaveMissing bool // a meta page is damaged, so pages of the last save may look free
}

type operationEntry struct {
	number uint64
	model  store.ModelID
}

// found are the entries of one model.
type found struct {
	revisions map[uint64]entry
	stray     map[uint64][]entry // records on pages that nothing refers to
	snapshots map[uint64]entry
	lost      map[uint64]store.Hash
	document  *entry
	head      *headEntry
	unknown   bool // it has entries that belong to no model
}

type headEntry struct {
	number uint64
	hash   store.Hash
}

// surveyFile reads all entries of a file of size bytes, as of its newest intact
// meta page. If salvage is set, it also searches pages that nothing refers to.
func surveyFile(file io.ReaderAt, size int64, options store.Options, salvage bool) (*survey, error) {
	meta, intact, err := anyMeta(file)
	if err != nil {
		return nil, err
	}
	s := newSurvey(file, size, options, meta)
	if s.lastSaveMissing = !intact; s.lastSaveMissing {
		s.note("one of the two meta pages is damaged; the last save may be missing")
	}
	if s.tree.pages < meta.pages {
		s.note(fmt.Sprintf("the file is truncated and has only %d of %d pages", s.tree.pages, meta.pages))
	}
	s.tree.walk()
	s.judgeFormat()
	if salvage {
		s.searchMisplaced()
		if len(s.tree.damage) > 0 || len(s.damage) > 0 {
			s.searchStray(size, s.lastSaveMissing)
		}
	}
	return s, nil
}

// searchMisplaced keeps the records and documents of buckets with a wrong name, which may be the
// name of another model. Each record names its model.
func (s *survey) searchMisplaced() {
	for id, f := range s.models {
		own := len(f.revisions)
		for number, e := range f.revisions {
			if revision, err := store.Decode(s.readValue(e)); err == nil && revision.Model != id {
				s.misplaced = append(s.misplaced, e)
				delete(f.revisions, number)
			}
		}
		if len(f.revisions) == own {
			continue
		}
		s.misplaced = slices.AppendSeq(s.misplaced, maps.Values(f.snapshots))
		if f.document != nil {
			s.misplaced = append(s.misplaced, *f.document)
		}
		if !s.hasOwn(id, f) {
			delete(s.models, id)
		}
		s.note(fmt.Sprintf("the bucket of a model has the wrong name %q", string(id)))
	}
	for _, e := range s.misplaced {
		s.visitStray(nil, e)
	}
}

// hasOwn reports whether any record in the bucket of a model belongs to it.
func (s *survey) hasOwn(id store.ModelID, f *found) bool {
	for _, e := range f.revisions {
		if revision, err := store.Decode(s.readValue(e)); err == nil && revision.Model == id {
			return true
		}
	}
	return false
}

func newSurvey(file io.ReaderAt, size int64, options store.Options, meta metaPage) *survey {
	s := &survey{
		options: options, file: file,
		models: map[store.ModelID]*found{}, operations: map[string]operationEntry{}, numbers: map[store.ModelID][]uint64{},
		recent: map[store.ModelID][]store.Position{}, stray: map[store.Hash]entry{},
	}
	s.tree = newTree(file, size, meta, s.visit)
	return s
}

func (s *survey) note(reason string) {
	if len(s.damage) < maxDamage {
		s.damage = append(s.damage, &store.Corrupt{Reason: reason})
	}
}

// anyMeta returns the newest valid meta page. intact reports that both are.
func anyMeta(file io.ReaderAt) (meta metaPage, intact bool, err error) {
	if meta, err = newestMeta(file); err == nil {
		return meta, true, nil
	}
	if first, ok := readMeta(file, 0); ok {
		return first, false, nil
	}
	for page := int64(1 << 10); page <= 1<<24; page <<= 1 {
		if second, ok := readMeta(file, page); ok {
			return second, false, nil
		}
	}
	return metaPage{}, false, err
}

// readValue returns the value of an entry, or nil if it cannot be read.
func (s *survey) readValue(e entry) []byte {
	value, err := s.tree.read(e.at, e.size)
	if err != nil {
		return nil
	}
	return value
}

func (s *survey) model(id store.ModelID) *found {
	if s.models[id] == nil {
		s.models[id] = &found{revisions: map[uint64]entry{}, stray: map[uint64][]entry{},
			snapshots: map[uint64]entry{}, lost: map[uint64]store.Hash{}}
	}
	return s.models[id]
}

// visit sorts an entry into the survey.
func (s *survey) visit(buckets [][]byte, e entry) {
	if len(buckets) == 0 {
		s.note(fmt.Sprintf("the entry %q belongs to no bucket", e.key))
		return
	}
	top := string(buckets[0])
	switch {
	case top == string(bucketModels) && len(buckets) > 1 && store.CheckModel(store.ModelID(buckets[1])) == nil:
		s.visitModel(s.model(store.ModelID(buckets[1])), buckets[2:], e)
	case len(buckets) > 1 || top == string(bucketModels):
		s.misplaced = append(s.misplaced, e)
		s.note(fmt.Sprintf("the entry %q of bucket %q is in the wrong place", e.key, top))
	case top == string(bucketMeta):
		s.visitMeta(e)
	case top == string(bucketOperations):
		s.visitOperation(e)
	case top == string(bucketRecent):
		s.visitRecent(e)
	default:
		s.misplaced = append(s.misplaced, e)
		s.note(fmt.Sprintf("bucket %q is unknown", top))
	}
}

func (s *survey) visitMeta(e entry) {
	switch string(e.key) {
	case string(keyFormat):
		s.format = s.readValue(e)
	case string(keyFormatCheck):
		s.formatCheck = s.readValue(e)
	case string(keyProbe):
	default:
		s.note(fmt.Sprintf("the entry %q of bucket \"meta\" is unknown", e.key))
	}
}

// judgeFormat reads from the bucket meta whether the file is a store, and in a format that this
// version reads.
func (s *survey) judgeFormat() {
	if s.isStore = s.format != nil || s.formatCheck != nil; !s.isStore {
		s.note("its format is missing")
		return
	}
	if err := checkFormat(s.format, s.formatCheck); err != nil {
		s.newer = errors.Is(err, store.ErrNewerFormat)
		s.note("its format cannot be read")
	}
}

func (s *survey) visitOperation(e entry) {
	value := s.readValue(e)
	if len(value) <= 8 || store.CheckModel(store.ModelID(value[8:])) != nil {
		s.note(fmt.Sprintf("the entry for operation %q cannot be read", e.key))
		return
	}
	known := operationEntry{binary.BigEndian.Uint64(value), store.ModelID(value[8:])}
	s.operations[string(e.key)] = known
	s.numbers[known.model] = append(s.numbers[known.model], known.number)
}

func (s *survey) visitRecent(e entry) {
	position, err := store.PositionOf(e.key)
	if err != nil || store.CheckModel(position.Model) != nil || e.size != 0 {
		s.note("an entry in the list of models cannot be read")
		return
	}
	s.recent[position.Model] = append(s.recent[position.Model], position)
}

func (s *survey) visitModel(f *found, buckets [][]byte, e entry) {
	switch {
	case len(buckets) == 0 && string(e.key) == string(keyDocument):
		if f.document != nil {
			s.misplaced = append(s.misplaced, *f.document)
		}
		f.document = &e
		return
	case len(buckets) == 0 && string(e.key) == string(keyHead):
		if value := s.readValue(e); len(value) == 8+len(store.Hash{}) {
			f.head = &headEntry{binary.BigEndian.Uint64(value), store.Hash(value[8:])}
		}
		return
	case len(buckets) != 1 || len(e.key) != 8:
		f.unknown = true
		s.misplaced = append(s.misplaced, e)
		return
	}
	number := binary.BigEndian.Uint64(e.key)
	switch string(buckets[0]) {
	case string(bucketRevisions):
		s.put(f.revisions, number, e)
	case string(bucketSnapshots):
		s.put(f.snapshots, number, e)
	case string(bucketLost):
		value := s.readValue(e)
		f.unknown = f.unknown || len(value) != len(store.Hash{})
		var hash store.Hash
		copy(hash[:], value)
		f.lost[number] = hash
	default:
		f.unknown = true
		s.misplaced = append(s.misplaced, e)
	}
}

// put keeps an entry by its number. One that another bucket of the same name
// has put there belongs to a model whose name was damaged, or this one does.
func (s *survey) put(entries map[uint64]entry, number uint64, e entry) {
	if before, ok := entries[number]; ok {
		s.misplaced = append(s.misplaced, before)
	}
	entries[number] = e
}

// searchStray reads the leaf pages that the walk did not reach. They are the
// pages below a damaged one. Pages on the free list hold old copies, which
// matter only if the last save may be missing (all).
func (s *survey) searchStray(size int64, all bool) {
	page := uint64(s.tree.meta.pageSize)
	pages := (uint64(size) + page - 1) / page // the last one may be cut off
	stray := &tree{file: s.file, meta: s.tree.meta, pages: pages, visit: s.visitStray}
	stray.walked, stray.used = make([]bool, stray.pages), make([]bool, stray.pages)
	for id := uint64(2); id < stray.pages; id++ {
		known := id < s.tree.pages && (s.tree.walked[id] || s.tree.free[id] && !all)
		if known {
			continue
		}
		header, err := stray.read(int64(id)*int64(s.tree.meta.pageSize), pageHeader)
		if err != nil || binary.NativeEndian.Uint64(header) != id || binary.NativeEndian.Uint16(header[8:]) != kindLeaf {
			continue
		}
		if n, ok := stray.claim(id); ok {
			stray.walkStray(n)
		}
	}
}

// walkStray visits the entries of one leaf; it follows no bucket that has pages
// of its own.
func (t *tree) walkStray(n node) {
	root := t.pages
	t.pages = 0 // so that claim rejects every page
	t.walkLeaf(n, nil, nil, nil)
	t.pages = root
}

// visitStray keeps what proves itself: a record that matches its hash, or a
// document, which is used only if a revision names its hash.
func (s *survey) visitStray(_ [][]byte, e entry) {
	value := s.readValue(e)
	if len(value) == 0 {
		return
	}
	if revision, err := store.Decode(value); err == nil && store.CheckModel(revision.Model) == nil {
		f := s.model(revision.Model)
		f.stray[revision.Number] = append(f.stray[revision.Number], e)
		return
	}
	s.stray[store.HashOf(value)] = e
}

// ids returns all models that anything in the file refers to, in order.
func (s *survey) ids() []store.ModelID {
	known := map[store.ModelID]bool{}
	for id := range s.models {
		known[id] = true
	}
	for id := range s.recent {
		known[id] = true
	}
	for id := range s.numbers {
		known[id] = true
	}
	ids := make([]store.ModelID, 0, len(known))
	for id := range known {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}

// openForSurvey opens a file for reading.
func openForSurvey(path string) (*os.File, int64, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, 0, err
	}
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is not a file", path)
	}
	if err != nil {
		file.Close()
		return nil, 0, err
	}
	return file, info.Size(), nil
}
