package workbench

import (
	"cmp"
	"context"
	"net/url"
	"strings"

	"widerow/handlers/edit"
	"widerow/model"
	"widerow/model/moves"
	"widerow/web"
	webcanvas "widerow/web/canvas"
	webderive "widerow/web/derive"
)

// designContent fills the page of design moves.
type designContent struct{}

func (designContent) Build(_ context.Context, b *Builder, page *web.WorkbenchPage) (web.Content, error) {
	form := cmp.Or(FormOf[*edit.Design](b.Answer), &edit.Design{Values: url.Values{}})
	view := &webderive.DesignView{Stale: form.Stale, Starts: b.Starts()}
	table := b.DesignedTable()
	page.View.Select = table
	b.DesignTables(view, table)
	view.Split = b.SplitLink(table)
	if notice, tooWide := b.TooWideToDesign(table); tooWide {
		page.Notices = append(page.Notices, notice)
		return view, nil
	}
	offers := moves.Offers(b.Model, table)
	chosen, _ := form.Chosen(offers)
	for _, move := range offers {
		view.Moves = append(view.Moves, b.designMove(view, move, chosen))
	}
	return view, b.designPatterns(view, form, offers)
}

func (b *Builder) TooWideToDesign(table model.ID) (web.Notice, bool) {
	refusal := edit.TooWide(b.Model, table)
	if refusal == nil {
		return web.Notice{}, false
	}
	return web.Notice{Level: "warn", Text: refusal.Title + ". " + refusal.Advice}, true
}

// DesignIDs are the IDs of what a preview adds.
func (b *Builder) DesignIDs() model.IDs { return model.SeededIDs([]byte(b.Model.Name)) }

// DesignedTable is the selected table, that of the selected column, or the one
// with the largest partitions.
func (b *Builder) DesignedTable() model.ID {
	if element, found := b.selected(); found {
		for _, id := range []model.ID{element.ID, element.Parent, b.realization(element.ID)} {
			if b.Model.Physical.Relations[id] != nil {
				return id
			}
		}
	}
	var largest model.ID
	for _, element := range b.Elements(model.RelationElement) {
		if largest == "" || b.Sizes[element.ID].Worst.Bytes > b.Sizes[largest].Worst.Bytes {
			largest = element.ID
		}
	}
	return largest
}

func (b *Builder) DesignTables(view *webderive.DesignView, selected model.ID) {
	for _, element := range b.Elements(model.RelationElement) {
		relation, size := element.Value.(*model.Relation), b.Sizes[element.ID]
		item := webcanvas.OutlineItem{}
		b.describeSize(element.ID, &item)
		at := b.View
		at.Select, at.Line, at.Find = element.ID, "", ""
		table := webderive.DesignTable{ID: element.ID, Name: relation.Name, Keyspace: b.Model.Title(relation.Keyspace), Href: string(b.URL.Tab(at)), Edit: b.Link(element.ID),
			Size: item.Detail, Level: item.Level, SizeWords: "One partition: " + size.Text(), Selected: element.ID == selected, View: relation.Kind == model.MaterializedView}
		view.Tables = append(view.Tables, table)
		if table.Selected {
			view.Table = &table
		}
	}
}

// designLink is the address of a move or a pattern.
func (b *Builder) designLink(table model.ID, kind, name string) string {
	at := b.View
	at.Select, at.Line, at.Find = table, "", ""
	address := string(b.URL.Tab(at))
	address += string("?&"[min(strings.Count(address, "?"), 1)]) + kind + "=" + url.QueryEscape(name)
	return address + "#" + kind + "-" + name // without scripts, the page begins there
}

// maxCompared is the number of columns above which sizes are computed for the chosen
// move only: each move is tried on a copy of the model.
const maxCompared = 5000

func (b *Builder) columnCount() int {
	count := 0
	for _, relation := range b.Model.Physical.Relations {
		count += len(relation.Columns)
	}
	return count
}

func (b *Builder) designMove(view *webderive.DesignView, move, chosen moves.Move) webderive.DesignMove {
	shown := webderive.DesignMove{Name: string(move.Name), Title: move.Title, Reason: move.Reason, Href: b.designLink(move.Table, "move", string(move.Name))}
	if move.Name == chosen.Name {
		shown.Choice = b.DesignChoice(view, chosen)
		return shown
	}
	if b.columnCount() > maxCompared {
		return shown
	}
	if preview, err := move.Sizes(b.DesignIDs()); err == nil {
		for _, change := range preview.Tables {
			shown.Sizes = append(shown.Sizes, designSize(b.Model, preview, change))
		}
	}
	return shown
}

func designSize(before *model.Model, p *moves.Preview, change moves.TableChange) webderive.DesignSize {
	size := webderive.DesignSize{Table: cmp.Or(p.After.Title(change.Table), before.Title(change.Table))}
	if change.Before != nil {
		size.Before, size.BeforeLevel = sizeDetail(change.Before), string(change.Before.Level)
	}
	if change.After != nil {
		size.After, size.AfterLevel = sizeDetail(change.After), string(change.After.Level)
	}
	return size
}
