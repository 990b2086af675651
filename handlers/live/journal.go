package live

import (
	"container/list"
	"slices"

	"widerow/store"
)

// journal counts saves, and knows the last one about each model. The changes since a
// number are found without a look at the models that have not changed.
type journal struct {
	number uint64
	whole  uint64     // with this number anything may have changed
	last   *list.List // of entry, the newest in front
	about  map[store.ModelID]*list.Element
}

type entry struct {
	about  store.ModelID
	number uint64
}

func newJournal() journal {
	return journal{last: list.New(), about: map[store.ModelID]*list.Element{}}
}

func (j *journal) note(about store.ModelID) {
	j.number++
	if before := j.about[about]; before != nil {
		j.last.Remove(before)
	}
	j.about[about] = j.last.PushFront(entry{about, j.number})
}

// forget notes that anything may have changed.
func (j *journal) forget() {
	j.number++
	j.whole = j.number
}

// since returns the models about which there were saves after one, and the number of the
// last save. all reports that any other model may have changed, too.
func (j *journal) since(number uint64) (about []store.ModelID, now uint64, all bool) {
	for element := j.last.Front(); element != nil && element.Value.(entry).number > number; element = element.Next() {
		about = append(about, element.Value.(entry).about)
	}
	slices.Sort(about)
	return about, j.number, number < j.whole
}
