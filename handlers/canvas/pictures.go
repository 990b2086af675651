package canvas

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/diagram"
	"widerow/diagram/figure"
	"widerow/diagram/graph"
	"widerow/diagram/raster"
	"widerow/diagram/scene"
	"widerow/diagram/scene/pages"
	"widerow/handlers/feature"
	"widerow/handlers/overlay"
	"widerow/model"
	"widerow/model/advice"
	"widerow/model/mapping"
	"widerow/model/proof"
	"widerow/model/sizing"
	"widerow/model/write"
)

// cachedSize is the largest file that is kept, in bytes.
const cachedSize = 512 << 10

// pictureRequest is a picture as an address asks for it.
type pictureRequest struct {
	kind    diagram.Kind
	format  diagram.Format
	display diagram.Display
	paper   pages.Paper
}

// String is a key of the request: different requests have different ones.
func (r pictureRequest) String() string {
	values := r.display.Values()
	values.Set("paper", string(r.paper))
	return fmt.Sprintf("%s.%s?%s", r.kind, r.format, values.Encode())
}

func parsePicture(m *model.Model, kind diagram.Kind, format diagram.Format, query url.Values) (pictureRequest, error) {
	display, problems := diagram.ParseDisplay(diagram.ByID(query, m, kind))
	paper, problem := diagram.ParsePaper(query.Get("paper"))
	if problem != nil {
		problems = append(problems, *problem)
	}
	return pictureRequest{kind, format, display, paper}, askedWrong(http.StatusBadRequest, problems)
}

// askedWrong returns an error page that lists all problems with an address, or nil.
func askedWrong(status int, problems []diagram.Problem) error {
	if len(problems) == 0 {
		return nil
	}
	texts := make([]string, len(problems))
	for i, problem := range problems {
		texts[i] = problem.Text()
	}
	return feature.NewError(status, "The picture cannot be drawn as the address asks", strings.Join(texts, " "), nil)
}

// Picture serves a diagram as a file.
func (s *Feature) Picture(kind diagram.Kind, format diagram.Format) echo.HandlerFunc {
	return func(c echo.Context) error {
		document, err := s.Requested(c)
		if err != nil {
			return err
		}
		request, err := parsePicture(document.Model, kind, format, c.QueryParams())
		if err != nil {
			return err
		}
		return s.sendPicture(c, document, request)
	}
}

func (s *Feature) sendPicture(c echo.Context, document feature.Document, request pictureRequest) error {
	header := c.Response().Header()
	header.Set("Content-Security-Policy", feature.PicturePolicy)
	if feature.Unchanged(s, c, document, request.String(), strconv.FormatUint(document.Revision.Number, 10)) {
		return c.NoContent(http.StatusNotModified)
	}
	file, err := s.DrawInTurn(c, document, request.String(), func(ctx context.Context) ([]byte, error) {
		return s.newFile(ctx, document, request)
	})
	if err != nil {
		return fmt.Errorf("draw %s of model %s: %w", request.kind, document.Revision.Model, err)
	}
	if feature.Fixed(c) {
		header.Set("Cache-Control", "private, max-age=31536000, immutable")
	}
	if c.QueryParams().Has("download") {
		header.Set("Content-Disposition", fmt.Sprintf(`attachment; filename="%s-%s.%s"`, feature.FileName(document.Model.Name), request.kind, request.format))
	}
	return c.Blob(http.StatusOK, feature.PictureTypes[request.format], file)
}

// DrawInTurn draws what is asked of a document when its turn comes, unless it is
// known from before.
func (s *Feature) DrawInTurn(c echo.Context, document feature.Document, asked string, draw func(context.Context) ([]byte, error)) ([]byte, error) {
	key := pictureKey{document.Revision.DocumentHash, document.Revision.Number, asked}
	if file, found := s.files.Get(key); found {
		return file, nil
	}
	if err := s.ChargeRender(c); err != nil {
		return nil, err
	}
	ctx := c.Request().Context()
	done, err := s.WorkHere(c, feature.WeightOf(document))
	if err != nil {
		return nil, err
	}
	defer done()
	file, err := draw(ctx)
	if err == nil && len(file) <= cachedSize {
		s.files.Add(key, file, int64(len(file)))
	}
	return file, err
}

// newFile draws a diagram with its style and fonts.
func (s *Feature) newFile(ctx context.Context, document feature.Document, request pictureRequest) ([]byte, error) {
	scene, err := s.scene(ctx, document, request, figure.Options{Standalone: true})
	if errors.Is(err, graph.ErrTooLarge) {
		return nil, feature.NewError(http.StatusUnprocessableEntity, "The picture would be too large", sentenceOf(err), err)
	}
	if err != nil {
		return nil, err
	}
	file, err := diagram.Encode(ctx, scene, request.format, request.display.Scale, request.paper)
	if errors.Is(err, raster.ErrSize) || errors.Is(err, pages.ErrPages) {
		return nil, feature.NewError(http.StatusUnprocessableEntity, "The picture would be too large", sentenceOf(err), err)
	}
	return file, err
}

// scene draws a diagram with sizes, findings and revision.
func (s *Feature) scene(ctx context.Context, document feature.Document, request pictureRequest, options figure.Options) (*scene.Scene, error) {
	sizes := mapping.Sizes(document.Model, sizing.Disk)
	proofs, plans := proof.WithSizes(document.Model, sizes), write.WithSizes(document.Model, sizes)
	write.Judge(document.Model, plans, proofs)
	if err := context.Cause(ctx); err != nil { // nobody waits for the picture any more; so below
		return nil, err
	}
	drawing := diagram.Build(document.Model, request.kind, request.display, overlay.Lookups(document.Model, request.kind, proofs)...)
	if err := askedWrong(http.StatusUnprocessableEntity, drawing.Problems()); err != nil {
		return nil, err
	}
	options.Faults = Faults(document.Model, request.kind, proofs, plans)
	options.Revision, options.Badges = feature.DrawnRevision(document), overlay.Badges(document.Model, request.kind, sizes)
	if request.display.Advice {
		options.Advice = overlay.Findings(document.Model, request.kind, sizes,
			advice.Open(document.Model, advice.OfDocument(document.Model, advice.Known{Sizes: sizes, Proofs: proofs, Plans: plans})))
	}
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	return drawing.Draw(ctx, s.Layouter(), options)
}

// sentenceOf turns the text of an error into a sentence.
func sentenceOf(err error) string {
	text := err.Error()
	return strings.ToUpper(text[:1]) + text[1:] + "."
}
