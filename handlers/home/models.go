package home

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"widerow/handlers/feature"
	"widerow/model/example"
	"widerow/store"
	"widerow/web"
	webhome "widerow/web/home"
)

// homePage is the number of models on a page of the list.
const homePage = 48

// home lists the models and the examples.
func (s *Feature) home(c echo.Context) error {
	if feature.Enhanced(c) && (c.QueryParam("query") != "" || c.QueryParam("times") != "") {
		demo, err := s.demo(c)
		if err != nil {
			return err
		}
		return s.Show(c, http.StatusOK, webhome.ShowDemo(demo))
	}
	page, err := s.newModelsPage(c)
	if err != nil {
		return err
	}
	if feature.Enhanced(c) {
		return s.Show(c, http.StatusOK, webhome.ModelList(page))
	}
	return s.Show(c, http.StatusOK, webhome.Models(page))
}

func (s *Feature) newModelsPage(c echo.Context) (webhome.ModelsPage, error) {
	asked := parseModelQuery(c)
	page := webhome.ModelsPage{
		Page: s.Page(c, "Models"), Find: asked.find, Folder: asked.folder, Order: asked.order, Orders: homeOrders, Mark: s.Hub().ModelsMark(),
	}
	fill := s.searchedModels
	if asked.find == "" && asked.folder == "" && asked.order == byChange {
		fill = s.latestModels
	}
	err := fill(c.Request().Context(), asked, &page)
	if err != nil {
		return page, fmt.Errorf("list models: %w", err)
	}
	if page.Deleted, err = s.hasDeleted(c.Request().Context()); err != nil {
		return page, err
	}
	if len(page.Models) == 0 && asked.address() == "/" {
		demo, err := s.demo(c)
		if err != nil {
			return page, err
		}
		page.Demo, page.Letters = &demo, demo.Letters
	}
	page.Unowned = s.OwnedByAll(c.Request().Context())
	for _, example := range example.All() {
		page.Examples = append(page.Examples, webhome.ExampleCard{Slug: example.Slug, Title: example.Title, Text: example.Text,
			Picture: s.URL().Path("/examples/" + example.Slug + "/card.svg")})
	}
	return page, nil
}

// latestModels shows the models changed last. It reads one page of the list
// only.
func (s *Feature) latestModels(ctx context.Context, asked modelQuery, page *webhome.ModelsPage) error {
	list, err := s.Store().List(ctx, asked.after, homePage)
	if err != nil {
		return err
	}
	for _, summary := range list.Models {
		page.Models = append(page.Models, s.modelCard(summary))
	}
	page.Folders = s.folders(asked, list.Models)
	if list.Next != "" {
		page.Next = s.URL().Path(modelQuery{after: list.Next}.address())
	}
	return nil
}

// searchedModels shows the models whose names contain all search words, in the
// requested order.
func (s *Feature) searchedModels(ctx context.Context, asked modelQuery, page *webhome.ModelsPage) error {
	all, err := s.Listed(ctx)
	if err != nil {
		return err
	}
	page.Folders = s.folders(asked, all)
	found := slices.DeleteFunc(slices.Clone(all), func(summary store.Summary) bool { return !asked.finds(summary) })
	switch asked.order {
	case byName:
		slices.SortStableFunc(found, func(a, b store.Summary) int { return cmp.Compare(foldedTitle(a), foldedTitle(b)) })
	case byCreated:
		slices.SortStableFunc(found, func(a, b store.Summary) int { return b.CreatedAt.Compare(a.CreatedAt) })
	}
	first := min(asked.page*homePage, len(found))
	last := min(first+homePage, len(found))
	for _, summary := range found[first:last] {
		page.Models = append(page.Models, s.modelCard(summary))
	}
	page.Count = fmt.Sprintf("%s of %d", web.Counted(len(found), "model", "models"), len(all))
	if len(found) == len(all) {
		page.Count = web.Counted(len(all), "model", "models")
	}
	if last < len(found) {
		asked.page++
		page.Next = s.URL().Path(asked.address())
	}
	return nil
}

func (s *Feature) modelCard(summary store.Summary) webhome.ModelCard {
	id := string(summary.Model)
	card := webhome.ModelCard{ID: id, Title: summary.Title, Href: s.URL().Model(id), Damaged: summary.Damaged}
	if summary.Damaged {
		card.Title = id
		return card
	}
	card.Picture = s.URL().Export(id, "card.svg", summary.Revision)
	card.Facts = s.URL().Action(id, "facts")
	card.Revision, card.Who, card.When = summary.Revision, summary.Author.Name, web.Ago(s.Now(), summary.UpdatedAt)
	card.Account = s.Accounts().AccountOf(summary.Author.ID)
	return card
}
