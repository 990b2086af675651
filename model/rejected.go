package model

import "fmt"

// Rejected is the error of a change that cannot be made, such as a name that is too long.
type Rejected struct {
	Message string // a sentence for the user: why, and what to do
}

func (r *Rejected) Error() string { return r.Message }

// Reject returns a *Rejected.
func Reject(format string, arguments ...any) error {
	return &Rejected{fmt.Sprintf(format, arguments...)}
}
