package cli

import (
	"fmt"

	"widerow/model"
	"widerow/model/mapping"
	"widerow/model/write"
)

// deriveWithLookups derives the tables of the queries and, if asked to, the lookup tables by which updates find what they
// write. A table that the document did not have is reported as new.
func (d *deriveCommand) deriveWithLookups(document *model.Model) (*derivedDocument, error) {
	result, err := d.derive(document)
	if err != nil || !d.Lookups {
		return result, err
	}
	ids := model.SeededIDs(result.after.Encode())
	lookups := write.AllLookupTables(result.after, ids)
	after, err := model.Apply(result.after, ids, lookups.Commands...)
	if err != nil {
		return nil, fmt.Errorf("add lookup tables: %w", err)
	}
	result, err = d.derive(after)
	if err != nil {
		return nil, err
	}
	for _, proposal := range result.Proposals {
		if document.Logical.Tables[proposal.Table] == nil {
			proposal.Kind = mapping.Added
		}
	}
	return result, nil
}
