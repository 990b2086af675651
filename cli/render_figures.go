package cli

import (
	"context"
	"fmt"
	"maps"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"widerow/diagram"
	"widerow/diagram/graph"
	"widerow/model"
)

// figures draws a document for print, in one picture or several.
type figures struct {
	*renderCommand
	document *model.Model
	layouter graph.Layouter
	taken    map[string]bool // the names of files given so far
}

// selection holds the content and the form of a picture.
type selection struct {
	values     url.Values
	only       []model.ID // the boxes, nil for all
	page       graph.Page
	shortLines bool // for the names of an ER diagram
}

// parts draws a selection in one picture if it fits, or else keyspace by keyspace or in
// several figures, if they come closer to what was asked for.
func (f *figures) parts(ctx context.Context, whole selection, file string) ([]*printed, error) {
	picture, err := f.best(ctx, whole, file)
	if err != nil || f.fitness(picture) >= 1 || f.Output == "-" || f.Collapse != "" {
		return []*printed{picture}, err
	}
	divide := f.divide
	if len(f.keyspaces(whole)) > 1 {
		divide = f.byKeyspace
	}
	parts, err := divide(ctx, whole, file)
	if err != nil || len(parts) < 2 {
		return []*printed{picture}, err
	}
	const worth = 1.05 // of the fitness
	for _, part := range parts {
		if f.fitness(part) < worth*f.fitness(picture) {
			return []*printed{picture}, nil
		}
	}
	return parts, nil
}

// keyspaces returns the keyspaces with tables, or none if the selection is only a
// part of the physical diagram.
func (f *figures) keyspaces(of selection) []model.Item[*model.Keyspace] {
	if f.Diagram != string(diagram.KindPhysical) || f.Focus+f.Query+f.Tag != "" || of.values.Get("keyspace") != "" {
		return nil
	}
	used := model.IDSet{}
	for _, relation := range f.document.Physical.Relations {
		used[relation.Keyspace] = true
	}
	return slices.DeleteFunc(model.Sorted(f.document.Physical.Keyspaces), func(item model.Item[*model.Keyspace]) bool { return !used[item.ID] })
}

func (f *figures) byKeyspace(ctx context.Context, whole selection, file string) ([]*printed, error) {
	var parts []*printed
	for _, item := range f.keyspaces(whole) {
		part := whole
		part.values = maps.Clone(whole.values)
		part.values.Set("keyspace", string(item.ID))
		made, err := f.parts(ctx, part, partFile(file, item.Value.Name, f.taken))
		if err != nil {
			return nil, err
		}
		parts = append(parts, made...)
	}
	return parts, nil
}

// divide draws a selection in figures. Each has as many boxes as fit.
func (f *figures) divide(ctx context.Context, whole selection, file string) ([]*printed, error) {
	drawing, _, err := f.build(f.document, whole)
	if err != nil {
		return nil, err
	}
	var parts []*printed
	pieces, used := drawing.Pieces(), 1
	for ; len(pieces) > 0; pieces = pieces[used:] {
		var part *printed
		if part, used, err = f.largest(ctx, whole, pieces, used); err != nil {
			return nil, err
		}
		parts = append(parts, part)
	}
	for i, part := range parts {
		part.file = partFile(file, strconv.Itoa(i+1), f.taken)
		part.way += fmt.Sprintf(", figure %d of %d", i+1, len(parts))
	}
	return parts, nil
}

// largest draws as many of the first pieces as fit in one picture, at least one. The
// search begins at about as many as in the figure before.
func (f *figures) largest(ctx context.Context, whole selection, pieces [][]model.ID, about int) (best *printed, used int, err error) {
	draw := func(count int) (*printed, error) {
		part := whole
		part.only = slices.Concat(pieces[:count]...)
		made, err := f.best(ctx, part, "")
		if err == nil {
			made.alone = count == 1
		}
		return made, err
	}
	used = min(about, len(pieces))
	if best, err = draw(used); err != nil {
		return nil, 0, err
	}
	for fits := f.fitness(best) >= 1; ; {
		next := used + 1
		if !fits {
			next = used - 1
		}
		if next == 0 || next > len(pieces) {
			return best, used, nil
		}
		other, err := draw(next)
		if err != nil {
			return nil, 0, err
		}
		switch fit := f.fitness(other) >= 1; {
		case fits && !fit:
			return best, used, nil
		case fit && !fits:
			return other, next, nil
		}
		best, used = other, next
	}
}

// way is a change that is tried if a picture does not fit as it is.
type way struct {
	direction, spacing string
	shortLines         bool
	words              string
}

var ways = []way{
	{"", "", false, ""}, {"lr", "", false, ", left to right"}, {"td", "", false, ", top down"},
	{"", "compact", false, ", compact"}, {"lr", "compact", false, ", left to right, compact"}, {"td", "compact", false, ", top down, compact"},
	{"", "", true, ", long names on several lines"}, {"td", "", true, ", top down, long names on several lines"},
}

// tries reports whether a way keeps what the user chose. Only an ER diagram has names
// that can be broken.
func (f *figures) tries(w way) bool {
	return (w.direction == "" || f.Direction == "") && (w.spacing == "" || f.Spacing == "") && (!w.shortLines || f.Diagram == string(diagram.KindER))
}

// best draws the first picture that fits, or the one that comes closest: as it is, or
// arranged for the page. What the user chose stays.
func (f *figures) best(ctx context.Context, selected selection, file string) (*printed, error) {
	best, err := f.printed(ctx, selected, file)
	if err != nil || f.fitness(best) >= 1 {
		return best, err
	}
	width := float64(f.Width) * pointsPerMillimetre * best.scene.SmallestText() / f.MinType
	for _, way := range ways {
		if !f.tries(way) {
			continue
		}
		changed := selected
		changed.page = graph.Page{Width: width, Height: width * f.tallest() / float64(f.Width)}
		changed.shortLines = way.shortLines
		changed.values = maps.Clone(selected.values)
		for name, value := range map[string]string{"direction": way.direction, "spacing": way.spacing} {
			if value != "" {
				changed.values.Set(name, value)
			}
		}
		next, err := f.printed(ctx, changed, file)
		if err != nil {
			return nil, err
		}
		if next.way = ", arranged for the page" + way.words; f.better(next, best) {
			best = next
		}
		if f.fitness(best) >= 1 {
			break
		}
	}
	return best, nil
}

func (f *figures) printed(ctx context.Context, selected selection, file string) (*printed, error) {
	drawing, kind, err := f.build(f.document, selected)
	if err != nil {
		return nil, err
	}
	made, err := drawing.Draw(ctx, f.layouter, f.options(f.document, kind))
	if err != nil {
		return nil, err
	}
	return &printed{file: file, scene: made}, nil
}

// partFile returns hotel-shop.pdf for hotel.pdf and the part shop. taken are the
// names given before.
func partFile(file, part string, taken map[string]bool) string {
	plain := strings.Map(func(c rune) rune {
		if c == '_' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' {
			return c
		}
		return '-'
	}, part)
	end := filepath.Ext(file)
	name := strings.TrimSuffix(file, end) + "-" + plain
	for number := 2; taken[name+end]; number++ {
		name = strings.TrimSuffix(file, end) + "-" + plain + strconv.Itoa(number)
	}
	taken[name+end] = true
	return name + end
}
