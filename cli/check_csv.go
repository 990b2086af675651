package cli

import "widerow/cql/check"

// csv lists the statements on rows of scripts, with their verdicts.
func (r report) csv() ([]byte, error) { return check.StatementsCSV(r.Listed) }
