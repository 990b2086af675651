// Package files joins the files of a script, so that they can be judged as one,
// and finds the file and line of a place in the joined text.
//
// Read it in this order: files.go (the joined script), join.go (SOURCE is
// followed), define.go (placeholders are filled in), order.go (the files of a
// folder in the order of migration tools).
package files

import (
	"slices"
	"strings"

	"widerow/model"
)

// Input is a file as it was read.
type Input struct {
	// Name is how findings call the file.
	Name, Text string
	// Folder is the folder within which SOURCE is followed, nil for none. Path
	// is the path of the file in it.
	Folder *Folder
	Path   string
}

// Options configure the joining of files into a script.
type Options struct {
	Target model.Target
	// Define has the values of placeholders by name.
	Define map[string]string
	// Limit is the largest size of the joined text in bytes.
	Limit int
}

// Script is several files joined to one text.
type Script struct {
	Text string
	// Ends are the offsets at which all pieces but the last end, as for
	// syntax.ParseFiles.
	Ends []int
	// Files are in the order of their first statement. A file that is read
	// twice is there once.
	Files []*File
	// Notes are the SOURCE commands that could not be followed.
	Notes  []Note
	pieces []piece
}

// File is one file of a script.
type File struct {
	Name string
	// Text is the text of the file, with its placeholders.
	Text string
	// Sourced means that another file contains this one by SOURCE.
	Sourced  bool
	expanded string
	fillings map[int][]filling
}

// Note is about a SOURCE command that was not followed.
type Note struct {
	File         *File
	Line, Column int
	Message      string
	// Missing means that the file could not be read. Otherwise it must not be.
	Missing bool
}

// piece is a part of a file in the joined text. It begins at the beginning of a
// joined line.
type piece struct {
	file *File
	// line is the first one in the joined text, fileLine and fileColumn where
	// the piece begins in the file.
	line, fileLine, fileColumn int
}

// Place is a place in a file. Line and Column count from 1, Column in
// characters.
type Place struct {
	File         *File
	Line, Column int
}

// Start returns the place of a line and column of the joined text.
func (s *Script) Start(line, column int) Place { return s.place(line, column, false) }

// End is like Start for the end of something: the end of a placeholder's value
// is the end of the placeholder.
func (s *Script) End(line, column int) Place { return s.place(line, column, true) }

func (s *Script) place(line, column int, end bool) Place {
	at, found := slices.BinarySearchFunc(s.pieces, line, func(p piece, line int) int { return p.line - line })
	if !found {
		at--
	}
	p := s.pieces[max(at, 0)]
	if line == p.line {
		column += p.fileColumn - 1
	}
	fileLine := p.fileLine + line - p.line
	return Place{p.file, fileLine, p.file.written(fileLine, column, end)}
}

// Pieces returns the number of parts of a file, which has more than one if it
// contains other files.
func (s *Script) Pieces(file *File) int {
	count := 0
	for _, p := range s.pieces {
		if p.file == file {
			count++
		}
	}
	return count
}

// append adds a part of a file's expanded text to the joined text.
func (s *Script) append(text *strings.Builder, line *int, p piece, part string) {
	if len(s.pieces) > 0 {
		s.Ends = append(s.Ends, text.Len())
	}
	p.line = *line
	s.pieces = append(s.pieces, p)
	text.WriteString(part)
	*line += strings.Count(part, "\n")
	if !strings.HasSuffix(part, "\n") {
		text.WriteString("\n")
		*line++
	}
}
