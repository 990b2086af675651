package advice

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"widerow/model"
)

func checkReplication(p *Pass) {
	if p.Model.Target == model.Keyspaces || p.Model.Target == model.AstraDB {
		return // the service decides
	}
	for _, keyspace := range p.keyspaces {
		name, replication := keyspace.Value.Name, keyspace.Value.Replication
		isTest := hasWord(name+" "+keyspace.Value.Note, "test", "tests", "dev", "local", "demo", "sandbox", "development")
		switch simpleClass(replication["class"]) {
		case "SimpleStrategy":
			p.simpleStrategy(keyspace.ID, name, replication, isTest)
		case "NetworkTopologyStrategy":
			p.factors(keyspace.ID, name, replication, isTest)
		}
	}
}

func (p *Pass) simpleStrategy(id model.ID, name string, replication map[string]string, isTest bool) {
	factor, _ := strconv.ParseFloat(replication["replication_factor"], 64)
	p.tooMany(id, name, factor, "")
	level := Warning
	if isTest {
		level = Info
	}
	message := fmt.Sprintf("%s has SimpleStrategy, which ignores racks and datacenters: a failing rack can take all replicas of a row", name)
	if factor < 3 {
		message += fmt.Sprintf("; with %s, QUORUM fails for part of the rows as soon as one node is down", plural(factor, "replica"))
	}
	p.report(Finding{Level: level, Element: id, Message: message, Numbers: []Number{{"replication_factor", factor, ""}},
		Hint:      "Use NetworkTopologyStrategy with 3 replicas in each datacenter, and run a repair after the change.",
		Statement: fmt.Sprintf("ALTER KEYSPACE %s WITH replication = {'class': 'NetworkTopologyStrategy', 'replication_factor': 3};", name),
		Remedy: setField(id, "replication",
			replicationText(map[string]string{"class": "NetworkTopologyStrategy", "replication_factor": "3"}),
			"Replicate 3 times in each datacenter")})
}

// factors reports datacenters with few or an even number of replicas.
func (p *Pass) factors(id model.ID, name string, replication map[string]string, isTest bool) {
	limit := p.limit(MinimumReplication)
	for _, centre := range slices.Sorted(maps.Keys(replication)) {
		factor, err := strconv.ParseFloat(replication[centre], 64)
		if centre == "class" || err != nil || factor == 0 {
			continue
		}
		where := " in " + centre
		if centre == "replication_factor" {
			where = ""
		}
		finding := Finding{Element: id, Level: Warning, Numbers: []Number{{"replication_factor", factor, ""}}}
		p.tooMany(id, name, factor, where)
		switch {
		case limit.level(factor) != "":
			finding.Level, finding.Guardrail = limit.level(factor), limit.Guardrail
			enough := maps.Clone(replication)
			enough[centre] = strconv.FormatFloat(limit.of(factor), 'f', -1, 64)
			finding.Remedy = setField(id, "replication", replicationText(enough), fmt.Sprintf("Replicate %s times%s", figure(limit.of(factor)), where))
			finding.Message = fmt.Sprintf("%s has %s%s: with one node down, QUORUM fails for part of the rows", name, plural(factor, "replica"), where)
		case int(factor)%2 == 0:
			finding.Level = Info
			finding.Message = fmt.Sprintf(
				"%s has %s replicas%s: QUORUM needs %d of them, so that no more nodes may fail than with %s", name,
				figure(factor), where, int(factor)/2+1, figure(factor-1))
		default:
			continue
		}
		if isTest {
			finding.Level = Info
		}
		p.report(finding)
	}
}

// tooMany reports more replicas than a policy allows.
func (p *Pass) tooMany(id model.ID, name string, factor float64, where string) {
	if limit := p.limit(MaximumReplication); limit.level(factor) != "" {
		p.report(Finding{Level: limit.level(factor), Element: id, Guardrail: limit.Guardrail,
			Numbers: []Number{{"replication_factor", factor, ""}, {"limit", limit.of(factor), ""}},
			Message: fmt.Sprintf("%s has %s%s; the limit is %s", name, plural(factor, "replica"), where, figure(limit.of(factor)))})
	}
}

func checkDurable(p *Pass) {
	for _, keyspace := range p.keyspaces {
		if value := keyspace.Value.Options["durable_writes"]; value == "false" || value == "'false'" {
			p.report(Finding{Level: Warning, Element: keyspace.ID, Message: keyspace.Value.Name +
				" has durable_writes = false: a node that stops loses what it had not yet flushed",
				Statement: fmt.Sprintf("ALTER KEYSPACE %s WITH durable_writes = true;", keyspace.Value.Name), Remedy: setOption(keyspace.ID, "durable_writes", "")})
		}
	}
}
