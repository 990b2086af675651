package sizes

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"widerow/cql"
	"widerow/cql/print"
	"widerow/handlers/derive"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/access"
	"widerow/model/moves"
	"widerow/model/sizing"
	"widerow/web"
	webderive "widerow/web/derive"
	websizes "widerow/web/sizes"
)

// row describes a split as a line of the table.
func (s *splitPage) row(split *moves.Split) websizes.SplitRow {
	row := websizes.SplitRow{What: "Now", Counts: "?", Typical: "size?", Worst: "size?", Cells: "?"}
	if split.What != "" {
		row.What = feature.Capital(split.What)
	}
	if size := split.Size; size.Level != sizing.Unknown {
		row.Typical, row.Worst, row.Cells = size.About(size.Typical.Bytes), size.About(size.Worst.Bytes), sizing.FormatMean(size.Worst.Cells)
		row.TypicalLevel, row.WorstLevel = s.levelOf(size.Typical), s.levelOf(size.Worst)
	}
	if split.Added != nil && split.Added.Level != sizing.Unknown {
		row.Note = "second table: " + split.Added.About(split.Added.Worst.Bytes)
	}
	if split.Partitions.Typical > 0 {
		row.Counts = sizing.FormatNumber(math.Round(split.Partitions.Typical))
	}
	for _, q := range split.Queries[:min(len(split.Queries), maxRanged)] {
		row.Reads = append(row.Reads, splitReads(q))
	}
	row.Busiest = busyWords(split.Writes.Worst)
	if split.Share > 0 {
		row.Share = busyShareWords(split.Share)
	}
	row.Judgement, row.Level = s.judgement(split)
	return row
}

// levelOf rates a partition by the limits that were entered.
func (s *splitPage) levelOf(f sizing.Figures) string {
	over := s.needs.Bytes > 0 && f.Bytes > s.needs.Bytes || s.needs.Cells > 0 && f.Cells > s.needs.Cells
	switch {
	case over && f.Level() == sizing.Bad:
		return "bad"
	case over:
		return "warn"
	}
	return ""
}

// judgement describes the fault of a split in a few words.
func (s *splitPage) judgement(split *moves.Split) (words, level string) {
	var labels []string
	for _, id := range split.Lost() {
		labels = append(labels, s.Model.Workflow.Queries[id].Label)
	}
	switch {
	case len(labels) > 0:
		return strings.Join(labels, ", ") + " not served", "bad"
	case split.Size.Level == sizing.Unknown:
		return "size not known", "warn"
	case split.Over && s.levelOf(split.Size.Typical) != "":
		return "too large", "bad"
	case split.Over:
		return "too large at worst", "warn"
	case split.Hot:
		return "too many writes", "warn"
	case split.Small != nil:
		return "small: " + s.Model.Workflow.Queries[split.Small.Query].Label + " reads " + readsNumber(split.Small.Reads), "warn"
	}
	return "fits", "ok"
}

func splitReads(q moves.SplitQuery) websizes.SplitReads {
	reads := websizes.SplitReads{Text: "?"}
	switch {
	case !q.Served && q.WasServed:
		return websizes.SplitReads{Text: "not served", Level: "bad"}
	case !q.Served:
		return websizes.SplitReads{Text: "not served"}
	case q.Reads.Known:
		reads.Text = readsNumber(q.Reads)
	}
	switch {
	case q.Second && q.Merges:
		reads.Note = "second table, merges"
	case q.Second:
		reads.Note = "second table"
	case q.Merges:
		reads.Note = "merges rows"
	}
	return reads
}

// readsNumber writes the least and the most partitions.
func readsNumber(r moves.PartitionReads) string {
	least, most := sizing.FormatNumber(math.Ceil(r.Least)), sizing.FormatNumber(math.Ceil(r.Most))
	if least == most {
		return least
	}
	return least + "–" + most
}

// busyWords writes a number of writes a second, or a day if they are few.
func busyWords(perSecond float64) string {
	switch {
	case perSecond <= 0:
		return "?"
	case perSecond >= 10:
		return sizing.FormatNumber(math.Round(perSecond)) + "/s"
	case perSecond >= 0.1:
		return sizing.FormatNumber(math.Round(perSecond*100)/100) + "/s"
	case perSecond*secondsOfDay >= 10:
		return sizing.FormatNumber(math.Round(perSecond*secondsOfDay)) + " a day"
	case perSecond*secondsOfDay >= 0.01:
		return sizing.FormatNumber(math.Round(perSecond*secondsOfDay*100)/100) + " a day"
	}
	return "< 0.01 a day"
}

// perSecondWords writes a number of writes a second, or also the number of a day if there are few.
func perSecondWords(perSecond float64) string {
	if perSecond <= 0 {
		return "not known"
	}
	if words := busyWords(perSecond); !strings.HasSuffix(words, "/s") {
		return fmt.Sprintf("%.2g (%s)", perSecond, words)
	}
	return sizing.FormatNumber(math.Round(perSecond*100) / 100)
}

func busyShareWords(share float64) string {
	switch percent := share * 100; {
	case percent >= 1:
		return sizing.FormatNumber(math.Round(percent*10)/10) + " % of all"
	case percent >= 0.01:
		return sizing.FormatNumber(math.Round(percent*100)/100) + " % of all"
	}
	return "< 0.01 % of all"
}

// addCode adds the statements that read several buckets, and the CQL of the tables that
// change.
func (s *splitPage) addCode(choice *webderive.DesignChoice, move moves.Move) {
	preview, err := move.Preview(derive.DesignIDs(s.Context))
	if err != nil {
		return
	}
	if list := s.bucketList(preview, move); list != nil {
		choice.Statements = append(choice.Statements, *list)
	}
	for i := range preview.Queries {
		change := &preview.Queries[i]
		best, found := change.After.Best()
		if !found || best.Spread == nil {
			continue
		}
		choice.Statements = append(choice.Statements, web.SplitStatement{
			Query: preview.After.Workflow.Queries[change.Query].Label, Runs: strings.Join(best.Application(), " "), Code: feature.NarrowCode(print.ProofStatement(best)),
		})
	}
	cql.FollowRenames(s.rated, preview.After)
	changed := model.IDSet{}
	for _, change := range preview.Tables {
		changed[change.Table] = true
	}
	before := definitionsOf(s.Model, changed)
	for id, text := range definitionsOf(preview.After, changed) {
		choice.Scripts = append(choice.Scripts, web.SplitScript{Table: preview.After.Title(id), Lines: changedLines(text, before[id])})
	}
	slices.SortFunc(choice.Scripts, func(x, y web.SplitScript) int { return strings.Compare(x.Table, y.Table) })
}

// bucketList is the statement that finds the buckets which the application has opened,
// nil for other splits.
func (s *splitPage) bucketList(preview *moves.Preview, move moves.Move) *web.SplitStatement {
	if move.Name != moves.DynamicBucket {
		return nil
	}
	var sel access.Select
	list := preview.Tables[len(preview.Tables)-1].Table
	for _, column := range preview.After.Physical.Relations[list].SortedColumns() {
		if column.Value.Role == model.Clustering {
			sel.Selectors = append(sel.Selectors, access.Value{Kind: access.Reference, Text: column.Value.Name})
			continue
		}
		sel.Where = append(sel.Where, access.Condition{Columns: []string{column.Value.Name}, Operator: access.Equal, Values: []access.Value{{}}})
	}
	text := print.SelectText(access.NewTable(preview.After, list), sel)
	return &web.SplitStatement{Query: "First", Runs: "each query reads the list of buckets, the newest first.", Code: feature.NarrowCode(text)}
}

// definitionsOf are the statements that create some tables.
func definitionsOf(m *model.Model, tables model.IDSet) map[model.ID]string {
	texts := map[model.ID]string{}
	for _, definition := range cql.Definitions(only(m, tables)) {
		if tables[definition.Element] {
			texts[definition.Element] = definition.Text
		}
	}
	return texts
}

// only is a model with some of its tables.
func only(m *model.Model, tables model.IDSet) *model.Model {
	few := *m
	few.Physical.Relations = map[model.ID]*model.Relation{}
	for id, relation := range m.Physical.Relations {
		if tables[id] || tables[relation.Base] {
			few.Physical.Relations[id] = relation
		}
	}
	return &few
}

// changedLines highlights a statement and marks the lines that another one lacks.
func changedLines(text, before string) []web.SplitLine {
	known := strings.Split(before, "\n")
	written := strings.Split(text, "\n")
	var lines []web.SplitLine
	for i, spans := range feature.Highlighted(text) {
		lines = append(lines, web.SplitLine{Changed: i < len(written) && !slices.Contains(known, written[i]), Code: spans})
	}
	return lines
}

// splitPage is the page while it is made.
type splitPage struct {
	*feature.Context
	form     splitForm
	table    model.ID
	view     *websizes.SplitView
	rated    *model.Model // with the rows of the rate that was entered
	needs    moves.Needs
	problems map[string]string
	splits   *moves.Splits
}

// maxRanged bounds the queries that are asked for their range, and those with a column.
const maxRanged = 6
