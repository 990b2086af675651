package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"strings"
	"unicode/utf8"

	"github.com/labstack/echo/v4"
)

// maxWords bounds the body of a request that has no document, in bytes.
const maxWords = 256 << 10

// read reads the body of a request as JSON into an object. An unknown field is an error, which
// names its place.
func read(c echo.Context, most int64, into any) error {
	text, err := body(c, most)
	if err != nil {
		return err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		return wrongJSON(text, decoder.InputOffset(), err, into)
	}
	end := decoder.InputOffset()
	if rest := bytes.TrimSpace(text[end:]); len(rest) > 0 {
		return notJSON("There is text after the JSON object", place(text, end+int64(bytes.Index(text[end:], rest[:1]))), "Send one object.")
	}
	return nil
}

// body reads the text of a request, of at most some bytes.
func body(c echo.Context, most int64) ([]byte, error) {
	text, err := io.ReadAll(http.MaxBytesReader(nil, c.Request().Body, most))
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return nil, refuse(http.StatusRequestEntityTooLarge, "The body is too large", fmt.Sprintf("It may have %d bytes at most.", min(most, large.Limit)))
	case err != nil:
		return nil, refuse(http.StatusBadRequest, "The body cannot be read", "Send the request again.")
	case !utf8.Valid(text):
		return nil, notJSON("The body is not UTF-8", "", "Encode it as UTF-8.")
	}
	return bytes.TrimPrefix(text, []byte("\ufeff")), nil
}

func notJSON(what, where, do string) error {
	return refuse(http.StatusBadRequest, "The body is not the JSON that is expected",
		strings.TrimSpace(strings.TrimSuffix(what+" ("+where+")", " ()")+". "+do), Problem{what, where, do})
}

// wrongJSON explains an error of package json.
func wrongJSON(text []byte, at int64, err error, into any) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.Is(err, io.EOF):
		return notJSON("The body is empty", "", "Send an object with "+fieldsOf(into)+".")
	case errors.Is(err, io.ErrUnexpectedEOF):
		return notJSON("The JSON ends too early", place(text, int64(len(text))), "Send the whole text.")
	case errors.As(err, &syntax):
		return notJSON("This is not JSON: "+syntax.Error(), place(text, syntax.Offset-1), "Mend it there.")
	case errors.As(err, &kind) && kind.Field == "":
		return notJSON("The JSON is no object, but of type "+kind.Value, place(text, kind.Offset), "Send an object with "+fieldsOf(into)+".")
	case errors.As(err, &kind):
		return notJSON(fmt.Sprintf("The value has the wrong type (%s)", kind.Value), kind.Field+", "+place(text, kind.Offset), "Send "+typeName(kind.Type)+".")
	}
	field, unknown := strings.CutPrefix(err.Error(), "json: unknown field ")
	if unknown {
		return notJSON("There is no field "+field, place(text, at), "The fields are "+fieldsOf(into)+".")
	}
	return notJSON(strings.TrimPrefix(err.Error(), "json: "), place(text, at), "Mend it there.")
}

// place is the line and the column of an offset in a text.
func place(text []byte, offset int64) string {
	before := text[:max(0, min(offset, int64(len(text))))]
	line := bytes.Count(before, []byte("\n")) + 1
	column := utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:]) + 1
	return fmt.Sprintf("line %d, column %d", line, column)
}

// fieldsOf lists the fields of the object that is expected.
func fieldsOf(into any) string {
	var names []string
	of := reflect.TypeOf(into).Elem()
	for i := range of.NumField() {
		name, _, _ := strings.Cut(of.Field(i).Tag.Get("json"), ",")
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}

func typeName(of reflect.Type) string {
	switch of.Kind() {
	case reflect.String:
		return "a text"
	case reflect.Bool:
		return "true or false"
	case reflect.Slice:
		return "a list"
	case reflect.Int, reflect.Int64, reflect.Uint64, reflect.Float64:
		return "a number"
	}
	return "an object"
}
