// Package graphtest provides sample graphs and checks for layout tests. The
// samples include the shape of the book's hotel model and random graphs, which
// are determined by their seed.
package graphtest

import (
	"fmt"
	"math/rand/v2"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
)

// Table returns a box with a title of 30 px and rows of 23 px, named r0, r1 and
// so on. Arrows should end at the first row, and at the second of six or more.
func Table(id, group string, width float64, rows int) graph.Box {
	box := graph.Box{ID: id, Group: group, Width: width, Height: 31 + 23*float64(rows) + 6}
	for i := range rows {
		box.Rows = append(box.Rows, graph.Row{ID: fmt.Sprintf("r%d", i), Top: 31 + 23*float64(i), Height: 23, Heads: i == 0 || i == 1 && rows >= 6})
	}
	return box
}

// Edge returns an edge with a label of 32 × 20 px.
func Edge(id, from, to string) graph.Edge {
	return graph.Edge{ID: id, From: from, To: to, LabelWidth: 32, LabelHeight: 20}
}

// Hotel has the shape of the book's hotel model: two keyspaces, eight tables, a
// user-defined type in each keyspace, and nine queries, three of them entries.
func Hotel() *graph.Graph {
	view := Edge("view", "reservations_by_hotel_date", "reservations_by_confirmation")
	view.LabelWidth, view.LabelHeight, view.Free = 0, 0, true
	address := func(id, group string) graph.Box {
		box := Table(id, group, 250, 5)
		box.Foot = true
		return box
	}
	return &graph.Graph{
		Kind: graph.KindPhysical,
		Groups: []graph.Group{
			{ID: "hotel", Header: 40, Padding: 28, Width: 300},
			{ID: "reservation", Header: 40, Padding: 28, Width: 300},
		},
		Boxes: []graph.Box{
			Table("hotels_by_poi", "hotel", 251, 5), Table("hotels", "hotel", 251, 5),
			Table("pois_by_hotel", "hotel", 251, 3), Table("available_rooms", "hotel", 280, 5),
			Table("amenities_by_room", "hotel", 251, 4), address("address1", "hotel"),
			Table("reservations_by_hotel_date", "reservation", 290, 6), Table("reservations_by_confirmation", "reservation", 300, 6),
			Table("reservations_by_guest", "reservation", 270, 6), Table("guests", "reservation", 251, 7), address("address2", "reservation"),
		},
		Edges: []graph.Edge{
			Edge("Q1", "", "hotels_by_poi"), Edge("Q2", "hotels_by_poi", "hotels"),
			Edge("Q3", "hotels", "pois_by_hotel"), Edge("Q4", "hotels", "available_rooms"),
			Edge("Q5", "available_rooms", "amenities_by_room"), Edge("Q6", "", "reservations_by_confirmation"),
			Edge("Q7", "", "reservations_by_hotel_date"), Edge("Q8", "reservations_by_hotel_date", "reservations_by_guest"),
			Edge("Q9", "reservations_by_guest", "guests"), view,
		},
	}
}

// Workflow has the shape of the hotel model's workflow.
func Workflow() *graph.Graph {
	g := &graph.Graph{Kind: graph.KindWorkflow}
	for _, id := range []string{"hotels near", "one hotel", "POIs", "rooms free", "amenities", "book", "reservation", "by hotel, date", "by guest", "guest"} {
		g.Boxes = append(g.Boxes, graph.Box{ID: id, Width: 166, Height: 50, Shape: graph.ShapeRound})
	}
	g.Edges = []graph.Edge{
		Edge("Q1", "", "hotels near"), Edge("Q2", "hotels near", "one hotel"), Edge("Q3", "one hotel", "POIs"),
		Edge("Q4", "one hotel", "rooms free"), Edge("Q5", "rooms free", "amenities"), Edge("U1", "amenities", "book"),
		Edge("Q6", "book", "reservation"), Edge("Q7", "", "by hotel, date"), Edge("Q8", "by hotel, date", "by guest"), Edge("Q9", "by guest", "guest"),
	}
	return g
}

// Concepts has the shape of the hotel model's ER diagram: entities and
// relationships with margins for their attributes.
func Concepts() *graph.Graph {
	g := &graph.Graph{Kind: graph.KindER}
	for _, id := range []string{"Point of interest", "Hotel", "Room", "Amenity", "Reservation", "Guest"} {
		g.Boxes = append(g.Boxes, graph.Box{ID: id, Width: 112, Height: 40, Margin: geom.Margin{Top: 70, Right: 60, Bottom: 70, Left: 60}})
	}
	for i, ends := range [][2]string{{"Point of interest", "Hotel"}, {"Hotel", "Room"}, {"Amenity", "Room"}, {"Room", "Reservation"}, {"Guest", "Reservation"}} {
		diamond := fmt.Sprintf("rel%d", i)
		g.Boxes = append(g.Boxes, graph.Box{ID: diamond, Width: 112, Height: 56, Shape: graph.ShapeDiamond})
		g.Edges = append(g.Edges,
			graph.Edge{ID: fmt.Sprintf("1-%d", i), From: ends[0], To: diamond, Routing: graph.RouteStraight, LabelWidth: 14, LabelHeight: 16},
			graph.Edge{ID: fmt.Sprintf("n-%d", i), From: diamond, To: ends[1], Routing: graph.RouteStraight, LabelWidth: 14, LabelHeight: 16})
	}
	return g
}

// RandomConcepts returns a random ER diagram with about as many relationships
// as entities. Most are binary, some ternary, and some connect an entity to
// itself.
func RandomConcepts(seed uint64, entities int) *graph.Graph {
	random := rand.New(rand.NewPCG(seed, 11))
	g := &graph.Graph{Kind: graph.KindER}
	for i := range entities {
		g.Boxes = append(g.Boxes, graph.Box{ID: fmt.Sprintf("entity%d", i), Width: 112, Height: 40, Margin: geom.Margin{Top: 50, Right: 60, Bottom: 50, Left: 60}})
	}
	for i := range entities {
		diamond := fmt.Sprintf("rel%d", i)
		g.Boxes = append(g.Boxes, graph.Box{ID: diamond, Width: 112, Height: 56, Shape: graph.ShapeDiamond})
		for k := range 2 + random.IntN(6)/5 {
			entity := max(0, i-k*random.IntN(4))
			edge := graph.Edge{ID: fmt.Sprintf("%d-%d", i, k), From: fmt.Sprintf("entity%d", entity), To: diamond,
				Routing: graph.RouteStraight, LabelWidth: 14, LabelHeight: 16}
			if k > 0 {
				edge.From, edge.To = edge.To, edge.From
			}
			g.Edges = append(g.Edges, edge)
		}
	}
	return g
}

// Random returns tables in groups. Most edges lead forward, as in a workflow.
func Random(seed uint64, tables, edges, groups int) *graph.Graph {
	random := rand.New(rand.NewPCG(seed, 7))
	g := &graph.Graph{Kind: graph.KindPhysical}
	for i := range groups {
		g.Groups = append(g.Groups, graph.Group{ID: fmt.Sprintf("k%d", i), Header: 40, Padding: 28})
	}
	for i := range tables {
		group := ""
		if groups > 0 {
			group = fmt.Sprintf("k%d", i*groups/tables)
		}
		g.Boxes = append(g.Boxes, Table(fmt.Sprintf("table%d", i), group, float64(180+random.IntN(140)), 2+random.IntN(12)))
	}
	for i := range edges {
		id := fmt.Sprintf("Q%d", i+1)
		to := random.IntN(tables)
		from := max(0, to-1-random.IntN(6))
		switch {
		case random.IntN(6) == 0:
			g.Edges = append(g.Edges, Edge(id, "", fmt.Sprintf("table%d", to)))
			continue
		case random.IntN(8) == 0:
			from = random.IntN(tables)
		}
		edge := Edge(id, fmt.Sprintf("table%d", from), fmt.Sprintf("table%d", to))
		if random.IntN(5) == 0 {
			edge.FromRow = "r1"
		}
		g.Edges = append(g.Edges, edge)
	}
	return g
}

// Kept returns groups of six tables side by side in which every box has a
// place.
func Kept(groups int) *graph.Graph {
	g := &graph.Graph{Kind: graph.KindPhysical}
	for i := range groups {
		group := string(rune('a' + i))
		g.Groups = append(g.Groups, graph.Group{ID: group, Header: 40, Padding: 28, Width: 300})
		for k := range 6 {
			box := Table(fmt.Sprint(group, k), group, 220, 4)
			box.At = &geom.Point{X: float64(1000*i + 300*(k%3)), Y: float64(250 * (k / 3))}
			g.Boxes = append(g.Boxes, box)
		}
	}
	return g
}
