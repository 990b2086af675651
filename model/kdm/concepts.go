package kdm

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"widerow/model"
)

// shape is the kind of concept that a cell of the diagram draws.
type shape int

const (
	noShape shape = iota
	entityShape
	relationshipShape
	attributeShape
	hierarchyShape
)

// cell is a box or a line of the diagram.
type cell struct {
	key, value     string
	style          map[string]string
	source, target string // of a line
	parent         string
	isLine         bool
	x, y           float64 // the middle of a box
	shape          shape
	id             model.ID
}

// shapes are the styles of KDM, which uses names of mxGraph for its own figures.
var shapes = map[string]shape{"cube": entityShape, "card": relationshipShape, "note": relationshipShape, "rhombus": relationshipShape,
	"doubleEllipse": attributeShape, "ellipse": attributeShape, "triangle": hierarchyShape, "": entityShape, "rectangle": entityShape}

// readConcepts reads the boxes first, then the lines between them.
func (r *reader) readConcepts(er *node) {
	cells := readCells(er)
	byKey := map[string]*cell{}
	var lines []*cell
	for _, c := range cells {
		byKey[c.key] = c
		if c.isLine {
			lines = append(lines, c)
		}
	}
	for _, c := range cells {
		if c.isLine || c.shape == noShape {
			if line := byKey[c.parent]; !c.isLine && line != nil && line.isLine && line.value == "" {
				line.value = c.value // a label beside the line
			}
			continue
		}
		r.addBox(c)
	}
	r.connect(byKey, lines)
	r.readKeys(er.child("KEYS_JSON").content())
}

func readCells(er *node) []*cell {
	var cells []*cell
	er.all(func(n *node) {
		if !strings.EqualFold(n.name, "mxCell") || n.attributes["id"] == "" {
			return
		}
		c := &cell{key: n.attributes["id"], value: plain(n.attributes["value"]), style: styleOf(n.attributes["style"]), parent: n.attributes["parent"],
			source: n.attributes["source"], target: n.attributes["target"], isLine: n.attributes["edge"] == "1"}
		geometry := n.child("mxGeometry")
		c.x = number(geometry.attributes["x"]) + number(geometry.attributes["width"])/2
		c.y = number(geometry.attributes["y"]) + number(geometry.attributes["height"])/2
		if n.attributes["vertex"] == "1" {
			c.shape = shapeOf(c.style)
		}
		cells = append(cells, c)
	})
	return cells
}

func number(text string) float64 {
	value, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0
	}
	return value
}

func styleOf(text string) map[string]string {
	style := map[string]string{}
	for part := range strings.SplitSeq(text, ";") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		style[name] = value
	}
	return style
}

func shapeOf(style map[string]string) shape {
	for _, name := range []string{"text", "edgeLabel"} {
		if _, is := style[name]; is {
			return noShape
		}
	}
	for _, name := range []string{"ellipse", "rhombus", "triangle"} {
		if _, is := style[name]; is {
			return shapes[name]
		}
	}
	return shapes[style["shape"]]
}

// addBox adds an entity or a relationship type. Attributes and hierarchies follow from their lines.
func (r *reader) addBox(c *cell) {
	switch c.shape {
	case entityShape:
		if strings.TrimSpace(c.value) == "" {
			r.note("A box without a name is left out")
			c.shape = noShape
			return
		}
		name := free(nameOf(c.value, "entity"), func(name string) bool { return r.ownerNamed(name) != "" })
		entity := &model.Entity{Order: model.Nth(len(r.model.Concepts.Entities)), Name: name,
			Weak: c.style["shape"] == "cube", Attributes: map[model.ID]*model.Attribute{}}
		c.id = r.ids.New()
		put(&r.model.Concepts.Entities, c.id, entity)
		r.owners[c.id] = &owner{entity.Name, entity.Attributes}
	case relationshipShape:
		relationship := &model.Relationship{Order: model.Nth(len(r.model.Concepts.Relationships)), Name: nameOf(c.value, "relates to"),
			Identifying: c.style["shape"] == "note", Participants: map[model.ID]*model.Participant{}, Attributes: map[model.ID]*model.Attribute{}}
		c.id = r.ids.New()
		put(&r.model.Concepts.Relationships, c.id, relationship)
		r.owners[c.id] = &owner{relationship.Name, relationship.Attributes}
	}
}

func put[T any](elements *map[model.ID]T, id model.ID, element T) {
	if *elements == nil {
		*elements = map[model.ID]T{}
	}
	(*elements)[id] = element
}

// ownerNamed returns the entity or relationship type of a name, whatever its capitals.
func (r *reader) ownerNamed(name string) model.ID {
	var found model.ID
	for id, o := range r.owners {
		if strings.EqualFold(o.name, name) && (found == "" || id < found) {
			found = id
		}
	}
	return found
}

// connect reads the lines: participants, subtypes, and attributes from their owner outwards.
func (r *reader) connect(cells map[string]*cell, lines []*cell) {
	attached := map[*cell][]*cell{} // attributes, beside what they are connected with
	subtypes := map[*cell][]*cell{}
	var roots []*cell
	for _, line := range lines {
		a, b := cells[line.source], cells[line.target]
		if a == nil || b == nil || a.shape == noShape || b.shape == noShape {
			r.note("A line that leads nowhere is left out")
			continue
		}
		if a.shape > b.shape {
			a, b = b, a
		}
		switch {
		case a.shape == entityShape && b.shape == relationshipShape:
			r.addParticipant(b, a, line)
		case b.shape == attributeShape:
			if a.id != "" && !slices.Contains(roots, a) {
				roots = append(roots, a)
			}
			attached[a], attached[b] = append(attached[a], b), append(attached[b], a)
		case a.shape == entityShape && b.shape == hierarchyShape:
			subtypes[b] = append(subtypes[b], a)
		default:
			r.note("The line between %s and %s is left out: it has no meaning in an ER diagram", shown(a), shown(b))
		}
	}
	r.addAttributes(roots, attached)
	r.addHierarchies(subtypes)
	for _, c := range cells {
		if c.shape == attributeShape && c.id == "" {
			r.note("The attribute %s belongs to nothing and is left out", shown(c))
		}
	}
	slices.Sort(r.notes)
}

func shown(c *cell) string { return strconv.Quote(model.OneLine(c.value, maxShown)) }

func (r *reader) addParticipant(relationship, entity, line *cell) {
	participants := r.model.Concepts.Relationships[relationship.id].Participants
	participants[r.ids.New()] = &model.Participant{Order: model.Nth(len(participants)), Entity: entity.id,
		Cardinality: r.cardinality(line.value, relationship, entity), Total: number(line.style["strokeWidth"]) > 1}
}

// cardinality reads 1, n or m, also as the upper end of 0..1 or 1..*.
func (r *reader) cardinality(text string, relationship, entity *cell) string {
	text = strings.ToLower(strings.TrimSpace(text))
	if at := strings.LastIndex(text, ".."); at >= 0 {
		text = strings.TrimSpace(text[at+2:])
	}
	switch text {
	case "1", "n", "m":
		return text
	case "*":
		return "n"
	}
	r.note("The cardinality of %s in %s is %s, taken as n", shown(entity), shown(relationship), cmp.Or(strconv.Quote(model.OneLine(text, maxShown)), "not given"))
	return "n"
}

// addAttributes adds the attributes level by level: what hangs on an attribute is a part of it.
func (r *reader) addAttributes(roots []*cell, attached map[*cell][]*cell) {
	type place struct {
		at     *cell
		owner  model.ID
		parent model.ID
	}
	var places []place
	for _, root := range roots {
		places = append(places, place{root, root.id, ""})
	}
	for len(places) > 0 {
		next := places[0]
		places = places[1:]
		for _, c := range attached[next.at] {
			if c.shape != attributeShape || c.id != "" {
				continue
			}
			r.addAttribute(c, next.owner, next.parent)
			places = append(places, place{c, next.owner, c.id})
		}
	}
}

const underlined = 4 // of fontStyle

func (r *reader) addAttribute(c *cell, ownerID, parent model.ID) {
	o := r.owners[ownerID]
	taken := func(name string) bool {
		for _, other := range o.attributes {
			if other.Parent == parent && strings.EqualFold(other.Name, name) {
				return true
			}
		}
		return false
	}
	_, multiple := c.style["doubleEllipse"]
	added := &model.Attribute{Order: model.Nth(len(o.attributes)), Name: free(nameOf(c.value, "attribute"), taken), Parent: parent,
		MultiValued: multiple || c.style["shape"] == "doubleEllipse", Derived: c.style["dashed"] == "1"}
	if int(number(c.style["fontStyle"]))&underlined != 0 {
		added.Key = model.Key
		if entity := r.model.Concepts.Entities[ownerID]; entity == nil || entity.Weak {
			added.Key = model.PartialKey
		}
	}
	c.id = r.ids.New()
	o.attributes[c.id] = added
	if at := pathOf(o.name, plain(c.value)); r.attributes[at].id == "" {
		r.attributes[at] = attribute{ownerID, c.id}
	}
}

func pathOf(owner, name string) string {
	return strings.ToLower(model.OneLine(owner, model.MaxNameLength) + "." + model.OneLine(name, model.MaxNameLength))
}

// addHierarchies adds the IsA triangles. The file does not say which end is the supertype: it is the topmost.
func (r *reader) addHierarchies(triangles map[*cell][]*cell) {
	keys := make([]*cell, 0, len(triangles))
	for triangle := range triangles {
		keys = append(keys, triangle)
	}
	slices.SortFunc(keys, func(a, b *cell) int { return cmp.Compare(a.key, b.key) })
	for _, triangle := range keys {
		ends := triangles[triangle]
		if len(ends) < 2 {
			r.note("An IsA triangle with one entity type is left out")
			continue
		}
		slices.SortStableFunc(ends, func(a, b *cell) int { return cmp.Compare(a.y, b.y) })
		hierarchy := &model.Hierarchy{Order: model.Nth(len(r.model.Concepts.Hierarchies)), Supertype: ends[0].id, Subtypes: map[model.ID]*model.Subtype{}}
		seen := []model.ID{ends[0].id}
		for _, end := range ends[1:] {
			if !slices.Contains(seen, end.id) {
				hierarchy.Subtypes[r.ids.New()] = &model.Subtype{Order: model.Nth(len(hierarchy.Subtypes)), Entity: end.id}
				seen = append(seen, end.id)
			}
		}
		r.note("%s, the topmost at its IsA triangle, is taken as the supertype", shown(ends[0]))
		put(&r.model.Concepts.Hierarchies, r.ids.New(), hierarchy)
	}
}

// readKeys marks the partial keys: KDM keeps the keys of weak entity types and of relationship
// types beside the diagram, as {"Temperature": ["Sensor.id,Temperature.timestamp"]}.
func (r *reader) readKeys(text string) {
	var keys map[string][]string
	if text == "" {
		return
	}
	if err := json.Unmarshal([]byte(text), &keys); err != nil {
		r.note("The keys of the project cannot be read: %v", err)
		return
	}
	for _, o := range model.SortedIDs(r.model.Concepts.Entities) {
		r.markKey(o, keys)
	}
	for _, o := range model.SortedIDs(r.model.Concepts.Relationships) {
		r.markKey(o, keys)
	}
}

func (r *reader) markKey(id model.ID, keys map[string][]string) {
	o := r.owners[id]
	alternatives := keys[o.name]
	if entity := r.model.Concepts.Entities[id]; len(alternatives) == 0 || entity != nil && !entity.Weak {
		return
	}
	for part := range strings.SplitSeq(alternatives[0], ",") {
		if found := r.attributes[strings.ToLower(strings.TrimSpace(part))]; found.owner == id {
			o.attributes[found.id].Key = model.PartialKey
		}
	}
}
