package legend

import (
	"widerow/diagram/chebotko"
	"widerow/diagram/chen"
	"widerow/diagram/figure"
	"widerow/diagram/geom"
	"widerow/diagram/linework"
	"widerow/diagram/scene"
	"widerow/diagram/typeface"
	"widerow/model"
)

// explanation is the text and the sample of a symbol in a legend.
type explanation struct {
	Words  string
	Sample func(in geom.Rect) []scene.Item
}

// Explanations has one entry for every symbol.
var Explanations = [figure.SymbolCount]explanation{
	figure.SymbolEntity:       {"entity type", entitySample(false)},
	figure.SymbolWeakEntity:   {"weak entity type, identified by its owner", entitySample(true)},
	figure.SymbolRelationship: {"relationship type", diamondSample(false)},
	figure.SymbolIdentifying:  {"identifying relationship type: gives a weak entity type its owner", diamondSample(true)},
	figure.SymbolWithin:       {"the participants have the same owner, such as a tenant", textSample("role", chen.WithinFont, "within …")},
	figure.SymbolAttribute:    {"attribute", attributeSample(chen.Attribute{})},
	figure.SymbolKey:          {"key attribute", attributeSample(chen.Attribute{Key: model.Key})},
	figure.SymbolPartialKey:   {"partial key of a weak entity type", attributeSample(chen.Attribute{Key: model.PartialKey})},
	figure.SymbolUnique:       {"unique value: a further key", attributeSample(chen.Attribute{Unique: true})},
	figure.SymbolMultiValued:  {"multi-valued attribute", attributeSample(chen.Attribute{Multi: true})},
	figure.SymbolDerived:      {"derived attribute, computed from others", attributeSample(chen.Attribute{Derived: true})},
	figure.SymbolComposite:    {"composite attribute with its parts", compositeSample},

	figure.SymbolCardinality: {"at an entity type: how many of it go with one of each other one", textSample("cardinality", chen.CardinalityFont, "1  n  m")},
	figure.SymbolRange: {"at an entity type: how often each of it takes part, at least and at most",
		textSample("cardinality", chen.CardinalityFont, "0..n")},
	figure.SymbolRole:  {"role of an entity type in a relationship", textSample("role", chen.RoleFont, "role")},
	figure.SymbolTotal: {"total participation: each one takes part", lineSample("line total")},

	figure.SymbolDisjoint:       {"subtypes: an instance is of one at most (disjoint)", hierarchySample("d")},
	figure.SymbolOverlapping:    {"subtypes: an instance can be of several (overlapping)", hierarchySample("o")},
	figure.SymbolTotalHierarchy: {"thick line to IsA: each instance is of some subtype (total)", lineSample("line total")},

	figure.SymbolTask:     {"task of the application that a query leads to", taskSample("task")},
	figure.SymbolGreyTask: {"task that needs no query", taskSample("task grey")},

	figure.SymbolEntryPoint: {"entry point: where the work can begin", entrySample},
	figure.SymbolTaskQuery:  {"query that the task needs", pillSample("Q1")},
	figure.SymbolTaskUpdate: {"update that the task makes", pillSample("U1")},

	figure.SymbolPartition:    {"partition key column", markSample(chebotko.MarkPartition)},
	figure.SymbolBucket:       {"bucket: divides large partitions", markSample(chebotko.MarkBucket)},
	figure.SymbolAscending:    {"clustering column, ascending", markSample(chebotko.MarkAscending)},
	figure.SymbolDescending:   {"clustering column, descending", markSample(chebotko.MarkDescending)},
	figure.SymbolStatic:       {"static column, one value a partition", markSample(chebotko.MarkStatic)},
	figure.SymbolCounter:      {"counter column", markSample(chebotko.MarkCounter)},
	figure.SymbolIndex:        {"secondary index", markSample(chebotko.MarkIndex)},
	figure.SymbolStorageIndex: {"storage-attached index", markSample(chebotko.MarkStorageIndex)},
	figure.SymbolSuffixIndex:  {"SASI index", markSample(chebotko.MarkSuffixIndex)},
	figure.SymbolCustomIndex:  {"custom index", markSample(chebotko.MarkCustomIndex)},
	figure.SymbolMasked:       {"masked column", markSample(chebotko.MarkMasked)},

	figure.SymbolList:     {"list", bracketSample(model.ListOf)},
	figure.SymbolSet:      {"set", bracketSample(model.SetOf)},
	figure.SymbolMap:      {"map", bracketSample(model.MapOf)},
	figure.SymbolTuple:    {"tuple", bracketSample(model.TupleOf)},
	figure.SymbolUserType: {"value of a user-defined type", bracketSample(model.UserDefined)},
	figure.SymbolVector:   {"vector", bracketSample(chebotko.VectorOf)},
	figure.SymbolFrozen:   {"frozen: written and read as a whole", frozenSample},
	figure.SymbolChanged:  {"green: changed by physical design", textSample("column-name changed", chebotko.ColumnFont, "name")},
	figure.SymbolView:     {"materialized view; a dashed arrow leads to its base table", tagSample("MV")},
	figure.SymbolExpiry:   {"rows expire after this time", tagSample("TTL 1 d")},
	figure.SymbolTypeBox:  {"user-defined type and its fields", typeBoxSample},

	figure.SymbolEntry:  {"arrow from nowhere: what the query asks by comes from outside", arrowSample},
	figure.SymbolFlow:   {"arrow from a table: what the query asks by was found there", flowSample},
	figure.SymbolQuery:  {"query that the table answers", pillSample("Q1")},
	figure.SymbolUpdate: {"update that writes the table", writeSample},
	figure.SymbolLookup: {"further statement of a query: finds there what its first table lacks", lookupSample},
	figure.SymbolByHand: {"query arrow drawn by hand, not along the workflow", lineSample("line by-hand")},
	figure.SymbolUses:   {"column or field of a user-defined type", lineSample("line uses")},
	figure.SymbolFault:  {"not served, a scan, or no lookup table", faultSample},

	figure.SymbolBadgeOK:      {"partitions of a good size", badgeSample(figure.Badge{Level: "ok"})},
	figure.SymbolBadgeWarn:    {"large partitions", badgeSample(figure.Badge{Level: "warn"})},
	figure.SymbolBadgeBad:     {"partitions above a hard limit", badgeSample(figure.Badge{Level: "bad"})},
	figure.SymbolBadgeWorst:   {"ring: only in the worst case", badgeSample(figure.Badge{Level: "warn", WorstOnly: true})},
	figure.SymbolBadgeAssumed: {"not rated: its rows are assumed", badgeSample(figure.Badge{Level: "assumed"})},
	figure.SymbolBadgeMissing: {"size not known: a wrong number, or no key", badgeSample(figure.Badge{Level: "missing"})},
	figure.SymbolAdvice:       {"number of findings about a table", adviceSample},
	figure.SymbolAdvised:      {"advice about a column or a query", advisedSample},
}

// changedPlainly explains symbolChanged in a theme without colours.
var changedPlainly = explanation{"dashed line: changed by physical design", changedSample}

func explanationOf(s figure.Symbol, theme scene.Theme) explanation {
	if s == figure.SymbolChanged && !theme.Colorful() {
		return changedPlainly
	}
	return Explanations[s]
}

func changedSample(in geom.Rect) []scene.Item {
	items := Explanations[figure.SymbolChanged].Sample(in)
	return append(items, chebotko.Underscore(items[0].(*scene.Text)))
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
		items := []scene.Item{&scene.Path{Class: "relationship-shape", Steps: chen.Diamond(inner(in, 44, 20), 0)}}
		if identifying {
			items = append(items, &scene.Path{Class: "relationship-shape inner", Steps: chen.Diamond(inner(in, 44, 20), 3)})
		}
		return items
	}
}

func attributeSample(a chen.Attribute) func(geom.Rect) []scene.Item {
	return func(in geom.Rect) []scene.Item {
		c := in.Centre()
		class := "attribute-shape"
		if a.Derived {
			class += " derived"
		}
		items := []scene.Item{&scene.Ellipse{Class: class, Centre: c, RadiusX: 23, RadiusY: 9.5}}
		if a.Multi {
			items = append(items, &scene.Ellipse{Class: "attribute-shape inner", Centre: c, RadiusX: 20, RadiusY: 6.5})
		}
		if a.Key == model.NoKey && !a.Unique {
			return items
		}
		font := typeface.Font{Size: 10, Bold: a.Key == model.Key}
		width, _ := typeface.Measure("key", font)
		return append(items, &scene.Text{Class: "attribute-text", At: geom.Pt(c.X, c.Y+3), Anchor: scene.AnchorMiddle, Font: font, Content: "key"},
			a.Underline(geom.Pt(c.X, c.Y+3), width))
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
			&scene.Text{Class: "isa-text", At: geom.Pt(c.X, at.Y+at.Height-4), Anchor: scene.AnchorMiddle, Font: chen.RoleFont, Content: letter},
		}
	}
}

func taskSample(class string) func(geom.Rect) []scene.Item {
	return func(in geom.Rect) []scene.Item {
		return []scene.Item{&scene.Element{Class: class, Items: []scene.Item{&scene.Rectangle{Class: "step", Rect: inner(in, 40, 18), Round: 6}}}}
	}
}

func markSample(m chebotko.Mark) func(geom.Rect) []scene.Item {
	return func(in geom.Rect) []scene.Item {
		c := in.Centre()
		return chebotko.PaintMarks([]chebotko.Mark{m}, false, geom.Pt(c.X, c.Y+4.3))
	}
}

func bracketSample(collection model.Collection) func(geom.Rect) []scene.Item {
	return textSample("column-name", chebotko.ColumnFont, chebotko.Bracketed("name", collection))
}

func frozenSample(in geom.Rect) []scene.Item {
	p := chebotko.NewPill(typeface.Flake + "type")
	c := in.Centre()
	return p.Paint(false, geom.Pt(c.X+p.Width/2, c.Y-chebotko.PillHeight/2.0))
}

// tagSample shows a tag as in a header.
func tagSample(text string) func(geom.Rect) []scene.Item {
	return func(in geom.Rect) []scene.Item {
		t := chebotko.Tag{Text: text}
		at := inner(in, t.Width()+10, 20)
		bar := &scene.Path{Class: "bar", Steps: chebotko.RoundedRect(at, 4)}
		tagged := t.Paint(geom.Pt(at.X+at.Width-5, at.Y+3))
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
	line, tip := linework.Pointed([]geom.Point{geom.Pt(at.X, at.Y), geom.Pt(at.X+at.Width, at.Y)})
	return []scene.Item{
		&scene.Path{Class: "line", Steps: geom.Polyline(line...)}, tip,
		&scene.Ellipse{Class: "start", Centre: line[0], RadiusX: linework.StartRadius, RadiusY: linework.StartRadius},
	}
}

func arrowSample(in geom.Rect) []scene.Item { return entrySample(in)[:2] }

func flowSample(in geom.Rect) []scene.Item {
	at := inner(in, 48, 14)
	line, tip := linework.Pointed([]geom.Point{geom.Pt(at.X+14, at.Y+7), geom.Pt(at.X+at.Width, at.Y+7)})
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
			&scene.Text{Class: "label-text", At: geom.Pt(c.X, c.Y+4.5), Anchor: scene.AnchorMiddle, Font: linework.LabelFont, Content: text},
		}
	}
}

func badgeSample(badge figure.Badge) func(geom.Rect) []scene.Item {
	return func(in geom.Rect) []scene.Item {
		bar := &scene.Path{Class: "bar", Steps: chebotko.RoundedRect(inner(in, 34, 20), 4)}
		return []scene.Item{&scene.Element{Class: "table", Items: []scene.Item{bar, badge.Paint(in.Centre())}}}
	}
}

func writeSample(in geom.Rect) []scene.Item {
	bar := &scene.Path{Class: "bar", Steps: chebotko.RoundedRect(inner(in, 34, 20), 4)}
	c := in.Centre()
	label := &scene.Rectangle{Class: "label in-head", Rect: inner(in, 26, linework.TagHeight), Round: linework.TagHeight / 2}
	text := &scene.Text{Class: "label-text", At: geom.Pt(c.X, c.Y+4), Anchor: scene.AnchorMiddle, Font: linework.TagFont, Content: "U1"}
	return []scene.Item{&scene.Element{Class: "table", Items: []scene.Item{bar, label, text}}}
}

func adviceSample(in geom.Rect) []scene.Item {
	bar := &scene.Path{Class: "bar", Steps: chebotko.RoundedRect(inner(in, 34, 20), 4)}
	c := in.Centre()
	return []scene.Item{&scene.Element{Class: "table", Items: append([]scene.Item{bar}, chebotko.PaintAdvice(2, geom.Pt(c.X+12, c.Y-chebotko.TagHeight/2.0))...)}}
}

func advisedSample(in geom.Rect) []scene.Item {
	pill := inner(in, 30, 20)
	items := append(pillSample("Q1")(in), figure.PaintAdvised(geom.Pt(pill.X+pill.Width-3, pill.Y+2)))
	return []scene.Item{&scene.Element{Class: "arrow", Items: items}}
}

func faultSample(in geom.Rect) []scene.Item {
	items := append(pillSample("Q1")(in), figure.PaintFault(inner(in, 30, 20))...)
	return []scene.Item{&scene.Element{Class: "arrow fault", Items: items}}
}

func lookupSample(in geom.Rect) []scene.Item {
	items := pillSample("Q1 " + linework.Circled(2))(in)
	items[0].(*scene.Rectangle).Rect = inner(in, 48, 20)
	return items
}
