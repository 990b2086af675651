package migration

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
)

// optionWarning warns of the effects of changed options of a table or view.
func optionWarning(was, is map[string]string) string {
	differs := func(option string) bool { return was[option] != is[option] }
	var warnings []string
	add := func(applies bool, warning string) {
		if applies {
			warnings = append(warnings, warning)
		}
	}
	add(differs("default_time_to_live"), "The time to live applies to rows written from now on; older ones keep theirs.")
	add(number(is["gc_grace_seconds"]) < number(was["gc_grace_seconds"]), "Every node must be repaired within gc_grace_seconds, or deleted rows may come back.")
	add(differs("compaction") && entry(was["compaction"], "class") != entry(is["compaction"], "class"),
		"Each node compacts the table's files anew by the other strategy: change it when there is disk space and "+
			"load to spare.")
	add(differs("compression"), "Files that exist keep their compression until they are rewritten (nodetool upgradesstables -a).")
	add(differs("memtable"), "Every node must have a memtable of this name in cassandra.yaml.")
	add(differs("cdc") && is["cdc"] == "true", "Every node must have cdc_enabled, and a consumer that removes "+
		"the logs, or writes are refused when the space is full.")
	add(differs("bloom_filter_fp_chance"), "The Bloom filters of files that exist change when the files are rewritten.")
	return sentences(warnings...)
}

func number(text string) int {
	value, _ := strconv.Atoi(text)
	return value
}

// entries matches the entries of a map of texts, as Definition.Options writes it.
var entries = regexp.MustCompile(`'([^']*)': '([^']*)'`)

func entry(options, name string) string {
	for _, found := range entries.FindAllStringSubmatch(options, -1) {
		if found[1] == name {
			return found[2]
		}
	}
	return ""
}

// replicationWarning lists the work on the nodes that a change of replication requires.
func replicationWarning(was, is string) string {
	if was == is {
		return ""
	}
	before, after := replicas(was), replicas(is)
	var warnings []string
	if entry(was, "class") != entry(is, "class") {
		warnings = append(warnings, "Another strategy may place replicas on other nodes: run nodetool repair --full on each node; until then reads may miss rows.")
	}
	if entry(was, "class") == "NetworkTopologyStrategy" && entry(is, "class") == "NetworkTopologyStrategy" && after["replication_factor"] > 0 {
		warnings = append(warnings, "Cassandra leaves the datacenters that the keyspace has as they are: name each of them with its replicas in the statement.")
	}
	for _, name := range slices.Sorted(maps.Keys(after)) {
		switch {
		case before[name] > 0 && before[name] < after[name]:
			warnings = append(warnings, "Add one replica at a time, and run nodetool repair --full on each node before the next; until then reads at ONE may miss rows.")
		case before[name] > after[name]:
			warnings = append(warnings, "Run nodetool cleanup on each node afterwards, which deletes the replicas that are left over.")
		case before[name] == 0 && entry(was, "class") == entry(is, "class"):
			warnings = append(warnings, fmt.Sprintf("Run nodetool rebuild on each node of %s before applications read there.", name))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(before)) {
		if after[name] == 0 && entry(was, "class") == entry(is, "class") {
			warnings = append(warnings, fmt.Sprintf("No application may read or write in %s any more.", name))
		}
	}
	return sentences(slices.Compact(warnings)...)
}

// replicas are the numbers by datacenter, or under replication_factor.
func replicas(replication string) map[string]int {
	count := map[string]int{}
	for _, found := range entries.FindAllStringSubmatch(replication, -1) {
		if value := number(found[2]); value > 0 {
			count[found[1]] = value
		}
	}
	return count
}
