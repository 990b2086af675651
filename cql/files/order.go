package files

import (
	"cmp"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Folder is a folder with scripts. Nothing outside of it is read, not even
// through links.
type Folder struct {
	Name  string
	root  *os.Root
	limit int64
}

// OpenFolder opens a folder. A file in it may have limit bytes.
func OpenFolder(name string, limit int) (*Folder, error) {
	root, err := os.OpenRoot(name)
	if err != nil {
		return nil, fmt.Errorf("read the folder: %w", err)
	}
	return &Folder{name, root, int64(limit)}, nil
}

// Close closes the folder.
func (f *Folder) Close() error { return f.root.Close() }

func (f *Folder) read(name string) (*Input, error) {
	opened, err := f.root.Open(filepath.FromSlash(name))
	if err != nil {
		return nil, err
	}
	defer opened.Close()
	text, err := io.ReadAll(io.LimitReader(opened, f.limit+1))
	if err != nil {
		return nil, err
	}
	return &Input{Name: filepath.Join(f.Name, filepath.FromSlash(name)), Text: string(text), Folder: f, Path: name}, nil
}

// Inputs reads the scripts of a folder and its subfolders in the order of
// migration tools. It leaves out scripts that undo others, and returns their
// names; and scripts that another one contains by SOURCE.
func (f *Folder) Inputs() (inputs []Input, undoing []string, err error) {
	var names []string
	err = fs.WalkDir(f.root.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		switch base := path.Base(name); {
		case err != nil:
			return err
		case strings.HasPrefix(base, ".") && name != ".":
			if entry.IsDir() {
				return fs.SkipDir
			}
		case entry.IsDir() || !isScript(base):
		case undoes(name):
			undoing = append(undoing, filepath.Join(f.Name, filepath.FromSlash(name)))
		default:
			names = append(names, name)
		}
		return nil
	})
	if err != nil {
		return nil, nil, fmt.Errorf("read the folder %s: %w", f.Name, err)
	}
	slices.SortFunc(names, ComparePaths)
	for _, name := range names {
		input, err := f.read(name)
		if err != nil {
			return nil, nil, fmt.Errorf("read the folder %s: %w", f.Name, err)
		}
		inputs = append(inputs, *input)
	}
	return withoutSourced(inputs), undoing, nil
}

func isScript(base string) bool {
	return slices.Contains([]string{".cql", ".cqlsh"}, strings.ToLower(path.Ext(base)))
}

// undoing matches scripts that undo others: x.down.cql (golang-migrate), U2__x.cql
// (Flyway), undo_x.cql, x-rollback.cql, and a folder of such scripts.
var undoing = regexp.MustCompile(`(?i)(^|/)((down|undo|rollback)([._-][^/]*)?/|(down|undo|rollback)[._-]|U\d+([._]\d+)*__)|[._-](down|undo|rollback)\.\w+$`)

func undoes(name string) bool { return undoing.MatchString(name) }

// withoutSourced leaves out the files that another one contains by SOURCE. Of
// files that contain each other all stay.
func withoutSourced(inputs []Input) []Input {
	j := joiner{}
	contained := map[string]bool{}
	for _, input := range inputs {
		file := &File{expanded: input.Text}
		for _, command := range j.sources(file) {
			for _, name := range []string{path.Join(path.Dir(input.Path), command.name), path.Clean(command.name)} {
				if slices.ContainsFunc(inputs, func(i Input) bool { return i.Path == name && name != input.Path }) {
					contained[name] = true
					break
				}
			}
		}
	}
	if len(contained) == len(inputs) {
		return inputs
	}
	return slices.DeleteFunc(slices.Clone(inputs), func(i Input) bool { return contained[i.Path] })
}

// ComparePaths compares the paths of scripts as migration tools do: folder by
// folder, V2 before V10, V1 before V1.1, and Flyway's repeatable R__x after all
// others. It ignores case.
func ComparePaths(a, b string) int {
	first, second := elements(a), elements(b)
	for i := range min(len(first), len(second)) {
		if byFile := cmp.Compare(boolToInt(i < len(first)-1), boolToInt(i < len(second)-1)); byFile != 0 {
			return byFile // the files of a folder before its subfolders
		}
		if order := compareNames(first[i], second[i]); order != 0 {
			return order
		}
	}
	return cmp.Or(cmp.Compare(len(first), len(second)), strings.Compare(a, b))
}

// elements returns the names of the folders and of the file, without its
// extension.
func elements(name string) []string {
	name = strings.ToLower(filepath.ToSlash(name))
	return strings.Split(strings.TrimSuffix(name, path.Ext(name)), "/")
}

func boolToInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

var (
	version = regexp.MustCompile(`^(\D*)(\d+(?:[._]\d+)*)((?:[._-].*)?)$`)
	chunks  = regexp.MustCompile(`\d+|\D+`)
)

// compareNames compares what is before the version, the version, and the rest.
func compareNames(a, b string) int {
	if last := cmp.Compare(boolToInt(strings.HasPrefix(a, "r__")), boolToInt(strings.HasPrefix(b, "r__"))); last != 0 {
		return last
	}
	first, second := version.FindStringSubmatch(a), version.FindStringSubmatch(b)
	if first == nil || second == nil {
		return compareChunks(a, b)
	}
	return cmp.Or(strings.Compare(first[1], second[1]), compareChunks(versionText(first[2]), versionText(second[2])), compareChunks(first[3], second[3]))
}

// versionText has the same mark between all numbers.
func versionText(text string) string { return strings.ReplaceAll(text, "_", ".") }

// compareChunks compares digits as numbers and the rest as text.
func compareChunks(a, b string) int {
	return slices.CompareFunc(chunks.FindAllString(a, -1), chunks.FindAllString(b, -1), func(a, b string) int {
		first, notFirst := strconv.ParseUint(a, 10, 64)
		second, notSecond := strconv.ParseUint(b, 10, 64)
		if notFirst != nil || notSecond != nil {
			return strings.Compare(a, b)
		}
		return cmp.Compare(first, second)
	})
}
