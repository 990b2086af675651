package oracle

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"widerow/model"
)

// randomized returns the domain with random queries and updates instead of its own.
func (d *domain) randomized(random *rand.Rand, queries, updates int) *domain {
	made := newDomain(d.name+"_random", d.m.Clone())
	made.m.Workflow = model.Workflow{Queries: map[model.ID]*model.Query{}, Updates: map[model.ID]*model.Update{}}
	made.m.Logical, made.m.Physical.Relations, made.m.Physical.Types = model.Logical{}, nil, nil
	made.m.Physical.Keyspaces = map[model.ID]*model.Keyspace{"ks": {Name: keyspaceOf("random_" + d.name), Replication: map[string]string{"class": "SimpleStrategy", "replication_factor": "1"}}}
	for try := 0; try < 50*queries && len(made.m.Workflow.Queries) < queries; try++ {
		query := randomQuery(d.m, random)
		if query == nil {
			continue
		}
		if _, err := pathOf(d.m, query, nil, nil); err != nil {
			continue // the text does not say what is meant
		}
		number := len(made.m.Workflow.Queries) + 1
		query.Label, query.Name, query.Order = fmt.Sprint("R", number), fmt.Sprint("Random ", number), model.Nth(number)
		id := model.ID(fmt.Sprintf("r%d", number))
		query.Find, query.Given, query.SortBy = under(id, query.Find), under(id, query.Given), under(id, query.SortBy)
		made.m.Workflow.Queries[id] = query
	}
	for try := 0; try < 20*updates && len(made.m.Workflow.Updates) < updates; try++ {
		update := randomUpdate(d.m, random)
		if update == nil || slices.ContainsFunc(model.Sorted(made.m.Workflow.Updates), func(other model.Item[*model.Update]) bool { return other.Value.Name == update.Name }) {
			continue
		}
		number := len(made.m.Workflow.Updates) + 1
		update.Label, update.Order = fmt.Sprint("V", number), model.Nth(number)
		id := model.ID(fmt.Sprintf("v%d", number))
		update.Writes = under(id, update.Writes)
		made.m.Workflow.Updates[id] = update
	}
	return made
}

// under gives the parts of a query or an update IDs of their own.
func under[T any](id model.ID, parts map[model.ID]T) map[model.ID]T {
	made := map[model.ID]T{}
	for part, value := range parts {
		made[id+part] = value
	}
	return made
}

func pick[T any](random *rand.Rand, among []T) T { return among[random.IntN(len(among))] }
