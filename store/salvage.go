package store

import (
	"context"
	"errors"
	"fmt"
)

// Damaged is a store whose chains may be damaged.
type Damaged interface {
	Chains

	// Parts returns what can be read of a chain. failed returns the error that Document has met since, if it
	// is not that the document is damaged.
	Parts(ctx context.Context, id ModelID) (parts Parts, failed func() error, err error)
}

// Salvage writes each chain of from to the empty store to: as it is, or as far as Repair can rebuild it. It
// changes nothing in from.
func (o Options) Salvage(ctx context.Context, from Damaged, to Chains) (salvaged Salvaged, err error) {
	ids, err := from.Chains(ctx)
	if err != nil {
		return salvaged, fmt.Errorf("list what to salvage: %w", err)
	}
	for _, id := range ids {
		err := o.salvageChain(ctx, id, from, to, &salvaged)
		if err != nil && !errors.Is(err, ErrNotFound) { // purged meanwhile
			return salvaged, fmt.Errorf("salvage %s: %w", id, err)
		}
	}
	return salvaged, nil
}

func (o Options) salvageChain(ctx context.Context, id ModelID, from Damaged, to Chains, salvaged *Salvaged) error {
	damage := from.Verify(ctx, id)
	if damage == nil {
		chain, err := from.Chain(ctx, id)
		if err != nil {
			return err
		}
		if id.IsModel() {
			salvaged.Whole++
		}
		return to.Put(ctx, chain)
	}
	if !errors.Is(damage, ErrCorrupt) {
		return damage
	}
	salvaged.Damage = append(salvaged.Damage, damage)
	parts, failed, err := from.Parts(ctx, id)
	if err != nil {
		return err
	}
	repaired, ok := o.Repair(parts)
	if err := failed(); err != nil {
		return err
	}
	if !ok {
		salvaged.Lost = append(salvaged.Lost, damage)
		return nil
	}
	salvaged.Repaired = append(salvaged.Repaired, id)
	return to.Put(ctx, repaired)
}
