package files

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"widerow/cql/parse"
	"widerow/cql/syntax"
)

// Join joins files to a script in their order. The file that a SOURCE command
// names takes the place of the command, as in cqlsh.
func Join(inputs []Input, options Options) (*Script, error) {
	j := joiner{script: &Script{}, options: options, line: 1, known: map[string]*File{}}
	for _, input := range inputs {
		if err := j.add(input); err != nil {
			return nil, err
		}
	}
	j.script.Text = j.text.String()
	return j.script, nil
}

type joiner struct {
	script  *Script
	options Options
	text    strings.Builder
	line    int
	// open are the files that are being read, the outermost first. known are
	// all, by name.
	open  []string
	known map[string]*File
}

// ErrTooLarge means that the joined text is larger than Options.Limit.
var ErrTooLarge = errors.New("the files are too large")

func (j *joiner) add(input Input) error {
	file := j.known[input.Name]
	if file == nil {
		if !utf8.ValidString(input.Text) {
			return fmt.Errorf("%s is not UTF-8 text", input.Name)
		}
		file = &File{Name: input.Name, Text: strings.TrimPrefix(input.Text, "\ufeff"), Sourced: len(j.open) > 0}
		file.fill(j.options.Define)
		j.known[input.Name] = file
		j.script.Files = append(j.script.Files, file)
	}
	if j.text.Len()+len(file.expanded) > j.options.Limit {
		return fmt.Errorf("%s: %w: more than %d MiB together", input.Name, ErrTooLarge, j.options.Limit>>20)
	}
	j.open = append(j.open, input.Name)
	defer func() { j.open = j.open[:len(j.open)-1] }()
	from := syntax.Position{Line: 1, Column: 1}
	for _, command := range j.sources(file) {
		sourced, note := j.sourced(input, command)
		if note != nil {
			note.File, note.Line, note.Column = file, int(command.start.Line), int(command.start.Column)
			note.Column = file.written(note.Line, note.Column, false)
			j.script.Notes = append(j.script.Notes, *note)
			continue
		}
		j.piece(file, from, command.start)
		if err := j.add(*sourced); err != nil {
			return err
		}
		from = command.end
	}
	j.piece(file, from, syntax.Position{Offset: int32(len(file.expanded))})
	return nil
}

func (j *joiner) piece(file *File, from, to syntax.Position) {
	p := piece{file: file, fileLine: int(from.Line), fileColumn: int(from.Column)}
	j.script.append(&j.text, &j.line, p, file.expanded[from.Offset:to.Offset])
}

// source is a SOURCE command.
type source struct {
	name       string
	start, end syntax.Position
}

var (
	mayHaveSource = regexp.MustCompile(`(?i)\bsource\s+'`)
	sourceCommand = regexp.MustCompile(`(?is)^source\s+'((?:[^']|'')*)'$`)
)

// sources finds the SOURCE commands of a file.
func (j *joiner) sources(file *File) []source {
	if !mayHaveSource.MatchString(file.expanded) {
		return nil
	}
	var sources []source
	for _, statement := range parse.ParseWithin(syntax.Limits{}, j.options.Target, file.expanded).Statements {
		other, isOther := statement.(*syntax.Other)
		if !isOther {
			continue
		}
		if name := sourceCommand.FindStringSubmatch(other.Text); name != nil {
			start := other.Start
			end := endOf(start, other.Text)
			sources = append(sources, source{strings.ReplaceAll(name[1], "''", "'"), start, end})
		}
	}
	return sources
}

// endOf returns the position behind a text that begins at start.
func endOf(start syntax.Position, text string) syntax.Position {
	end := start
	end.Offset += int32(len(text))
	if last := strings.LastIndexByte(text, '\n'); last >= 0 {
		end.Line += int32(strings.Count(text, "\n"))
		end.Column, text = 1, text[last+1:]
	}
	end.Column += int32(utf8.RuneCountInString(text))
	return end
}

// sourced reads the file that a SOURCE command names: beside the file with the
// command, or else in the folder.
func (j *joiner) sourced(from Input, command source) (*Input, *Note) {
	if from.Folder == nil {
		return nil, &Note{Message: fmt.Sprintf("SOURCE is not followed here: %s is not read. Give the files by name, or their folder.", command.name)}
	}
	for _, name := range []string{path.Join(path.Dir(from.Path), command.name), path.Clean(command.name)} {
		if !fs.ValidPath(name) || path.IsAbs(command.name) {
			continue
		}
		input, err := from.Folder.read(name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue
		case err != nil:
			return nil, &Note{Message: fmt.Sprintf("SOURCE is not followed: %v", err), Missing: true}
		case slices.Contains(j.open, input.Name):
			return nil, &Note{Message: fmt.Sprintf("SOURCE '%s' is in that file itself: it would never end.", command.name), Missing: true}
		}
		return input, nil
	}
	if outside(from.Path, command.name) {
		return nil,
			&Note{
				Message: fmt.Sprintf(
					"SOURCE is followed only within %s: %s is not read. Give a folder that contains both.",
					from.Folder.Name, command.name)}
	}
	return nil, &Note{Message: fmt.Sprintf("SOURCE '%s': the file was not found.", command.name), Missing: true}
}

// outside reports whether a name leaves the folder.
func outside(from, name string) bool {
	return path.IsAbs(name) || strings.HasPrefix(name, "~") || !fs.ValidPath(path.Join(path.Dir(from), name))
}
