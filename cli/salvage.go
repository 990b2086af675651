package cli

import (
	"fmt"

	"widerow/store"
	"widerow/store/bolt"
)

// salvageCommand writes what can be read of a damaged file to a new one.
type salvageCommand struct {
	Damaged string `arg:"" help:"Damaged data file or backup; it is not changed." placeholder:"DAMAGED"`
	New     string `arg:"" help:"Data file to write." placeholder:"NEW"`
}

func (s *salvageCommand) Run(console *console) error {
	salvaged, err := bolt.Salvage(console, s.Damaged, s.New, storeOptions)
	if err != nil {
		return err
	}
	listDamage(console, salvaged.Damage)
	for _, model := range salvaged.Repaired {
		fmt.Fprintf(console.stdout, "repaired: model %s; its newest revision says what is lost\n", model)
	}
	for _, lost := range salvaged.Lost {
		fmt.Fprintf(console.stdout, "lost: %v\n", lost)
	}
	text := fmt.Sprintf("%s: %s whole, %d repaired, %d lost\n", s.New, store.Count(salvaged.Whole, "model"), len(salvaged.Repaired), len(salvaged.Lost))
	if err := console.write([]byte(text)); err != nil {
		return err
	}
	if len(salvaged.Repaired)+len(salvaged.Lost) > 0 {
		return exitCode(Failed)
	}
	return nil
}
