package moves

import (
	"fmt"

	"widerow/model"
)

// latestFirst turns the direction of a time, so that the newest rows come first.
var latestFirst = kind{
	name: LatestFirst, title: "Store the latest first",
	offer: func(t *table) (string, []Parameter) {
		clustering := t.inRole(model.Clustering)
		if len(clustering) == 0 || clustering[0].Value.Descending || !isType(clustering[0], "timestamp", "date", "timeuuid") {
			return "", nil
		}
		return fmt.Sprintf("The newest rows by %s are then the first of the partition: a query with LIMIT reads "+
			"them without a search.", clustering[0].Value.Name), []Parameter{}
	},
	make: func(e *editor) error {
		first := e.inRole(model.Clustering)[0]
		e.set(first.ID, "descending", "true")
		e.words = fmt.Sprintf("sorted %s by %s descending", e.Name, first.Value.Name)
		e.cost = "A query for the oldest rows reads the partition in reverse, which is slower."
		return nil
	},
}
