package derive

import (
	"cmp"
	"context"
	"net/url"

	"widerow/handlers/canvas"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/moves"
	"widerow/web"
	webderive "widerow/web/derive"
)

// designContent fills the page of design moves.
func designContent(_ context.Context, b *feature.Context, page *web.WorkbenchPage) (web.Content, error) {
	form := cmp.Or(feature.FormOf[*DesignForm](b.Answer), &DesignForm{Values: url.Values{}})
	view := &webderive.DesignView{Stale: form.Stale, Starts: canvas.Starts(b)}
	table := canvas.ChosenTable(b)
	page.View.Select = table
	view.Tables = canvas.Tables(b, table)
	view.Split = b.SplitLink(table)
	if notice, tooWide := TooWideToDesign(b, table); tooWide {
		page.Notices = append(page.Notices, notice)
		return view, nil
	}
	offers := moves.Offers(b.Model, table)
	chosen, _ := form.Chosen(offers)
	for _, move := range offers {
		view.Moves = append(view.Moves, designMove(b, view, move, chosen))
	}
	return view, designPatterns(b, view, form, offers)
}

func TooWideToDesign(b *feature.Context, table model.ID) (web.Notice, bool) {
	refusal := TooWide(b.Model, table)
	if refusal == nil {
		return web.Notice{}, false
	}
	return web.Notice{Level: "warn", Text: refusal.Title + ". " + refusal.Advice}, true
}

// maxCompared is the number of columns above which sizes are computed for the chosen
// move only: each move is tried on a copy of the model.
const maxCompared = 5000

func columnCount(b *feature.Context) int {
	count := 0
	for _, relation := range b.Model.Physical.Relations {
		count += len(relation.Columns)
	}
	return count
}

func designMove(b *feature.Context, view *webderive.DesignView, move, chosen moves.Move) webderive.DesignMove {
	shown := webderive.DesignMove{Name: string(move.Name), Title: move.Title, Reason: move.Reason, Href: designLink(b, move.Table, "move", string(move.Name))}
	if move.Name == chosen.Name {
		shown.Choice = DesignChoice(b, view, chosen)
		return shown
	}
	if columnCount(b) > maxCompared {
		return shown
	}
	if preview, err := move.Sizes(DesignIDs(b)); err == nil {
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
