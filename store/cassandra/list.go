package cassandra

import (
	"context"
	"errors"
	"hash/fnv"
	"time"
	"unicode/utf8"

	"golang.org/x/sync/errgroup"

	"widerow/store"
	"widerow/store/cluster"
)

// shards is the number of partitions of the list of models. A hundred thousand models take about
// 2 MB in each.
const shards = 16

func shardOf(model store.ModelID) int {
	sum := fnv.New32a()
	sum.Write([]byte(model))
	return int(sum.Sum32() % shards)
}

// line is a row of summaries.
type line struct {
	store.Summary
	life    string
	claimed uint64
	deleted bool
	isLong  bool // the texts are too long for the row
}

// longText is the length from which a text is only in the record.
const longText = 4096

func lineOf(life string, created time.Time, r store.Revision) line {
	l := line{life: life, deleted: r.Kind == store.KindDelete}
	l.Summary = store.SummaryOf(store.Revision{At: created.UTC()}, r)
	for _, text := range []string{r.Title, r.Author.ID, r.Author.Name} {
		l.isLong = l.isLong || len(text) > longText || !utf8.ValidString(text)
	}
	return l
}

// lineRows is the table summaries.
type lineRows struct{ data *cluster.Data }

// claim notes that a revision may be made, so that readers of the list look at heads.
func (t lineRows) claim(ctx context.Context, model store.ModelID, life string, number uint64) error {
	if !model.IsModel() {
		return nil
	}
	return t.data.Write(ctx, "INSERT INTO summaries (shard, model, life, claimed) VALUES (?, ?, ?, ?) USING TIMESTAMP ?",
		shardOf(model), string(model), life, int64(number), int64(number))
}

// put brings a line up to date.
func (t lineRows) put(ctx context.Context, l line) error {
	texts := []any{l.Title, l.Author.ID, l.Author.Name}
	if l.isLong {
		texts = []any{nil, nil, nil}
	}
	values := []any{shardOf(l.Model), string(l.Model), l.life, int64(l.Revision), l.deleted, l.CreatedAt, l.UpdatedAt}
	return t.data.Write(ctx, "INSERT INTO summaries (shard, model, life, number, deleted, created, updated, title, author_id, author_name) "+
		"VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) USING TIMESTAMP ?", append(append(values, texts...), int64(l.Revision))...)
}

func (t lineRows) remove(ctx context.Context, model store.ModelID, life string) error {
	return t.data.Write(ctx, "DELETE FROM summaries USING TIMESTAMP ? WHERE shard = ? AND model = ? AND life = ?",
		int64(endTime), shardOf(model), string(model), life)
}

// shard reads a part of the list as it is stored.
func (t lineRows) shard(ctx context.Context, shard int) (lines []line, err error) {
	read := cluster.Read{Values: []any{shard}, Page: 2000,
		Text: "SELECT model, life, claimed, number, deleted, created, updated, title, author_id, author_name FROM summaries WHERE shard = ?"}
	err = t.data.Each(ctx, read, func(scan func(...any) error) error {
		var l line
		var title, id, name *string
		var claimed, number int64
		err := scan((*string)(&l.Model), &l.life, &claimed, &number, &l.deleted, &l.CreatedAt, &l.UpdatedAt, &title, &id, &name)
		l.claimed, l.Revision = uint64(claimed), uint64(number)
		l.CreatedAt, l.UpdatedAt = l.CreatedAt.UTC(), l.UpdatedAt.UTC()
		if l.isLong = title == nil || id == nil || name == nil; !l.isLong {
			l.Title, l.Author = *title, store.Author{ID: *id, Name: *name}
		}
		lines = append(lines, l)
		return err
	})
	return lines, err
}

func (s *Store) List(ctx context.Context, cursor string, limit int) (store.Page, error) {
	return s.page(ctx, cursor, limit, false)
}

func (s *Store) ListDeleted(ctx context.Context, cursor string, limit int) (store.Page, error) {
	return s.page(ctx, cursor, limit, true)
}

func (s *Store) page(ctx context.Context, cursor string, limit int, deleted bool) (store.Page, error) {
	end, err := s.begin(ctx)
	if err != nil {
		return store.Page{}, err
	}
	defer end()
	after, err := store.ParseCursor(cursor)
	if err != nil {
		return store.Page{}, err
	}
	lines, err := s.lines(ctx)
	if err != nil {
		return store.Page{}, s.translate("list the models of", err)
	}
	var summaries []store.Summary
	for _, l := range lines {
		if l.deleted == deleted && !(deleted && l.Damaged) {
			summaries = append(summaries, l.Summary)
		}
	}
	return store.PageOf(summaries, after, limit), nil
}

// lines reads the whole list.
func (s *Store) lines(ctx context.Context) ([]line, error) {
	var all [shards][]line
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(parallel)
	for shard := range shards {
		group.Go(func() (err error) {
			all[shard], err = s.shard(ctx, shard)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	var lines []line
	for _, part := range all {
		lines = append(lines, part...)
	}
	return lines, nil
}

// shard reads a part of the list. Lines that may be behind are read from heads.
func (s *Store) shard(ctx context.Context, shard int) ([]line, error) {
	stored, err := s.summaries.shard(ctx, shard)
	if err != nil {
		return nil, err
	}
	var lines []line
	for _, l := range stored {
		if l.Revision < l.claimed || l.isLong {
			now, err := s.freshLine(ctx, l)
			if err != nil {
				return nil, err
			}
			if now == nil {
				continue
			}
			l = *now
		}
		lines = append(lines, l)
	}
	return lines, nil
}

// freshLine returns the line as heads has it, and brings the list up to date. It is nil if there
// is no such model.
func (s *Store) freshLine(ctx context.Context, old line) (*line, error) {
	h, err := s.head(ctx, false, old.Model)
	if errors.Is(err, store.ErrNotFound) || err == nil && h.life != old.life {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	newest, err := s.revision(ctx, h)
	if errors.Is(err, store.ErrCorrupt) {
		return &line{Summary: store.Summary{Model: old.Model, Damaged: true}, life: h.life}, nil
	}
	if err != nil {
		return nil, err
	}
	l := lineOf(h.life, h.created, newest)
	if l.Revision > old.Revision {
		if err := s.summaries.put(ctx, l); err != nil {
			s.log.Debug("the list of models stays behind", "model", l.Model, "error", err)
		}
	}
	return &l, nil
}
