package home

import (
	"context"
	"fmt"
	"net/url"
	"strconv"
	"sync"

	"github.com/labstack/echo/v4"

	"widerow/cql/print"
	"widerow/diagram"
	"widerow/diagram/figure"
	"widerow/diagram/scene/svg"
	"widerow/diagram/typeface"
	"widerow/handlers/feature"
	"widerow/handlers/overlay"
	"widerow/model"
	"widerow/model/example"
	"widerow/model/mapping"
	"widerow/model/proof"
	"widerow/model/sizing"
	webhome "widerow/web/home"
)

// The home page shows a part of the hotel at work: a query lights its path through the tables, and
// more rooms make a partition grow.
const (
	demoSlug     = "hotel"
	demoKeyspace = model.ID("hotelks")
	demoQuery    = model.ID("q4")              // at first
	demoTable    = model.ID("pavailablerooms") // the table that grows
	demoRooms    = model.ID("roomsperhotel")   // the quantity that the slider multiplies
)

// demoTimes are the steps of the slider: how many times the rooms of the example.
var demoTimes = []int{1, 2, 5, 10, 25, 50, 100, 200, 500, 1000}

// demoModel is the example as it is, with its proofs.
var demoModel = sync.OnceValues(func() (demoState, error) { return newDemoState(1) })

// demoState is the hotel with so many times the rooms.
type demoState struct {
	model  *model.Model
	rooms  int // of each hotel
	sizes  map[model.ID]sizing.Size
	proofs []proof.Result
}

func newDemoState(times int) (demoState, error) {
	m, err := example.Load(demoSlug)
	if err != nil {
		return demoState{}, fmt.Errorf("load the example of the home page: %w", err)
	}
	quantity := m.Quantities[demoRooms]
	rooms, err := strconv.Atoi(string(quantity.Typical))
	if err != nil {
		return demoState{}, fmt.Errorf("read the rooms of the example of the home page: %w", err)
	}
	rooms *= times
	quantity.Typical = model.Expression(strconv.Itoa(rooms))
	quantity.Worst = quantity.Typical
	sizes := mapping.Sizes(m, sizing.Disk)
	return demoState{m, rooms, sizes, proof.WithSizes(m, sizes)}, nil
}

// demo draws what the address asks for: ?query=q4&times=10.
func (s *Feature) demo(c echo.Context) (webhome.Demo, error) {
	state, err := demoModel()
	if err != nil {
		return webhome.Demo{}, err
	}
	demo := webhome.Demo{URL: s.URL(), Slug: demoSlug, Steps: len(demoTimes)}
	if step, err := strconv.Atoi(c.QueryParam("times")); err == nil && step > 0 && step < len(demoTimes) {
		demo.Step = step
		if state, err = newDemoState(demoTimes[step]); err != nil {
			return demo, err
		}
	}
	demo.Query = string(demoQuery)
	if state.model.Workflow.Queries[model.ID(c.QueryParam("query"))] != nil {
		demo.Query = c.QueryParam("query")
	}
	state.describe(&demo)
	err = s.drawDemo(c.Request().Context(), &demo, &state)
	return demo, err
}

// describe fills in what is written around the picture.
func (d *demoState) describe(demo *webhome.Demo) {
	for i := range d.proofs {
		result := &d.proofs[i]
		best, found := result.Best()
		if !found || d.model.Physical.Relations[best.Table].Keyspace != demoKeyspace {
			continue
		}
		query := d.model.Workflow.Queries[result.Query]
		demo.Queries = append(demo.Queries, webhome.DemoQuery{ID: string(result.Query), Label: query.Label, Name: query.Name})
		if string(result.Query) == demo.Query {
			demo.Name, demo.Label = query.Name, query.Label
			demo.Statement = feature.NarrowCode(print.ProofStatement(best))
			demo.Verdict, demo.Judged = feature.Capital(feature.VerdictWords(best)), feature.ProofLevel(result)
			demo.Reads, demo.Table = feature.ReadsWords(best), best.Access.Name
		}
	}
	size := d.sizes[demoTable]
	demo.Rooms, demo.Grown = d.rooms, d.model.Physical.Relations[demoTable].Name
	demo.Level, demo.Partition = string(size.Level), size.Typical
}

// drawDemo draws the picture, in which the query's path is selected.
func (s *Feature) drawDemo(ctx context.Context, demo *webhome.Demo, state *demoState) error {
	drawing := diagram.Build(state.model, diagram.KindPhysical, diagram.Display{Keyspace: demoKeyspace},
		overlay.Lookups(state.model, diagram.KindPhysical, state.proofs)...)
	address := func(id model.ID) string {
		if arrow := state.model.Logical.Arrows[id]; arrow != nil && state.model.Workflow.Queries[arrow.Access] != nil {
			return s.demoAddress(string(arrow.Access), demo.Step)
		}
		return ""
	}
	scene, err := drawing.Draw(ctx, s.Layouter(), figure.Options{
		Badges: overlay.Badges(state.model, diagram.KindPhysical, state.sizes), Path: state.path(model.ID(demo.Query)), Href: address,
	})
	if err != nil {
		return fmt.Errorf("draw the example of the home page: %w", err)
	}
	demo.SVG = svg.Encode(scene)
	demo.Letters = typeface.Letters(demo.SVG)
	return nil
}

// demoAddress is the address of the home page with a query and a step of the slider.
func (s *Feature) demoAddress(query string, step int) string {
	values := url.Values{"query": {query}}
	if step > 0 {
		values.Set("times", strconv.Itoa(step))
	}
	return string(s.URL().Path("/?" + values.Encode()))
}

// path are the arrows from an entry point to the table of a query, the table, and the columns
// that the query gives.
func (d *demoState) path(query model.ID) map[model.ID]bool {
	path := map[model.ID]bool{}
	for i := range d.proofs {
		best, found := d.proofs[i].Best()
		if d.proofs[i].Query != query || !found {
			continue
		}
		path[best.Table] = true
		for _, condition := range best.Select.Where {
			for id, column := range d.model.Physical.Relations[best.Table].Columns {
				path[id] = path[id] || len(condition.Columns) == 1 && condition.Columns[0] == column.Name
			}
		}
	}
	for _, arrow := range model.Sorted(d.model.Logical.Arrows) {
		if arrow.Value.Access == query {
			d.addArrows(path, arrow.ID)
		}
	}
	return path
}

// addArrows adds an arrow, the one that leads to its start, and so on.
func (d *demoState) addArrows(path map[model.ID]bool, arrow model.ID) {
	path[arrow] = true
	for _, before := range model.Sorted(d.model.Logical.Arrows) {
		isQuery := d.model.Workflow.Queries[before.Value.Access] != nil
		if isQuery && before.Value.To == d.model.Logical.Arrows[arrow].From && !path[before.ID] {
			d.addArrows(path, before.ID)
			return
		}
	}
}
