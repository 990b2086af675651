package operate

import (
	"fmt"

	"widerow/cli/verb"
	"widerow/store"
	"widerow/store/bolt"
)

// Salvage writes what can be read of a damaged file to a new one.
type Salvage struct {
	Damaged string `arg:"" help:"Damaged data file or backup; it is not changed." placeholder:"DAMAGED"`
	New     string `arg:"" help:"Data file to write." placeholder:"NEW"`
}

func (s *Salvage) Run(console *verb.Console) error {
	salvaged, err := bolt.Salvage(console, s.Damaged, s.New, StoreOptions)
	if err != nil {
		return err
	}
	listDamage(console, salvaged.Damage)
	for _, model := range salvaged.Repaired {
		fmt.Fprintf(console.Stdout, "repaired: model %s; its newest revision says what is lost\n", model)
	}
	for _, lost := range salvaged.Lost {
		fmt.Fprintf(console.Stdout, "lost: %v\n", lost)
	}
	text := fmt.Sprintf("%s: %s whole, %d repaired, %d lost\n", s.New, store.Count(salvaged.Whole, "model"), len(salvaged.Repaired), len(salvaged.Lost))
	if err := console.Write([]byte(text)); err != nil {
		return err
	}
	if len(salvaged.Repaired)+len(salvaged.Lost) > 0 {
		return verb.ExitCode(verb.Failed)
	}
	return nil
}
