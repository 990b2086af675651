package diagram

import (
	"widerow/diagram/geom"
	"widerow/diagram/scene"
	"widerow/diagram/typeface"
	"widerow/model"
)

// explanation is the text and the sample of a symbol in a legend.
type explanation struct {
	words  string
	sample func(in geom.Rect) []scene.Item
}

// explanations has one entry for every symbol.
var explanations = [symbolCount]explanation{
	symbolEntity:       {"entity type", entitySample(false)},
	symbolWeakEntity:   {"weak entity type, identified by its owner", entitySample(true)},
	symbolRelationship: {"relationship type", diamondSample(false)},
	symbolIdentifying:  {"identifying relationship type: gives a weak entity type its owner", diamondSample(true)},
	symbolWithin:       {"the participants have the same owner, such as a tenant", textSample("role", withinFont, "within …")},
	symbolAttribute:    {"attribute", attributeSample(attribute{})},
	symbolKey:          {"key attribute", attributeSample(attribute{key: model.Key})},
	symbolPartialKey:   {"partial key of a weak entity type", attributeSample(attribute{key: model.PartialKey})},
	symbolUnique:       {"unique value: a further key", attributeSample(attribute{unique: true})},
	symbolMultiValued:  {"multi-valued attribute", attributeSample(attribute{multi: true})},
	symbolDerived:      {"derived attribute, computed from others", attributeSample(attribute{derived: true})},
	symbolComposite:    {"composite attribute with its parts", compositeSample},

	symbolCardinality: {"at an entity type: how many of it go with one of each other one", textSample("cardinality", cardinalityFont, "1  n  m")},
	symbolRange:       {"at an entity type: how often each of it takes part, at least and at most", textSample("cardinality", cardinalityFont, "0..n")},
	symbolRole:        {"role of an entity type in a relationship", textSample("role", roleFont, "role")},
	symbolTotal:       {"total participation: each one takes part", lineSample("line total")},

	symbolDisjoint:       {"subtypes: an instance is of one at most (disjoint)", hierarchySample("d")},
	symbolOverlapping:    {"subtypes: an instance can be of several (overlapping)", hierarchySample("o")},
	symbolTotalHierarchy: {"thick line to IsA: each instance is of some subtype (total)", lineSample("line total")},

	symbolTask:     {"task of the application that a query leads to", taskSample("task")},
	symbolGreyTask: {"task that needs no query", taskSample("task grey")},

	symbolEntryPoint: {"entry point: where the work can begin", entrySample},
	symbolTaskQuery:  {"query that the task needs", pillSample("Q1")},
	symbolTaskUpdate: {"update that the task makes", pillSample("U1")},

	symbolPartition:    {"partition key column", markSample(markPartition)},
	symbolBucket:       {"bucket: divides large partitions", markSample(markBucket)},
	symbolAscending:    {"clustering column, ascending", markSample(markAscending)},
	symbolDescending:   {"clustering column, descending", markSample(markDescending)},
	symbolStatic:       {"static column, one value a partition", markSample(markStatic)},
	symbolCounter:      {"counter column", markSample(markCounter)},
	symbolIndex:        {"secondary index", markSample(markIndex)},
	symbolStorageIndex: {"storage-attached index", markSample(markStorageIndex)},
	symbolSuffixIndex:  {"SASI index", markSample(markSuffixIndex)},
	symbolCustomIndex:  {"custom index", markSample(markCustomIndex)},
	symbolMasked:       {"masked column", markSample(markMasked)},

	symbolList:     {"list", bracketSample(model.ListOf)},
	symbolSet:      {"set", bracketSample(model.SetOf)},
	symbolMap:      {"map", bracketSample(model.MapOf)},
	symbolTuple:    {"tuple", bracketSample(model.TupleOf)},
	symbolUserType: {"value of a user-defined type", bracketSample(model.UserDefined)},
	symbolVector:   {"vector", bracketSample(vectorOf)},
	symbolFrozen:   {"frozen: written and read as a whole", frozenSample},
	symbolChanged:  {"green: changed by physical design", textSample("column-name changed", columnFont, "name")},
	symbolView:     {"materialized view; a dashed arrow leads to its base table", tagSample("MV")},
	symbolExpiry:   {"rows expire after this time", tagSample("TTL 1 d")},
	symbolTypeBox:  {"user-defined type and its fields", typeBoxSample},

	symbolEntry:  {"arrow from nowhere: what the query asks by comes from outside", arrowSample},
	symbolFlow:   {"arrow from a table: what the query asks by was found there", flowSample},
	symbolQuery:  {"query that the table answers", pillSample("Q1")},
	symbolUpdate: {"update that writes the table", pillSample("U1")},
	symbolLookup: {"further statement of a query: finds there what its first table lacks", lookupSample},
	symbolByHand: {"query arrow drawn by hand, not along the workflow", lineSample("line by-hand")},
	symbolUses:   {"column or field of a user-defined type", lineSample("line uses")},
	symbolFault:  {"not served, a scan, or no lookup table", faultSample},

	symbolBadgeOK:      {"partitions of a good size", badgeSample(Badge{Level: "ok"})},
	symbolBadgeWarn:    {"large partitions", badgeSample(Badge{Level: "warn"})},
	symbolBadgeBad:     {"partitions above a hard limit", badgeSample(Badge{Level: "bad"})},
	symbolBadgeWorst:   {"ring: only in the worst case", badgeSample(Badge{Level: "warn", WorstOnly: true})},
	symbolBadgeAssumed: {"not rated: its rows are assumed", badgeSample(Badge{Level: "assumed"})},
	symbolBadgeMissing: {"size not known: a wrong number, or no key", badgeSample(Badge{Level: "missing"})},
	symbolAdvice:       {"number of findings about a table", adviceSample},
}

// changedPlainly explains symbolChanged in a theme without colours.
var changedPlainly = explanation{"dashed line: changed by physical design", changedSample}

func explanationOf(s symbol, theme scene.Theme) explanation {
	if s == symbolChanged && !theme.Colorful() {
		return changedPlainly
	}
	return explanations[s]
}

func changedSample(in geom.Rect) []scene.Item {
	items := explanations[symbolChanged].sample(in)
	return append(items, underscore(items[0].(*scene.Text)))
}

// inner returns a rectangle of the given size, centred in another one.
func inner(in geom.Rect, width, height float64) geom.Rect {
	c := in.Centre()
	return geom.NewRect(c.X-width/2, c.Y-height/2, width, height)
}

func entitySample(weak bool) func(geom.Rect) []scene.Item {
	return func(in geom.Rect) []scene.Item {
		at := inner(in, 40, 18)
		items := []scene.Item{&scene.Rectangle{Class: "entity-shape", Rect: at, Round: 3}}
		if weak {
			items = append(items, &scene.Rectangle{Class: "entity-shape inner", Rect: inner(in, 34, 12), Round: 1.5})
		}
		return items
	}
}

func diamondSample(identifying bool) func(geom.Rect) []scene.Item {
	return func(in geom.Rect) []scene.Item {
		items := []scene.Item{&scene.Path{Class: "relationship-shape", Steps: diamond(inner(in, 44, 20), 0)}}
		if identifying {
			items = append(items, &scene.Path{Class: "relationship-shape inner", Steps: diamond(inner(in, 44, 20), 3)})
		}
		return items
	}
}

func attributeSample(a attribute) func(geom.Rect) []scene.Item {
	return func(in geom.Rect) []scene.Item {
		c := in.Centre()
		class := "attribute-shape"
		if a.derived {
			class += " derived"
		}
		items := []scene.Item{&scene.Ellipse{Class: class, Centre: c, RadiusX: 23, RadiusY: 9.5}}
		if a.multi {
			items = append(items, &scene.Ellipse{Class: "attribute-shape inner", Centre: c, RadiusX: 20, RadiusY: 6.5})
		}
		if a.key == model.NoKey && !a.unique {
			return items
		}
		font := typeface.Font{Size: 10, Bold: a.key == model.Key}
		width, _ := typeface.Measure("key", font)
		return append(items, &scene.Text{Class: "attribute-text", At: geom.Pt(c.X, c.Y+3), Anchor: scene.AnchorMiddle, Font: font, Content: "key"},
			a.underline(geom.Pt(c.X, c.Y+3), width))
	}
}

func compositeSample(in geom.Rect) []scene.Item {
	c := in.Centre()
	var items []scene.Item
	for _, x := range []float64{-19, 0, 19} {
		items = append(items, &scene.Path{Class: "spoke", Steps: geom.Polyline(geom.Pt(c.X, c.Y-5.5), geom.Pt(c.X+x, c.Y+5.5))},
			&scene.Ellipse{Class: "attribute-shape", Centre: geom.Pt(c.X+x, c.Y+5.5), RadiusX: 8.5, RadiusY: 4})
	}
	return append(items, &scene.Ellipse{Class: "attribute-shape", Centre: geom.Pt(c.X, c.Y-5.5), RadiusX: 12, RadiusY: 4.5})
}

func textSample(class string, font typeface.Font, content string) func(geom.Rect) []scene.Item {
	return func(in geom.Rect) []scene.Item {
		c := in.Centre()
		return []scene.Item{&scene.Text{Class: class, At: geom.Pt(c.X, c.Y+font.Size*0.355), Anchor: scene.AnchorMiddle, Font: font, Content: content}}
	}
}

func lineSample(class string) func(geom.Rect) []scene.Item {
	return func(in geom.Rect) []scene.Item {
		at := inner(in, 40, 0)
		return []scene.Item{&scene.Path{Class: class, Steps: geom.Polyline(geom.Pt(at.X, at.Y), geom.Pt(at.X+at.Width, at.Y))}}
	}
}

func hierarchySample(letter string) func(geom.Rect) []scene.Item {
	return func(in geom.Rect) []scene.Item {
		at := inner(in, 34, 22)
		c := in.Centre()
		return []scene.Item{
			&scene.Path{Class: "isa-shape", Steps: geom.Polygon(geom.Pt(c.X, at.Y), geom.Pt(at.X+at.Width, at.Y+at.Height), geom.Pt(at.X, at.Y+at.Height))},
			&scene.Text{Class: "isa-text", At: geom.Pt(c.X, at.Y+at.Height-4), Anchor: scene.AnchorMiddle, Font: roleFont, Content: letter},
		}
	}
}

func taskSample(class string) func(geom.Rect) []scene.Item {
	return func(in geom.Rect) []scene.Item {
		return []scene.Item{&scene.Element{Class: class, Items: []scene.Item{&scene.Rectangle{Class: "step", Rect: inner(in, 40, 18), Round: 6}}}}
	}
}

func markSample(m mark) func(geom.Rect) []scene.Item {
	return func(in geom.Rect) []scene.Item {
		c := in.Centre()
		return paintMarks([]mark{m}, false, geom.Pt(c.X, c.Y+4.3))
	}
}

func bracketSample(collection model.Collection) func(geom.Rect) []scene.Item {
	return textSample("column-name", columnFont, bracketed("name", collection))
}

func frozenSample(in geom.Rect) []scene.Item {
	p := newPill(typeface.Flake + "type")
	c := in.Centre()
	return p.paint(false, geom.Pt(c.X+p.width/2, c.Y-pillHeight/2.0))
}

// tagSample shows a tag as in a header.
func tagSample(text string) func(geom.Rect) []scene.Item {
	return func(in geom.Rect) []scene.Item {
		t := tag{text: text}
		at := inner(in, t.width()+10, 20)
		bar := &scene.Path{Class: "bar", Steps: roundedRect(at, 4)}
		tagged := t.paint(geom.Pt(at.X+at.Width-5, at.Y+3))
		return []scene.Item{&scene.Element{Class: "table", Items: append([]scene.Item{bar}, tagged...)}}
	}
}

func typeBoxSample(in geom.Rect) []scene.Item {
	at := inner(in, 48, 18)
	c := in.Centre()
	return []scene.Item{&scene.Element{Class: "type-box", Items: []scene.Item{
		&scene.Rectangle{Class: "box", Rect: at, Round: 3},
		&scene.Text{Class: "name", At: geom.Pt(c.X, c.Y+4), Anchor: scene.AnchorMiddle, Font: typeface.Font{Bold: true, Size: 11}, Content: "*type*"},
	}}}
}

func entrySample(in geom.Rect) []scene.Item {
	at := inner(in, 40, 0)
	line, tip := pointed([]geom.Point{geom.Pt(at.X, at.Y), geom.Pt(at.X+at.Width, at.Y)})
	return []scene.Item{
		&scene.Path{Class: "line", Steps: geom.Polyline(line...)}, tip,
		&scene.Ellipse{Class: "start", Centre: line[0], RadiusX: startRadius, RadiusY: startRadius},
	}
}

func arrowSample(in geom.Rect) []scene.Item { return entrySample(in)[:2] }

func flowSample(in geom.Rect) []scene.Item {
	at := inner(in, 48, 14)
	line, tip := pointed([]geom.Point{geom.Pt(at.X+14, at.Y+7), geom.Pt(at.X+at.Width, at.Y+7)})
	return []scene.Item{
		&scene.Rectangle{Class: "panel-box", Rect: geom.NewRect(at.X, at.Y, 14, at.Height), Round: 2},
		&scene.Path{Class: "line", Steps: geom.Polyline(line...)}, tip,
	}
}

func pillSample(text string) func(geom.Rect) []scene.Item {
	return func(in geom.Rect) []scene.Item {
		c := in.Centre()
		return []scene.Item{
			&scene.Rectangle{Class: "label", Rect: inner(in, 30, 20), Round: 10},
			&scene.Text{Class: "label-text", At: geom.Pt(c.X, c.Y+4.5), Anchor: scene.AnchorMiddle, Font: labelFont, Content: text},
		}
	}
}

func badgeSample(badge Badge) func(geom.Rect) []scene.Item {
	return func(in geom.Rect) []scene.Item {
		bar := &scene.Path{Class: "bar", Steps: roundedRect(inner(in, 34, 20), 4)}
		return []scene.Item{&scene.Element{Class: "table", Items: []scene.Item{bar, badge.paint(in.Centre())}}}
	}
}

func adviceSample(in geom.Rect) []scene.Item {
	bar := &scene.Path{Class: "bar", Steps: roundedRect(inner(in, 34, 20), 4)}
	c := in.Centre()
	return []scene.Item{&scene.Element{Class: "table", Items: append([]scene.Item{bar}, paintAdvice(2, geom.Pt(c.X+12, c.Y-tagHeight/2.0))...)}}
}

func faultSample(in geom.Rect) []scene.Item {
	items := append(pillSample("Q1")(in), paintFault(inner(in, 30, 20))...)
	return []scene.Item{&scene.Element{Class: "arrow fault", Items: items}}
}

func lookupSample(in geom.Rect) []scene.Item {
	items := pillSample("Q1 " + circled(2))(in)
	items[0].(*scene.Rectangle).Rect = inner(in, 48, 20)
	return items
}
