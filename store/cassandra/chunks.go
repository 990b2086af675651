package cassandra

import (
	"context"
	"fmt"

	"golang.org/x/sync/errgroup"

	"widerow/store"
	"widerow/store/cluster"
)

// The sizes of what is stored. A record up to inlineRecord is in its row.
const (
	chunkSize    = 256 << 10
	sliceParts   = 16 // chunks in a partition
	inlineRecord = 16 << 10
	bucketSize   = 256 // revisions in a partition
)

// parallel bounds the statements of one request at the same time.
const parallel = 8

// Kinds of chunks.
const (
	documentKind = "document"
	recordKind   = "record"
)

// Write times. What is written once is removed by a later one, whatever the clocks say.
const (
	writeTime  = 1
	removeTime = 2
	endTime    = 1 << 60
)

type chunkKey struct {
	model         store.ModelID
	life, attempt string
	kind          string
}

func (k chunkKey) values(slice int) []any {
	return []any{string(k.model), k.life, k.attempt, k.kind, slice}
}

func partsOf(size int) int { return (size + chunkSize - 1) / chunkSize }

func slicesOf(parts int) int { return (parts + sliceParts - 1) / sliceParts }

// chunkRows is the table chunks.
type chunkRows struct{ data *cluster.Data }

// put writes data in parts.
func (c chunkRows) put(ctx context.Context, key chunkKey, data []byte) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(parallel)
	for part := range partsOf(len(data)) {
		piece := data[part*chunkSize : min((part+1)*chunkSize, len(data))]
		group.Go(func() error {
			values := append(key.values(part/sliceParts), part, piece, int64(writeTime))
			return c.data.Write(ctx, "INSERT INTO chunks (model, life, attempt, kind, slice, part, data) VALUES (?, ?, ?, ?, ?, ?, ?) USING TIMESTAMP ?", values...)
		})
	}
	return group.Wait()
}

// read returns what put has written.
func (c chunkRows) read(ctx context.Context, key chunkKey, parts int) ([]byte, error) {
	pieces := make([][]byte, parts)
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(parallel)
	for slice := range slicesOf(parts) {
		group.Go(func() error {
			read := cluster.Read{Text: "SELECT part, data FROM chunks WHERE model = ? AND life = ? AND attempt = ? AND kind = ? AND slice = ?",
				Values: key.values(slice), Page: sliceParts}
			return c.data.Each(ctx, read, func(scan func(...any) error) error {
				var part int
				var data []byte
				err := scan(&part, &data)
				if err == nil && part/sliceParts == slice && part < parts {
					pieces[part] = data
				}
				return err
			})
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	var whole []byte
	for part, piece := range pieces {
		if piece == nil {
			return nil, &store.Corrupt{Model: key.model, Reason: fmt.Sprintf("part %d of %d of its %s is missing", part+1, parts, key.kind)}
		}
		whole = append(whole, piece...)
	}
	return whole, nil
}

// remove removes what put has written, also in part.
func (c chunkRows) remove(ctx context.Context, key chunkKey, parts int) error {
	for slice := range slicesOf(parts) {
		values := append([]any{int64(removeTime)}, key.values(slice)...)
		err := c.data.Write(ctx, "DELETE FROM chunks USING TIMESTAMP ? WHERE model = ? AND life = ? AND attempt = ? AND kind = ? AND slice = ?", values...)
		if err != nil {
			return err
		}
	}
	return nil
}
