package cluster

import "context"

// SchemaFromRows reads a schema as from a server before 4.0.
func (s *Session) SchemaFromRows(ctx context.Context, keyspace string) (string, error) {
	return s.fromRows(ctx, []string{keyspace})
}
