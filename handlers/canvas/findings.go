package canvas

import (
	"slices"
	"strings"

	"widerow/cql"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/validation"
	"widerow/web"
)

// maxNotices bounds the findings above a text.
const maxNotices = 3

// noticeRank puts errors first.
func noticeRank(finding cql.Finding) int {
	if finding.Severity == cql.Error {
		return 0
	}
	return 1
}

// withoutRepeatedWarnings keeps the first of each warning: a disabled feature
// is disabled for all tables.
func withoutRepeatedWarnings(findings []cql.Finding) []cql.Finding {
	seen := map[string]bool{}
	return slices.DeleteFunc(findings, func(finding cql.Finding) bool {
		repeated := finding.Severity != cql.Error && seen[finding.Message]
		seen[finding.Message] = true
		return repeated
	})
}

// unknownColumns returns a notice for the columns that store no attribute.
func unknownColumns(b *feature.Context) []web.Notice {
	var notices []web.Notice
	for _, id := range b.Model.ColumnsWithoutAttribute() {
		notices = append(notices, web.Notice{Level: "warn", Text: "A column stores no attribute of the concepts.",
			Link: b.Model.Title(id), Href: web.SafeHref(b.Link(id))})
	}
	return notices
}

// unfinished lists what is wrong or missing in concepts and queries. Cassandra judges
// the rest.
func unfinished(b *feature.Context) []web.Notice {
	var notices []web.Notice
	for _, problem := range slices.Concat(b.Mistakes(), validation.Unidentified(b.Model), validation.Ownerless(b.Model)) {
		element, found := b.Model.Element(problem.Element)
		if home := feature.TabFor(element.Kind, web.TabConcepts); !found || home != web.TabConcepts && home != web.TabQueries {
			continue
		}
		notices = append(notices, web.Notice{Level: "warn", Text: problem.Message + ".", Link: placeOf(b, element), Href: web.SafeHref(b.Link(element.ID))})
	}
	for _, conflict := range validation.ConstantConflicts(b.Model) {
		notices = append(notices, web.Notice{Level: "warn", Text: conflict.Words(b.Model) + ".",
			Link: b.Model.Title(conflict.Attribute), Href: web.SafeHref(b.Link(conflict.Attribute))})
	}
	return notices
}

// owners asks whether relationship types are within the owner that their participants have
// in common.
func owners(b *feature.Context) []web.Notice {
	var notices []web.Notice
	for _, relationship := range model.Sorted(b.Model.Concepts.Relationships) {
		if owner := b.CommonOwners()[relationship.ID]; owner != "" {
			title := b.Model.Title(owner)
			notices = append(notices, web.Notice{Level: "info", Text: "Do all its ends have the same " +
				title + "? Choose *Within " + title + "*, so that tables store its key once.",
				Link: b.Model.Title(relationship.ID), Href: web.SafeHref(b.Link(relationship.ID))})
		}
	}
	return notices
}

// placeOf names an element, and a part with its owner.
func placeOf(b *feature.Context, element model.Element) string {
	title := b.Model.Title(element.ID)
	if owner := b.Model.Title(element.Parent); feature.IsPart(element.Kind) && owner != "" && !strings.Contains(title, owner) {
		return owner + ": " + title
	}
	return title
}

// missingParameters lists the parameters that no query returns.
func missingParameters(b *feature.Context) []web.Notice {
	var notices []web.Notice
	for _, result := range b.Proofs() {
		if missing := result.MissingParameters(); len(missing) > 0 {
			notices = append(notices, web.Notice{Level: "warn", Text: "No query before it returns " + strings.Join(missing, ", ") + ".",
				Link: b.Model.Title(result.Query), Href: web.SafeHref(b.Link(result.Query))})
		}
	}
	return notices
}

// onlyNamed lists the parts of queries and updates that name no attribute of the
// concepts, such as one that was removed.
func onlyNamed(b *feature.Context) []web.Notice {
	var notices []web.Notice
	for _, kind := range []model.Kind{model.FindKind, model.GivenKind, model.SortKind, model.WriteKind} {
		for _, element := range b.Elements(kind) {
			if problem := nameProblem(b, element); problem != "" {
				notices = append(notices, web.Notice{Level: "warn", Text: problem, Link: placeOf(b, element), Href: web.SafeHref(b.Link(element.ID))})
			}
		}
	}
	return notices
}

// nameProblem describes a part of a query or an update that is only a name, or returns "".
func nameProblem(b *feature.Context, part model.Element) string {
	var concept model.ID
	var name string
	switch value := part.Value.(type) {
	case *model.Find:
		concept, name = value.Attribute, value.Name
	case *model.Given:
		concept, name = value.Attribute, value.Name
	case *model.SortBy:
		concept, name = value.Attribute, value.Name
	case *model.Write:
		concept, name = value.Element, value.Name
	}
	if concept != "" || name == "" || name == "*" || len(b.Model.Concepts.Entities) == 0 {
		return ""
	}
	return "`" + name + "` is only a name: choose the attribute that is meant."
}

// findingsOf lists the findings of a model, errors first: the same ones on each tab with
// a diagram. Other tabs have places of their own for them, but an old revision of the CQL.
func findingsOf(b *feature.Context) []web.Notice {
	switch {
	case b.Tab().Diagram != "":
		found := slices.Concat(unfinished(b), owners(b), onlyNamed(b), missingParameters(b), unknownColumns(b), schemaFindings(b))
		slices.SortStableFunc(found, func(x, y web.Notice) int { return feature.LevelRank(y.Level) - feature.LevelRank(x.Level) })
		return found
	case b.View.Tab == web.TabCQL && b.Readonly():
		return schemaFindings(b)
	}
	return nil
}

// schemaFindings lists what Cassandra would reject, features that are disabled, and
// attributes whose columns have different types.
func schemaFindings(b *feature.Context) []web.Notice {
	findings := withoutRepeatedWarnings(cql.CheckModel(b.Model))
	slices.SortStableFunc(findings, func(a, b cql.Finding) int { return noticeRank(a) - noticeRank(b) })
	var notices []web.Notice
	for _, finding := range findings {
		notices = append(notices, findingNotice(b, finding))
	}
	for _, conflict := range b.TypeConflicts() {
		column := conflict.Uses[len(conflict.Uses)-1].Columns[0] // one that has another type than most
		notices = append(notices, web.Notice{Level: "warn", Text: "Different types: " + conflict.Words(b.Model) + ".",
			Link: b.Model.Title(column), Href: web.SafeHref(b.Link(column))})
	}
	return notices
}

func findingNotice(b *feature.Context, finding cql.Finding) web.Notice {
	notice := web.Notice{Level: "bad", Text: strings.TrimSuffix(finding.Message, ".") + "."}
	switch {
	case finding.Code == cql.CodeDisabled:
		notice.Level, notice.Text = "warn", "Disabled by default in "+cql.TargetName(b.Model.Target)+": "+notice.Text
	case finding.Severity == cql.Warning:
		notice.Level = "warn"
	case finding.Code != cql.CodeTarget:
		notice.Text = "Cassandra would reject this: " + notice.Text
	}
	if title := b.Model.Title(finding.Element); finding.Element != "" && title != "" {
		notice.Link, notice.Href = title, web.SafeHref(b.Link(finding.Element))
	}
	return notice
}
