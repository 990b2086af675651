package submission

import (
	"fmt"
	"strconv"
	"strings"

	"widerow/model"
	"widerow/model/edit"
	"widerow/web"
)

// The form of the canvas pastes with these names:
//
//	do=paste:ELEMENT:ELEMENT…      what was copied
//	paste.model, paste.revision    where it was copied
//	paste.keyspace                 where tables go, "" for the keyspace of their own name
//	paste.at                       "ELEMENT X Y": where the copy of one of them is put, once for each

// Pasted are elements of a model of this server, as they were when they were
// copied, that a form adds to its own.
type Pasted struct {
	Model    string
	Revision uint64
	command  edit.Paste
	tab      web.Tab
	err      error
}

func (f *Form) parsePaste(ids model.IDs, elements []model.ID) error {
	revision, err := strconv.ParseUint(f.Values.Get("paste.revision"), 10, 64)
	if err != nil || len(elements) > MaxCommands {
		return badForm(fmt.Errorf("paste.revision=%q, %d elements", f.Values.Get("paste.revision"), len(elements)))
	}
	at, err := pastedPlaces(f.Values["paste.at"])
	if err != nil {
		return err
	}
	f.Pasted = &Pasted{Model: f.Values.Get("paste.model"), Revision: revision,
		command: edit.Paste{Elements: elements, Keyspace: model.ID(f.Values.Get("paste.keyspace")), First: ids.New(), Diagram: string(f.Diagram), At: at}}
	return nil
}

// pastedPlaces reads where the copies of elements are put.
func pastedPlaces(texts []string) (map[model.ID]model.Position, error) {
	if len(texts) > MaxCommands {
		return nil, badForm(fmt.Errorf("%d places", len(texts)))
	}
	at := map[model.ID]model.Position{}
	for _, text := range texts {
		parts := strings.Fields(text)
		if len(parts) != 3 {
			return nil, badForm(fmt.Errorf("paste.at=%q", text))
		}
		x, errX := strconv.ParseFloat(parts[1], 64)
		y, errY := strconv.ParseFloat(parts[2], 64)
		if errX != nil || errY != nil {
			return nil, badForm(fmt.Errorf("paste.at=%q", text))
		}
		at[model.ID(parts[0])] = model.Position{X: x, Y: y}
	}
	return at, nil
}

// Open gives the form the model from which the elements are. tabFor returns the tab
// where a kind of element is drawn.
func (p *Pasted) Open(from *model.Model, tabFor func(model.Kind) web.Tab) {
	p.command.From = from
	if first, found := from.Element(p.command.Elements[0]); found {
		p.tab = tabFor(first.Kind)
	}
}

// Fail makes the form be refused for an error.
func (p *Pasted) Fail(err error) { p.err = err }

// commands add the copies. The first of them is selected where it is drawn.
func (p *Pasted) commands(view *web.View) ([]edit.Command, error) {
	if p.err != nil {
		return nil, p.err
	}
	view.Select, view.Add = p.command.First, ""
	if p.tab != "" {
		view.Tab = p.tab
	}
	return []edit.Command{p.command}, nil
}
