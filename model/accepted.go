package model

// Accepted is the decision to leave a finding of advice as it is.
type Accepted struct {
	Reason string `json:"reason"`
	By     string `json:"by,omitempty"`
	At     string `json:"at,omitempty"` // the day, as 2026-11-02
	// Numbers are the numbers of the finding when it was accepted, by name.
	Numbers map[string]float64 `json:"numbers,omitempty"`
}
