package moves

import (
	"fmt"

	"widerow/model"
	"widerow/model/sizing"
)

// whyNot returns why a table cannot be split in a way.
func (c *compared) whyNot(name Name) string {
	clustering, regular := c.inRole(model.Clustering), c.inRole(model.Regular)
	switch {
	case name == SplitByPrefix:
		return "" // it is for queries of a prefix, a range or an order alone
	case name == SplitByRange:
		return c.whyNoRanges()
	case len(c.inRole(model.Partition)) == 0:
		return "The table has no partition key."
	case c.isView():
		return "A materialized view gets its keys from its table: split that one."
	case name == DynamicBucket:
		return capital(c.noDynamicBucket()) + "."
	case name == SplitTable && len(regular) < 2:
		return fmt.Sprintf("It has %s besides its key: there is nothing to part.", sizing.Counted(float64(len(regular)), "regular column"))
	case name == SplitTable:
		return "Views or indexes need its columns."
	case len(clustering) == 0:
		return "Without clustering columns, a partition is one row."
	case name == SplitByTime:
		return c.whyNoTime()
	case name == SplitByAttribute && len(clustering) == 1 && len(c.inRole(model.Static)) > 0:
		return fmt.Sprintf("%s is the only clustering column, and static columns need one.", clustering[0].Value.Name)
	case name == SplitByHash:
		return c.noHash(float64(c.bucketsNeeded()))
	}
	return "No other column can be in a partition key."
}

// whyNoRanges returns why a value that queries give a range of has no ranges, "" if none do.
func (c *compared) whyNoRanges() string {
	for _, value := range c.ofValues().ranged() {
		if distinct, known := c.distinct(value); known && c.readsInOrderOf(string(value.ID)) && distinct < float64(c.rangesNeeded()) {
			return fmt.Sprintf("%s has %s: too few for %d ranges.", value.Value.Name, sizing.Counted(distinct, "different value"), c.rangesNeeded())
		}
	}
	return ""
}

// whyNoTime returns why there is no shorter bucket of time.
func (c *compared) whyNoTime() string {
	for _, key := range c.inRole(model.Partition) {
		if _, _, found := c.ofTime().timeBucket(); !found && isType(key, "date", "timestamp") {
			return fmt.Sprintf("%s is in the partition key already.", key.Value.Name)
		}
	}
	if times := c.ofTime().times(); len(times) > 0 {
		return fmt.Sprintf("A partition covers %s: no shorter bucket of %s has a row or more.", sizing.Counted(c.result.Covers.Typical, "day"), times[0].Value.Name)
	}
	var others []string
	for _, column := range c.inRole(model.Clustering) {
		others = append(others, column.Value.Name+" is "+c.model.TypeText(column.Value.Type))
	}
	return fmt.Sprintf("A bucket of time is computed from a clustering column of type date, timestamp or timeuuid; %s.", list(others))
}
