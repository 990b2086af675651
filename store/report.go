package store

import (
	"fmt"
	"time"
)

// Report is the result of a check of everything that is stored.
type Report struct {
	Models    int // without companions
	Revisions int
	Bytes     int64  // of the file
	Sizes     []Size // of the models, the largest first
	Damage    []error
	Ended     time.Time
	Took      time.Duration
}

// Counts returns "1 model, 12 revisions, 102400 bytes".
func (r Report) Counts() string {
	return fmt.Sprintf("%s, %s, %d bytes", Count(r.Models, "model"), Count(r.Revisions, "revision"), r.Bytes)
}

// Count returns a number and a noun, which gets an s unless the number is 1.
func Count(number int, noun string) string {
	if number == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", number, noun)
}

// Size is the space that a model or a companion takes in the file.
type Size struct {
	Model     ModelID
	Revisions int
	Bytes     int64
}

// Salvaged lists the models of a damaged file by the outcome of their rescue.
type Salvaged struct {
	Whole    int       // models that were copied as they were, without companions
	Repaired []ModelID // models that open again; their newest revision says what is lost
	Lost     []error   // models of which no document is left
	Damage   []error   // what was wrong with the file
}

// Backup describes a copy of the store that was sent to a reader.
type Backup struct {
	Ended  time.Time
	Bytes  int64
	SHA256 Hash // of the whole copy
}

// Status is the state of a store as shown to an operator.
type Status struct {
	Path    string
	Bytes   int64    // of the file
	Free    int64    // bytes in the file that the next saves can use
	Backup  *Backup  // the last one
	Scrub   *Report  // the last one; Sizes only of this process
	Clean   *Report  // the last one without damage
	Rebuilt *Rebuilt // the last one, until its damaged file is removed
}

// Rebuilt reports the replacement of a damaged file by one with everything that could be read of
// it.
type Rebuilt struct {
	Salvaged
	At   time.Time
	Kept string // the path of the damaged file
}
