package sizes

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"widerow/handlers/canvas"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/edit"
	"widerow/model/mapping"
	"widerow/model/measured"
	"widerow/model/sizing"
	"widerow/web"
	websizes "widerow/web/sizes"
)

// measuredContent fills the page of measured sizes.
func measuredContent(_ context.Context, b *feature.Context, _ *web.WorkbenchPage) (web.Content, error) {
	view := &websizes.MeasuredView{Readonly: b.Readonly(), Starts: canvas.Starts(b), Tables: len(b.Model.Physical.Relations)}
	if form := measuring(b); form != nil {
		view.Text, view.Node, view.Date = form.Text, form.Values.Get("node"), form.Values.Get("date")
		view.Problem, view.Problems, view.Unknown = form.Problem, form.Problems, form.Unknown
		view.CanKeep = len(form.Problems) > 0 && len(form.Matched) > 0
		view.Read = len(form.Matched)
	}
	sizes := sizing.Options{Formula: sizing.Disk, Derived: mapping.Followed(b.Model)}.All(b.Model)
	for _, element := range b.Elements(model.RelationElement) {
		if len(element.Value.(*model.Relation).Measured) > 0 {
			view.Rows = append(view.Rows, measuredRow(b, element, sizes, len(view.Rows) < maxEffects))
		}
	}
	view.CanUse = slices.ContainsFunc(view.Rows, func(r websizes.MeasuredRow) bool { return len(r.Changes) > 0 })
	return view, nil
}

// maxEffects is the number of tables of which the sizes before and after are shown: each
// computes the sizes of all tables.
const maxEffects = 50

func measuredRow(b *feature.Context, element model.Element, sizes map[model.ID]sizing.Size, withEffects bool) websizes.MeasuredRow {
	relation, size := element.Value.(*model.Relation), sizes[element.ID]
	figures, _ := relation.Combined()
	row := websizes.MeasuredRow{
		Element: element.ID, Name: relation.Name, Keyspace: b.Model.Title(relation.Keyspace), Href: b.Link(element.ID), Ledger: LedgerLink(b, element.ID),
		Mean: bytesOrNone(figures.Mean()), Most: mostWords(relation, figures), Estimate: size.About(size.Typical.Bytes), Worst: size.About(size.Worst.Bytes),
		Ratio: ratioOf(size.Typical.Bytes, figures.Mean()), WorstRatio: ratioOf(size.Worst.Bytes, figures[model.MaxBytes]),
	}
	if size.Err != nil {
		row.Estimate, row.Worst, row.Problem = "–", "–", size.Err.Message
	}
	for _, item := range model.Sorted(relation.Measured) {
		row.Sources = append(row.Sources, websizes.MeasuredSource{Element: item.ID, Href: b.Link(item.ID),
			Words: sourceWords(item.Value), Figures: figureWords(item.Value.Figures)})
	}
	calibration := measured.Calibrate(b.Model, element.ID, model.SeededIDs([]byte("preview")))
	row.Changes, row.Notes = calibration.Changes, calibration.Notes
	if !changes(b, calibration.Commands) {
		row.Changes = nil
		return row
	}
	if withEffects {
		row.Effects = effectsOf(b, sizes, calibration.Commands)
	}
	return row
}

// effectsOf returns the sizes before and after for each table whose size the commands change.
func effectsOf(b *feature.Context, was map[model.ID]sizing.Size, commands []edit.Command) []websizes.MeasuredEffect {
	after, err := edit.Apply(b.Model, model.SeededIDs([]byte("effects")), commands...)
	if err != nil {
		return nil
	}
	is := sizing.Options{Formula: sizing.Disk, Derived: mapping.Followed(after)}.All(after)
	var effects []websizes.MeasuredEffect
	for _, element := range b.Elements(model.RelationElement) {
		before, now := was[element.ID], is[element.ID]
		if before.Typical == now.Typical && before.Worst == now.Worst {
			continue
		}
		effects = append(effects, websizes.MeasuredEffect{Name: b.Model.ShortTitle(element.ID), Before: partitionWords(&before), After: partitionWords(&now)})
	}
	return effects
}

// partitionWords is a partition, typically and at worst: "1.5 MB / 5.8 MB, 1,000 / 5,000 rows".
func partitionWords(size *sizing.Size) string {
	if size.Level == sizing.Unknown {
		return "unknown"
	}
	pair := func(typical, worst string) string {
		if typical == worst {
			return typical
		}
		return typical + " / " + worst
	}
	return pair(size.About(size.Typical.Bytes), size.About(size.Worst.Bytes)) + ", " +
		singular(pair(sizing.FormatNumber(size.Typical.Rows), sizing.FormatNumber(size.Worst.Rows))+" rows", size.Worst.Rows)
}

// changes reports whether a command would change anything: a calibration that was
// applied does not.
func changes(b *feature.Context, commands []edit.Command) bool {
	return slices.ContainsFunc(commands, func(c edit.Command) bool {
		set, is := c.(edit.Set)
		return !is || set.Was != set.Value
	})
}

func sourceWords(m *model.Measurement) string {
	words := m.Tool
	if m.Date != "" {
		words += ", " + m.Date
	}
	if m.Node != "" {
		words += ", " + m.Node
	}
	return words
}

// figureNames are the words for figures that the columns of the page do not show.
var figureNames = map[model.Figure]string{
	model.MeasuredPartitions: "partitions", model.P99Bytes: "99 % of partitions up to", model.MeanRows: "rows", model.P50Rows: "half of partitions up to rows",
	model.MaxRows: "at most rows", model.MaxCells: "at most cells", model.Compression: "compressed to", model.DiskBytes: "on disk", model.SSTables: "SSTables",
}

func figureWords(figures model.Figures) string {
	var words []string
	for _, figure := range model.AllFigures {
		name, shown := figureNames[figure]
		value, found := figures[figure]
		if !shown || !found {
			continue
		}
		text := sizing.FormatNumber(value)
		switch figure {
		case model.P99Bytes, model.DiskBytes:
			text = sizing.FormatBytes(value)
		case model.Compression:
			text = fmt.Sprintf("%.2f", value)
		}
		if strings.HasSuffix(name, " to") || figure == model.DiskBytes {
			words = append(words, name+" "+text)
		} else if before, last, found := strings.Cut(name, " rows"); found && before != "" {
			words = append(words, before+" "+text+" rows"+last)
		} else if before, _, found := strings.Cut(name, " cells"); found {
			words = append(words, before+" "+text+" cells")
		} else {
			words = append(words, singular(text+" "+name, value))
		}
	}
	return strings.Join(words, "; ")
}

// mostWords is the largest partition: of a histogram the end of the last bucket.
func mostWords(relation *model.Relation, figures model.Figures) string {
	words := bytesOrNone(figures[model.MaxBytes])
	for _, measurement := range relation.Measured {
		if measurement.Tool == model.SSTablePartitions {
			return words
		}
	}
	if figures[model.MaxBytes] > 0 {
		return "≤ " + words
	}
	return words
}

func singular(words string, value float64) string {
	if value == 1 {
		return strings.TrimSuffix(words, "s")
	}
	return words
}

func bytesOrNone(bytes float64) string {
	if bytes <= 0 {
		return "–"
	}
	return sizing.FormatBytes(bytes)
}

// ratioOf is the estimate in relation to what was measured: "×1.10", "×0.95".
func ratioOf(estimate, real float64) websizes.Ratio {
	if estimate <= 0 || real <= 0 {
		return websizes.Ratio{Text: "–"}
	}
	ratio := estimate / real
	level := "bad"
	switch off := max(ratio, 1/ratio); {
	case off <= closeRatio:
		level = "ok"
	case off <= nearRatio:
		level = "warn"
	}
	text := fmt.Sprintf("×%.2f", ratio)
	if ratio >= 9.95 {
		text = fmt.Sprintf("×%.0f", ratio)
	}
	return websizes.Ratio{Text: text, Level: level}
}

// closeRatio is the precision of the buckets of histograms, nearRatio the precision that a plan
// needs.
const (
	closeRatio = 1.25
	nearRatio  = 2
)

// measuredOf compares the measurement of a table with its estimate, in the table of
// sizes.
func measuredOf(b *feature.Context, element model.Element) (words, href string) {
	relation := element.Value.(*model.Relation)
	if len(relation.Measured) == 0 {
		return "", ""
	}
	figures, _ := relation.Combined()
	view := web.View{Model: b.View.Model, Tab: web.TabMeasured, Revision: b.View.Revision}
	if figures.Mean() == 0 {
		return "measured", string(b.URL.Tab(view))
	}
	size := b.Sizes()[element.ID]
	return strings.TrimSpace(fmt.Sprintf("measured %s %s", sizing.FormatBytes(figures.Mean()),
		cmp.Or(strings.Trim(ratioOf(size.Typical.Bytes, figures.Mean()).Text, "–"), ""))), string(b.URL.Tab(view))
}
