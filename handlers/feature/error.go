package feature

import (
	"errors"
	"net/http"

	"widerow/web"
)

// Error is an error that is shown as a page: what happened and what to do about it, in
// the user's words.
type Error struct {
	Status        int
	Title, Advice string
	Cause         error
}

// NewError returns an error for a page. cause may be nil.
func NewError(status int, title, advice string, cause error) *Error {
	return &Error{status, title, advice, cause}
}

func (e *Error) Error() string { return e.Title }
func (e *Error) Unwrap() error { return e.Cause }

// Shown is the error on the page of a form.
func (e *Error) Shown() *web.Failure { return &web.Failure{Title: e.Title, Advice: e.Advice} }

// ErrUnreadable reports a stored document that cannot be decoded, such as one that an
// older version saved above the present limits.
var ErrUnreadable = errors.New("the document cannot be opened")

// BadForm is the error of a form that cannot be read.
func BadForm(err error) error {
	var large *http.MaxBytesError
	if errors.As(err, &large) {
		return err
	}
	return NewError(http.StatusBadRequest, "The form cannot be read", "Reload the page and make the change again.", err)
}
