package sizes

import (
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"widerow/handlers/feature"
	"widerow/handlers/upload"
	"widerow/model"
	"widerow/model/edit"
	"widerow/model/measured"
	"widerow/web"
)

// measure answers the form of the page of measured sizes: it keeps what tools of
// Cassandra have printed, calibrates tables by it, or removes it.
func (site routes) measure(c echo.Context) error {
	files, problem, err := upload.Read(c.Request())
	if err != nil {
		return err
	}
	values, err := c.FormParams()
	if err != nil {
		return fmt.Errorf("%w: %w", upload.ErrForm, err)
	}
	form := &Measuring{Values: values, Problem: problem}
	verb, rest, _ := strings.Cut(values.Get("do"), ":")
	switch verb {
	case "use":
		return site.saveMeasured(c, form, func(head *model.Model, ids model.IDs) ([]edit.Command, string) { return form.Use(head, ids, rest) })
	case "remove":
		return site.saveMeasured(c, form, func(*model.Model, model.IDs) ([]edit.Command, string) {
			return []edit.Command{edit.Remove{Element: model.ID(rest)}}, "removed a measurement"
		})
	}
	head, err := site.Head(c.Request().Context(), feature.ModelID(c))
	if err != nil {
		return err
	}
	date := strings.TrimSpace(values.Get("date"))
	form.Read = readMeasured(form, head.Model, files, date)
	if len(form.Matched) == 0 || form.Problem != "" || len(form.Problems) > 0 && verb != "keep" {
		return site.ShowModel(c, http.StatusUnprocessableEntity, head, measuredView(c), &feature.Answer{Form: form})
	}
	if date == "" {
		date = time.Now().UTC().Format(time.DateOnly)
	}
	node := strings.TrimSpace(values.Get("node"))
	return site.saveMeasured(c, form, func(head *model.Model, _ model.IDs) ([]edit.Command, string) {
		return measured.Keep(head, form.Matched, node, date), measured.Words(form.Matched, node)
	})
}

// readMeasured reads the texts of the form, and returns what is wrong with them.
func readMeasured(form *Measuring, m *model.Model, files []upload.File, date string) bool {
	var inputs []Input
	for _, file := range files {
		if text := upload.WithoutBOM(file.Text); strings.TrimSpace(text) != "" {
			inputs = append(inputs, Input{Name: file.Name, Text: text})
		}
	}
	switch {
	case form.Problem != "":
	case len(inputs) == 0:
		form.Problem = "Paste the output of a tool, or choose a file with it."
	case upload.Unreadable(files) != "":
		form.Problem = upload.Unreadable(files)
	default:
		form.ReadInputs(m, inputs)
	}
	if date != "" && !model.IsDate(date) {
		form.Problem = "The date must be a day such as 2026-11-02."
	}
	return len(form.Matched) > 0
}

func measuredView(c echo.Context) web.View {
	return web.View{Model: c.Param("model"), Tab: web.TabMeasured}
}

// saveMeasured saves one revision and shows the page.
func (site routes) saveMeasured(c echo.Context, form *Measuring, commands func(*model.Model, model.IDs) ([]edit.Command, string)) error {
	saved, err := site.SaveEdit(c, func(head *model.Model, ids model.IDs) (*model.Model, string, error) {
		list, words := commands(head, ids)
		after, err := edit.Apply(head, ids, list...)
		return after, words, err
	})
	if err != nil {
		return site.Failed(c, measuredView(c), feature.Answer{Form: form}, err)
	}
	return site.Edited(c, measuredView(c), saved, feature.Done(saved))
}

type routes struct{ feature.Site }
