package write

import "fmt"

// Application says in sentences what the application does with a statement beside running it
// once for each of some values: which rows of a read it keeps, and when it leaves the statement
// out. A row that a read before finds is taken for granted.
func (s *Statement) Application() []string {
	var words []string
	for _, k := range s.Keep {
		words = append(words, fmt.Sprintf("keep only rows where %s %s ?", k.Column, k.Operator))
	}
	if s.Stops {
		words = append(words, "stop if there is a row")
	}
	for _, v := range s.OnlyIf {
		switch {
		case v.Step >= 0 && v.From == "":
			if s.Write.Update != nil || s.Write.Insert != nil {
				words = append(words, fmt.Sprintf("only if step %d finds a row", v.Step+1))
			}
		case v.Step >= 0:
			words = append(words, fmt.Sprintf("only if %s of step %d is not null", v.From, v.Step+1))
		default:
			words = append(words, "only if there is a "+v.Name)
		}
	}
	for _, v := range s.Unless {
		words = append(words, fmt.Sprintf("only if step %d finds no %s", v.Step+1, v.From))
	}
	if len(s.Differs) > 0 {
		var columns []string
		for _, d := range s.Differs {
			columns = append(columns, d.Old.Column)
		}
		words = append(words, "only if the new row has another "+list(columns))
	}
	if len(s.Missing) > 0 {
		words = append(words, "cannot run: nothing finds "+list(s.Missing))
	}
	return words
}
