package oracle

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/concepttext"
	"widerow/model/edit"
	"widerow/model/mapping"
	"widerow/model/querytext"
)

// domain is a document with its author's remarks about the queries beside their text.
//
// A file has four parts, separated by lines of dashes: concepts; queries; updates, one a line; and
// further facts (stored Player.links map; total handles Ticket; disjoint Person; "wrong Q4" and
// "wrong insert Vehicle" for known errors that are not mended yet). A query may be followed by a
// line with its meaning where the text leaves it open: "= via places, holds", "= question", or "=
// publishes Cook is follows chef", which declares two ends to be the same instance. "= precomputed", "= counted" and "=
// collected" choose the form of its table.
type domain struct {
	name      string
	m         *model.Model
	via       map[model.ID][]model.ID
	same      map[model.ID]map[model.ID]model.ID
	questions map[model.ID]bool
	forms     map[model.ID]mapping.Form
	known     map[string]bool // the queries and updates that are known to be wrong
	// paths holds the paths of queries that pathOf has found.
	paths map[pathKey]foundPath
}

type pathKey struct {
	m     *model.Model
	query model.ID
}

type foundPath struct {
	path *path
	err  error
}

func newDomain(name string, m *model.Model) *domain {
	return &domain{name, m, map[model.ID][]model.ID{}, map[model.ID]map[model.ID]model.ID{}, map[model.ID]bool{}, map[model.ID]mapping.Form{}, map[string]bool{}, map[pathKey]foundPath{}}
}

func readDomain(file string) (*domain, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	parts := append(strings.Split("\n"+string(text), "\n---"), "", "", "", "")
	name := strings.TrimSuffix(filepath.Base(file), ".txt")
	d := newDomain(name, model.New(name))
	commands, problems := concepttext.Commands(d.m, model.SeededIDs([]byte(name)), parts[0])
	if len(problems) > 0 {
		return nil, fmt.Errorf("%s: %+v", file, problems)
	}
	if err := d.apply(commands...); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	for _, line := range slices.Concat(strings.Split(parts[3], "\n")) {
		if err := d.addFact(strings.Fields(line)); err != nil {
			return nil, fmt.Errorf("%s: %s: %w", file, line, err)
		}
	}
	for line := range strings.Lines(parts[1]) {
		if err := d.addQueryLine(strings.TrimSpace(line)); err != nil {
			return nil, fmt.Errorf("%s: %s: %w", file, line, err)
		}
	}
	for line := range strings.Lines(parts[2]) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			if err := d.addUpdate(line); err != nil {
				return nil, fmt.Errorf("%s: %s: %w", file, line, err)
			}
		}
	}
	d.m.Physical.Keyspaces = map[model.ID]*model.Keyspace{"ks": {Name: keyspaceOf(name), Replication: map[string]string{"class": "SimpleStrategy", "replication_factor": "1"}}}
	return d, nil
}

// keyspaceOf is the name of a keyspace: 48 letters at most, of which the last ones tell domains apart.
func keyspaceOf(name string) string {
	const most = 48
	name = model.Identifier("oracle_" + name)
	if len(name) > most {
		name = name[:most/2] + name[len(name)-most/2:]
	}
	return name
}

func (d *domain) apply(commands ...edit.Command) error {
	after, err := edit.Apply(d.m, model.RandomIDs(), commands...)
	if err == nil {
		d.m = after
	}
	return err
}

// addUpdate adds an update by its line.
func (d *domain) addUpdate(line string) error {
	number := len(d.m.Workflow.Updates) + 1
	id := model.ID(fmt.Sprintf("u%d", number))
	parts, problems := querytext.ParseUpdate(d.m, line)
	if len(problems) > 0 {
		return fmt.Errorf("%+v", problems)
	}
	values := map[string]string{"label": fmt.Sprint("U", number), "name": line}
	if err := d.apply(edit.Add{Kind: model.UpdateElement, ID: id, Values: values}); err != nil {
		return err
	}
	err := d.apply(querytext.UpdateCommands(d.m, id, parts)...)
	d.m.Workflow.Updates[id].Kind = parts.Kind // also that which is the default
	return err
}

// pathOf returns the path of a query of the domain.
func (d *domain) pathOf(query model.ID) (*path, error) {
	if d.questions[query] {
		return nil, unclearError("the author of the domain says that it is a question")
	}
	key := pathKey{d.m, query}
	found, is := d.paths[key]
	if !is {
		found.path, found.err = pathOf(d.m, d.m.Workflow.Queries[query], d.via[query], d.same[query])
		d.paths[key] = found
	}
	return found.path, found.err
}
