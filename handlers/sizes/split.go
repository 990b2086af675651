package sizes

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"widerow/handlers/canvas"
	"widerow/handlers/derive"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/edit"
	"widerow/model/moves"
	"widerow/model/sizing"
	"widerow/web"
	websizes "widerow/web/sizes"
)

// splitContent fills the page that compares the ways to split a table's partitions.
func splitContent(_ context.Context, b *feature.Context, page *web.WorkbenchPage) (web.Content, error) {
	form := cmp.Or(feature.FormOf[*derive.DesignForm](b.Answer), &derive.DesignForm{Values: url.Values{}})
	view := &websizes.SplitView{Starts: canvas.Starts(b)}
	table := canvas.ChosenTable(b)
	page.View.Select = table
	view.Tables = canvas.Tables(b, table)
	view.Table, view.Design.Stale = view.Tables.Chosen, form.Stale
	if view.Table == nil {
		return view, nil
	}
	if notice, tooWide := derive.TooWideToDesign(b, table); tooWide {
		view.Table = nil
		page.Notices = append(page.Notices, notice)
		return view, nil
	}
	s := &splitPage{Context: b, form: splitForm{form}, table: table, view: view}
	s.compare()
	return view, nil
}

// compare fills the view.
func (s *splitPage) compare() {
	s.needs, s.problems = s.form.needs(s.Model)
	s.rate()
	s.needs.PerDay, _ = insertedADay(s.Context, s.table)
	chosen, made := s.form.Chosen(moves.Offers(s.rated, s.table))
	if made = made && s.form.Values.Get("move") != ""; made {
		if _, err := chosen.Commands(derive.DesignIDs(s.Context)); err == nil {
			s.needs.Chosen = &chosen
		}
	}
	s.splits = moves.CompareSplits(s.rated, s.table, s.needs)
	if !made && len(s.splits.Options) > 0 {
		chosen, made = s.splits.Options[0].Move, true
	}
	s.inputs()
	s.rows(chosen)
	s.summarize()
	s.view.WritesFrom = s.writesFrom()
	for _, refused := range s.splits.Refused {
		s.view.Refused = append(s.view.Refused, websizes.SplitRefused(struct{ Title, Reason string }{refused.Title, refused.Reason}))
	}
	if made {
		s.choose(chosen)
	}
}

// rate applies the rate that was entered, unless it is wrong.
func (s *splitPage) rate() {
	s.rated = s.Model
	rated, err := s.form.Rated(s.Model, s.table)
	if err == nil {
		s.rated = rated
		return
	}
	s.needs.Writes = model.Value{}
	if invalid := (*edit.InvalidError)(nil); errors.As(err, &invalid) {
		for _, problem := range invalid.Problems {
			s.problems[problem.Field] = problem.Message
		}
	}
}

// inputs are the numbers that the page asks for.
func (s *splitPage) inputs() {
	add := func(name, label, placeholder, hint string) {
		s.view.Inputs = append(s.view.Inputs, websizes.SplitInput{Name: name, Label: label, Placeholder: placeholder, Hint: hint,
			Value: s.form.Values.Get(name), Problem: s.problems[name]})
	}
	rate := "not known"
	if size := s.splits.Now.Size; size.Level != sizing.Unknown && s.splits.Covers.Typical > 0 {
		rate = perSecondWords(size.Terms.Rows.Typical / s.splits.Covers.Typical / secondsOfDay)
	}
	add(derive.FieldRate, "New rows a second in a partition", rate, "From its rows and days. A number sets the rows: rate × days.")
	days := sizing.FormatNumber(s.splits.Covers.Typical)
	if s.splits.Guessed {
		days += " assumed"
	}
	if !s.splits.Fixed {
		add(derive.FieldDays, "Days that a partition covers now", days, "From its oldest row to its newest.")
	}
	for _, id := range s.ranged() {
		label := s.Model.Title(id)
		if query := s.Model.Workflow.Queries[id]; query != nil {
			label = query.Label
		}
		add(splitRange+string(id), "Days that "+label+" usually reads",
			sizing.FormatNumber(s.splits.Ranges[id])+" assumed", "Its range of time: 7, 10 minutes.")
	}
	limit := func(value float64, words func(float64) string) string {
		if value == 0 {
			return "none"
		}
		return words(value)
	}
	add(splitLargest, "Largest partition", limit(s.needs.Bytes, sizing.FormatBytes), "On disk, at worst. “none” for no limit.")
	add(splitCells, "Most cells", limit(s.needs.Cells, sizing.FormatNumber), "At worst. “none” for no limit.")
	add(splitWrites, "Most writes a second to a partition", limit(s.needs.MostWrites, sizing.FormatNumber),
		"Each replica of the partition takes them all. “none” for no limit.")
	s.view.Hidden = s.chosenState()
}

func (s *splitPage) ranged() []model.ID {
	ids := slices.Collect(maps.Keys(s.splits.Ranges))
	slices.SortFunc(ids, func(x, y model.ID) int { return cmp.Compare(s.Model.Title(x), s.Model.Title(y)) })
	return ids[:min(len(ids), maxRanged)]
}

// chosenState is the choice, which the form of numbers keeps.
func (s *splitPage) chosenState() [][2]string {
	var state [][2]string
	name := s.form.Values.Get("move")
	if name == "" {
		return nil
	}
	state = append(state, [2]string{"move", name}, [2]string{"mark", ""})
	for _, key := range slices.Sorted(maps.Keys(s.form.Values)) {
		if strings.HasPrefix(key, "new.move.") && key != "new.move.days" {
			for _, value := range s.form.Values[key] {
				state = append(state, [2]string{key, value})
			}
		}
	}
	return state
}

// rows are the lines of the table of splits.
func (s *splitPage) rows(chosen moves.Move) {
	for _, q := range s.splits.Now.Queries[:min(len(s.splits.Now.Queries), maxRanged)] {
		query := s.Model.Workflow.Queries[q.Query]
		s.view.Queries = append(s.view.Queries, web.Link{Label: query.Label, Word: query.Name, Href: s.Link(q.Query)})
	}
	s.view.Now = s.row(&s.splits.Now)
	for i := range s.splits.Options {
		split := &s.splits.Options[i]
		row := s.row(split)
		row.Href, row.Chosen = s.optionLink(split.Move), split.Move.IsSame(chosen)
		if i == 0 && split.Fits() && !s.splits.Now.Fits() {
			row.Judgement = strings.TrimSuffix("best, "+row.Judgement, ", fits")
		}
		if split.Fits() {
			s.view.Options = append(s.view.Options, row)
		} else {
			s.view.Others = append(s.view.Others, row)
		}
	}
}

// optionLink is the address of the page with a choice and what was entered.
func (s *splitPage) optionLink(move moves.Move) string {
	query := url.Values{"move": {string(move.Name)}, "mark": {""}}
	for _, parameter := range move.Parameters {
		if parameter.Name != "days" {
			query["new.move."+parameter.Name] = strings.Fields(parameter.Value)
		}
		if parameter.Input == edit.ExpressionInput {
			query.Set("new.move."+parameter.Name, parameter.Value)
		}
	}
	for _, pair := range s.form.state() {
		query.Set(pair[0], pair[1])
	}
	query.Del("new.move.days")
	return s.SplitLink(s.table) + "&" + query.Encode()
}

// choose shows the chosen split with its parameters and its proofs.
func (s *splitPage) choose(move moves.Move) {
	s.view.Name = string(move.Name)
	s.view.Title = move.Title
	for i := range s.splits.Options {
		if split := &s.splits.Options[i]; split.Move.IsSame(move) {
			s.view.Title = move.Title + ": " + split.What
		}
	}
	move = move.With(map[string]string{"days": s.splits.Days})
	before := s.Context.Model
	s.Context.Model = s.rated
	choice := derive.DesignChoice(s.Context, &s.view.Design, move)
	s.Context.Model = before
	choice.Hidden = s.form.state()
	choice.Parameters = slices.DeleteFunc(choice.Parameters, func(f web.Field) bool {
		if f.Name == "days" && f.Problem == "" {
			choice.Hidden = append(choice.Hidden, [2]string{"new.move.days", f.Value})
			return true
		}
		return false
	})
	s.view.Choice = choice
	s.addCode(choice, move)
}

// writesFrom names the source of the writes.
func (s *splitPage) writesFrom() string {
	switch {
	case s.needs.Writes.Typical > 0:
		return "The writes to the busiest partition follow from the rate that was entered."
	case s.splits.FromRows:
		return "The writes to the busiest partition follow from its rows, at worst."
	}
	return "The writes to the busiest partition follow from the rates of the updates that insert rows, at worst."
}

// summarize names the best way in a sentence.
func (s *splitPage) summarize() {
	now := &s.splits.Now
	s.view.Level = string(now.Size.Level)
	if now.Over || now.Hot {
		s.view.Level = cmp.Or(map[bool]string{true: "bad"}[now.Size.Level == sizing.Bad], "warn")
	}
	text := "One partition: " + now.Size.Text() + ". "
	switch options := s.splits.Options; {
	case len(s.problems) > 0:
		text += "Some numbers below are wrong; the results ignore them."
	case now.Size.Level == sizing.Unknown:
		text += "The results below rest on it."
	case now.Fits() && len(options) > 0:
		text += "It is within the limits as it is: nothing needs to be split."
	case now.Fits():
		text += "It is within the limits."
	case len(options) == 0:
		text += "No split is possible."
	case options[0].Fits():
		text += fmt.Sprintf("Best: %s.", options[0].What)
	default:
		text += fmt.Sprintf("No split does all that is needed; the nearest is %s.", options[0].What)
	}
	s.view.Summary = text
}
