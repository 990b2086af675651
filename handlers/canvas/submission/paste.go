package submission

import (
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
