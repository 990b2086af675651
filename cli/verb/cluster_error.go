package verb

// PasswordVariable is the environment variable with the password for clusters.
const PasswordVariable = "WIDEROW_PASSWORD"

// ClusterError is an error of a connection. It ends a verb with Misused, so that a shell
// script can tell it from a finding.
type ClusterError struct{ Err error }

func (e ClusterError) Error() string { return e.Err.Error() }

func (e ClusterError) Unwrap() error { return e.Err }
