package advice

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/proof"
)

// checkFeatures reports what a policy does not allow, in the words of the server. It replaces what the rule of the same fact
// says.
func checkFeatures(p *Pass) {
	p.keyspaceFeatures()
	p.tableFeatures()
	p.eachStatement(p.statementFeatures)
	if !p.Script {
		p.served(p.queryFeatures)
	}
}

func (p *Pass) keyspaceFeatures() {
	for _, keyspace := range p.keyspaces {
		if simpleClass(keyspace.Value.Replication["class"]) == "SimpleStrategy" {
			p.feature("simplestrategy", keyspace.ID, 0)
		}
		options := maps.Clone(keyspace.Value.Options)
		if options == nil {
			options = model.Options{}
		}
		options["replication"] = "{}"
		p.listed("keyspace_properties", keyspace.ID, keyspace.Value.Name, options)
	}
}

func (p *Pass) tableFeatures() {
	for _, r := range p.all() {
		if r.Kind == model.MaterializedView {
			p.feature("materialized_views", r.id, 0)
			continue
		}
		if r.CompactStorage {
			p.feature("compact_tables", r.id, 0)
		}
		if options := mapOf(r.Options["compression"]); options != nil && strings.EqualFold(options["enabled"], "false") {
			p.feature("uncompressed_tables", r.id, 0)
		}
		if ttl, _ := r.number("default_time_to_live"); ttl == 0 && simpleClass(r.inMap("compaction", "class")) == "TimeWindowCompactionStrategy" {
			p.feature("zero_ttl_on_twcs", r.id, 0)
		}
		for _, x := range p.indexes(r) {
			if x.isSASI() {
				p.feature("sasi_indexes", x.id, 0)
			}
			p.feature("secondary_indexes", x.id, 0)
		}
		for _, c := range r.SortedColumns() {
			if t, _ := bare(c.Value.Type); t.Kind == model.VectorType {
				p.feature("vector_type", c.ID, 0)
			}
		}
		p.properties(r)
	}
}

// statementFeatures reports the features of a statement in the order of their names: a script may have thousands of statements.
func (p *Pass) statementFeatures(at int, s *Statement) {
	for _, use := range []struct {
		feature string
		is      bool
	}{
		{"allow_filtering", s.Filtering}, {"alter_table", s.Verb == "ALTER"}, {"drop_keyspace", s.Verb == "DROP KEYSPACE"},
		{"drop_truncate_table", s.Verb == "DROP TABLE" || s.Verb == "TRUNCATE"}, {"group_by", s.Grouped},
		{"intersect_filtering_query", s.Filtering && len(s.Indexes) > 0}, {"non_partition_restricted_index_query", s.Verdict == ByIndex},
		{"read_before_write_list_operations", len(s.Lists) > 0}, {"user_timestamps", s.Timestamp != 0},
	} {
		if use.is {
			p.feature(use.feature, s.Relation, at)
		}
	}
}

func (p *Pass) queryFeatures(id model.ID, _ *model.Query, j *judgement) {
	if j.Select.AllowFiltering {
		p.feature("allow_filtering", id, 0)
	}
	if len(j.Select.GroupBy) > 0 {
		p.feature("group_by", id, 0)
	}
	if j.Verdict == proof.Index {
		p.feature("non_partition_restricted_index_query", id, 0)
	}
	if j.Select.AllowFiltering && len(j.Indexes) > 0 {
		p.feature("intersect_filtering_query", id, 0)
	}
}

// feature reports a feature that the policy refuses or warns of.
func (p *Pass) feature(name string, element model.ID, at int) {
	finding := Finding{Level: Error, Element: element, At: at, Guardrail: name, Message: features[name].words + " is not allowed",
		Hint: "The policy " + p.Policy.Name + " refuses it: do without it, or ask who runs the cluster."}
	if !p.Policy.Off[name] {
		if !p.Policy.Warned[name] {
			return
		}
		finding.Level, finding.Message = Warning, features[name].words+" is warned of"
	}
	if element != "" && at == 0 {
		finding.Message = p.Model.Title(element) + ": " + finding.Message
	}
	p.reportAs(features[name].code, finding)
}

// properties reports options of a table that the policy lists.
func (p *Pass) properties(r relation) {
	p.listed("table_properties", r.id, r.name, r.Options)
}

// listed reports options that the policy refuses, ignores or warns of.
func (p *Pass) listed(kind string, element model.ID, name string, options model.Options) {
	for _, list := range []struct {
		suffix string
		level  Level
		words  string
	}{{"_disallowed", Error, "Provided values [%s] are not allowed for %s"},
		{"_ignored", Warning, "Ignoring provided values [%s] as they are not supported for %s"},
		{"_warned", Warning, "Provided values [%s] are not recommended for %s"}} {
		for _, option := range p.Policy.Lists[kind+list.suffix] {
			option = strings.ToLower(option)
			if _, given := options[option]; given {
				p.reportAs("policy/guardrail", Finding{Level: list.level, Element: element, Guardrail: kind,
					Message: name + ": " + fmt.Sprintf(list.words, option, map[string]string{"table_properties": "Table Properties",
						"keyspace_properties": "Keyspace Properties"}[kind]), Hint: "Leave the option out."})
			}
		}
	}
}

// checkLevels reports consistency levels that the policy lists.
func checkLevels(p *Pass) {
	for _, query := range model.Sorted(p.Model.Workflow.Queries) {
		p.level("read", query.ID, query.Value.Consistency)
	}
	for _, update := range model.Sorted(p.Model.Workflow.Updates) {
		p.level("write", update.ID, update.Value.Consistency)
	}
}

func (p *Pass) level(kind string, element model.ID, level model.Consistency) {
	for suffix, severity := range map[string]Level{"_disallowed": Error, "_warned": Warning} {
		if level != "" && slices.Contains(p.Policy.Lists[kind+"_consistency_levels"+suffix], string(level)) {
			p.report(Finding{Level: severity, Element: element, Guardrail: kind + "_consistency_levels",
				Message: fmt.Sprintf(
					"%s has the consistency level %s, which the policy %s lists in %s_consistency_levels%s",
					p.label(element), level, p.Policy.Name, kind, suffix)})
		}
	}
}
