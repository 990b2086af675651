package cli

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"widerow/cli/verb"
	"widerow/cql/files"
	"widerow/model"
	"widerow/model/kdm"
)

// scriptFlags configure the joining of files into a script.
type scriptFlags struct {
	Order    string            `help:"Order of several files: given, or name (V2 before V10), as the files of a folder are." enum:"given,name" default:"given"`
	Use      string            `short:"k" help:"Keyspace in use at the beginning of the script, as cqlsh -k." placeholder:"KEYSPACE"`
	Define   map[string]string `help:"Value for $${NAME} and {{NAME}} in the script. May be repeated." mapsep:"none" placeholder:"NAME=VALUE"`
	Assuming bool              `name:"assume-keyspace" help:"Assume that keyspaces exist which the script does not create."`
}

// Validate returns an error if a value has several lines. kong calls it.
func (f *scriptFlags) Validate() error {
	for name, value := range f.Define {
		if strings.ContainsAny(value, "\r\n") {
			return fmt.Errorf("--define %s: a value is one line", name)
		}
	}
	return nil
}

// reader reads the FILE arguments of a verb.
type reader struct {
	Console *verb.Console
	folders []*files.Folder
	inputs  []files.Input
	// clusters are those among the inputs.
	clusters []*clusterInput
	errors   []error
}

// close closes the folders, which are read until the files are joined.
func (r *reader) close() {
	for _, folder := range r.folders {
		folder.Close()
	}
}

// read reads files and folders in the order of the flags. A file that cannot be
// read is among the errors.
func (f *scriptFlags) read(console *verb.Console, arguments []string) *reader {
	r := &reader{Console: console}
	for _, argument := range arguments {
		if err := r.add(argument); err != nil {
			r.errors = append(r.errors, err)
		}
	}
	if f.Order == "name" {
		slices.SortStableFunc(r.inputs, func(a, b files.Input) int { return files.ComparePaths(a.Name, b.Name) })
	}
	return r
}

func (r *reader) add(argument string) error {
	if argument == "-" {
		text, err := readAll(standardInput, r.Console.Stdin)
		r.inputs = append(r.inputs, files.Input{Name: standardInput, Text: string(text)})
		return err
	}
	if from, is, err := parseRemote(argument); is {
		if err != nil {
			return err
		}
		return r.addRemote(argument, from)
	}
	if from, is, err := parseConnection(r.Console, argument); is {
		if err != nil {
			return err
		}
		return r.addCluster(argument, from)
	}
	if found, err := os.Stat(argument); err == nil && found.IsDir() {
		return r.addFolder(argument)
	}
	if from, is, err := parseStored(argument); is {
		if err != nil {
			return err
		}
		return r.addStored(argument, from)
	}
	opened, err := os.Open(argument)
	if err != nil {
		return fmt.Errorf("read the model: %w", err)
	}
	defer opened.Close()
	name := filepath.Clean(argument)
	if r.has(name) {
		return nil
	}
	text, err := readAll(name, opened)
	if err != nil {
		return err
	}
	input := files.Input{Name: name, Text: string(text), Path: filepath.Base(name)}
	if folder, err := files.OpenFolder(filepath.Dir(name), sourceLimit); err == nil {
		input.Folder = folder
		r.folders = append(r.folders, folder)
	}
	r.inputs = append(r.inputs, input)
	return nil
}

func (r *reader) addFolder(name string) error {
	folder, err := files.OpenFolder(filepath.Clean(name), sourceLimit)
	if err != nil {
		return err
	}
	r.folders = append(r.folders, folder)
	inputs, undoing, err := folder.Inputs()
	if err != nil {
		return err
	}
	if len(undoing) > 0 {
		fmt.Fprintf(r.Console.Stderr, "widerow: left out, because they undo others: %s\n", verb.Visible(strings.Join(undoing, ", ")))
	}
	if len(inputs) == 0 {
		return fmt.Errorf("the folder %s has no scripts: their names end in .cql", folder.Name)
	}
	for _, input := range inputs {
		if !r.has(input.Name) {
			r.inputs = append(r.inputs, input)
		}
	}
	return nil
}

// has reports whether a file was read: an argument may be in a folder that is
// also one.
func (r *reader) has(name string) bool {
	return slices.ContainsFunc(r.inputs, func(i files.Input) bool { return i.Name == name })
}

// script returns the source of the script whose first file has a name. A cluster tells the
// database that it is.
func (r *reader) script(name, home string, target model.Target) *source {
	s := &source{name: name, home: home, target: target}
	for _, from := range r.clusters {
		s.target = cmp.Or(s.target, from.target)
		if from.name == name {
			s.home, s.cluster = from.title(), from
		}
	}
	return s
}

// sources are the documents and, at the place of its first file, the script.
func (f *scriptFlags) sources(r *reader, arguments []string, target model.Target) []*source {
	var sources []*source
	var script *source
	var parts []files.Input
	for _, input := range r.inputs {
		switch {
		case !utf8.ValidString(input.Text):
			r.errors = append(r.errors, fmt.Errorf("%s is not UTF-8 text", input.Name))
		case isDocument(input.Text):
			sources = append(sources, &source{name: input.Name, text: []byte(input.Text), kind: "Widerow document", target: target})
		case kdm.Is(input.Text):
			if project := r.readProject(input); project != nil {
				sources = append(sources, &source{name: input.Name, text: project.Encode(), kind: "KDM project", target: target})
			}
		default:
			if script == nil {
				script = r.script(input.Name, titleOf(arguments[0]), target)
				script.keyspace = f.Use
				sources = append(sources, script)
			}
			parts = append(parts, input)
		}
	}
	if script == nil {
		return sources
	}
	joined, err := files.Join(parts, files.Options{Target: script.scriptTarget(), Define: f.Define, Limit: sourceLimit})
	if err != nil {
		r.errors = append(r.errors, err)
		return slices.DeleteFunc(sources, func(s *source) bool { return s == script })
	}
	script.script = joined
	return sources
}

// readProject reads a KDM project and reports what it leaves out. It returns nil if that fails.
func (r *reader) readProject(input files.Input) *model.Model {
	name := "KDM project"
	if input.Name != standardInput {
		name = titleOf(input.Name)
	}
	project, err := kdm.Read(input.Text, name)
	if err != nil {
		r.errors = append(r.errors, fmt.Errorf("%s: %w", input.Name, err))
		return nil
	}
	for _, note := range project.Notes {
		fmt.Fprintf(r.Console.Stderr, "%s: %s\n", input.Name, verb.Visible(note))
	}
	return project.Model
}

// source reads the one document or script of a verb.
func (f *scriptFlags) source(console *verb.Console, arguments []string, target model.Target) (*source, error) {
	r := f.read(console, arguments)
	defer r.close()
	sources := f.sources(r, arguments, target)
	if len(r.errors) > 0 {
		return nil, errors.Join(r.errors...)
	}
	if len(sources) > 1 {
		for _, source := range sources {
			if source.script == nil {
				return nil, fmt.Errorf("%s is a %s: give it alone", source.name, source.kind)
			}
		}
	}
	return sources[0], nil
}
