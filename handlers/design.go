package handlers

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/cql"
	"widerow/handlers/edit"
	"widerow/model"
	"widerow/model/moves"
	"widerow/store"
	"widerow/web"
)

// designMoves answers the form: it shows what the chosen move does, or applies it
// as one revision.
func (s *Server) designMoves(c echo.Context) error {
	values, err := c.FormParams()
	if err != nil {
		return badForm(err)
	}
	form := &edit.Design{Values: values}
	if values.Get("do") == "apply" {
		return s.applyDesign(c, form)
	}
	head, err := s.head(c.Request().Context(), modelID(c))
	if err != nil {
		return err
	}
	return s.showDesign(c, http.StatusOK, head, form)
}

func (s *Server) showDesign(c echo.Context, status int, head document, form *edit.Design) error {
	view := web.View{Model: c.Param("model"), Tab: web.TabDesign, Select: model.ID(form.Values.Get("select"))}
	page, err := s.newWorkbench(c, head, view, &formAnswer{design: form})
	if err != nil {
		return err
	}
	if enhanced(c) {
		return s.show(c, status, web.WorkbenchFragments(page))
	}
	return s.show(c, status, web.Workbench(page))
}

func (s *Server) applyDesign(c echo.Context, form *edit.Design) error {
	table := model.ID(form.Values.Get("select"))
	shown := table
	saved, err := s.save(c, change{
		kind: store.KindEdit,
		make: func(head document, ids model.IDs) (*model.Model, string, error) {
			preview, err := form.Preview(head.model, table, ids)
			if err != nil {
				return nil, "", err
			}
			if edit.DesignMark(preview) != form.Values.Get("mark") {
				return nil, "", edit.ErrNotAsShown
			}
			if len(preview.Tables) > 0 {
				shown = preview.Tables[0].Table
			}
			cql.FollowTypes(head.model, preview.After)
			return preview.After, preview.Words, nil
		},
	})
	var invalid *model.InvalidError
	var gone *model.GoneError
	switch {
	case errors.Is(err, edit.ErrNotAsShown) || errors.As(err, &gone):
		form.Stale = true
		return s.showDesign(c, http.StatusConflict, saved, form)
	case errors.As(err, &invalid):
		return s.showDesign(c, http.StatusUnprocessableEntity, saved, form)
	case err != nil:
		return s.failed(c, web.View{Model: c.Param("model"), Tab: web.TabDesign, Select: table}, formAnswer{design: form}, err)
	}
	return s.edited(c, web.View{Model: c.Param("model"), Tab: web.TabPhysical, Select: shown}, saved, doneAs(saved))
}

// designContent fills the page of design moves.
type designContent struct{}

func (designContent) build(_ context.Context, _ *Server, b *workbench, page *web.WorkbenchPage) (web.Content, error) {
	form := &edit.Design{Values: url.Values{}}
	if b.answer != nil && b.answer.design != nil {
		form = b.answer.design
	}
	view := &web.DesignView{Stale: form.Stale, Starts: b.starts()}
	table := b.designedTable()
	page.View.Select = table
	b.designTables(view, table)
	offers := moves.Offers(b.model, table)
	chosen, _ := form.Chosen(offers)
	for _, move := range offers {
		view.Moves = append(view.Moves, b.designMove(view, move, chosen))
	}
	return view, b.designPatterns(view, form, offers)
}

// designIDs are the IDs of what a preview adds.
func (b *workbench) designIDs() model.IDs { return model.SeededIDs([]byte(b.model.Name)) }

// designedTable is the selected table, that of the selected column, or the one
// with the largest partitions.
func (b *workbench) designedTable() model.ID {
	if element, found := b.selected(); found {
		for _, id := range []model.ID{element.ID, element.Parent, b.realization(element.ID)} {
			if b.model.Physical.Relations[id] != nil {
				return id
			}
		}
	}
	var largest model.ID
	for _, element := range b.elements(model.RelationElement) {
		if largest == "" || b.sizes[element.ID].Worst.Bytes > b.sizes[largest].Worst.Bytes {
			largest = element.ID
		}
	}
	return largest
}

func (b *workbench) designTables(view *web.DesignView, selected model.ID) {
	for _, element := range b.elements(model.RelationElement) {
		relation, size := element.Value.(*model.Relation), b.sizes[element.ID]
		item := web.OutlineItem{}
		b.describeSize(element.ID, &item)
		at := b.view
		at.Select, at.Find = element.ID, ""
		table := web.DesignTable{ID: element.ID, Name: relation.Name, Keyspace: b.model.Title(relation.Keyspace), Href: string(b.url.Tab(at)), Edit: b.link(element.ID),
			Size: item.Detail, Level: item.Level, SizeWords: "One partition: " + size.Text(), Selected: element.ID == selected, View: relation.Kind == model.MaterializedView}
		view.Tables = append(view.Tables, table)
		if table.Selected {
			view.Table = &table
		}
	}
}

// designLink is the address of a move or a pattern.
func (b *workbench) designLink(table model.ID, kind, name string) string {
	at := b.view
	at.Select, at.Find = table, ""
	address := string(b.url.Tab(at))
	address += string("?&"[min(strings.Count(address, "?"), 1)]) + kind + "=" + url.QueryEscape(name)
	return address + "#" + kind + "-" + name // without scripts, the page begins there
}

// maxCompared is the number of columns above which sizes are computed for the chosen
// move only: each move is tried on a copy of the model.
const maxCompared = 5000

func (b *workbench) columnCount() int {
	count := 0
	for _, relation := range b.model.Physical.Relations {
		count += len(relation.Columns)
	}
	return count
}

func (b *workbench) designMove(view *web.DesignView, move, chosen moves.Move) web.DesignMove {
	shown := web.DesignMove{Name: string(move.Name), Title: move.Title, Reason: move.Reason, Href: b.designLink(move.Table, "move", string(move.Name))}
	if move.Name == chosen.Name {
		shown.Choice = b.designChoice(view, chosen)
		return shown
	}
	if b.columnCount() > maxCompared {
		return shown
	}
	if preview, err := move.Sizes(b.designIDs()); err == nil {
		for _, change := range preview.Tables {
			shown.Sizes = append(shown.Sizes, designSize(b.model, preview, change))
		}
	}
	return shown
}

func designSize(before *model.Model, p *moves.Preview, change moves.TableChange) web.DesignSize {
	size := web.DesignSize{Table: cmp.Or(p.After.Title(change.Table), before.Title(change.Table))}
	if change.Before != nil {
		size.Before, size.BeforeLevel = sizeDetail(change.Before), string(change.Before.Level)
	}
	if change.After != nil {
		size.After, size.AfterLevel = sizeDetail(change.After), string(change.After.Level)
	}
	return size
}
