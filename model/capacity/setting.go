package capacity

import (
	"cmp"
	"slices"
	"time"

	"widerow/model"
	"widerow/model/edit"
)

// Setting is a number of the cluster. It is Assumed if nobody gave it, or if what was
// given Needs a quantity without a value.
type Setting struct {
	Field   string
	Value   model.Value
	Assumed bool
	Needs   string
	// ByTable reports that tables differ: the value counts for none of them.
	ByTable bool
	Why     string // why that is assumed
	Err     string
}

// The fields of the settings.
const (
	Disk        = "disk"
	Density     = "density"
	Compression = "compression"
	Headroom    = "headroom"
	NodeWrites  = "node_writes"
	NodeReads   = "node_reads"
	Growth      = "growth"
	Tokens      = "tokens"
	Skew        = "skew"
)

// assumedSettings are in the order of the form.
var assumedSettings = []Setting{
	{Field: Disk, Value: exactly(4e12), Why: "twice the most data: SizeTiered needs half of it free"},
	{Field: Density, Value: exactly(2e12), Why: "what DataStax advises"},
	{Field: Compression, Value: exactly(0.5), Why: "LZ4 halves most data"},
	{Field: Headroom, ByTable: true, Why: "by the compaction strategy of each table"},
	{Field: NodeWrites, Value: exactly(10_000), Why: "a rule of thumb for 8 cores"},
	{Field: NodeReads, Value: exactly(5_000), Why: "a rule of thumb for 8 cores"},
	{Field: Growth, Value: exactly(0), Why: "no growth"},
	{Field: Tokens, Value: exactly(16), Why: "the default of Cassandra 4.0 and later"},
	{Field: Skew, Value: exactly(1), Why: "common for keys such as users, products or places"},
}

// SettingNames returns the fields of the settings.
func SettingNames() []string {
	var names []string
	for _, setting := range assumedSettings {
		names = append(names, setting.Field)
	}
	return names
}

// IsSetting reports whether a field is a setting.
func IsSetting(field string) bool { return slices.Contains(SettingNames(), field) }

func (c *calculation) readSettings() {
	of := map[string]model.Expression{
		Disk: c.model.Cluster.Disk, Density: c.model.Cluster.Density, Compression: c.model.Cluster.Compression, Headroom: c.model.Cluster.Headroom,
		NodeWrites: c.model.Cluster.NodeWrites, NodeReads: c.model.Cluster.NodeReads, Growth: c.model.Cluster.Growth,
		Tokens: c.model.Cluster.Tokens, Skew: c.model.Cluster.Skew,
	}
	for _, setting := range assumedSettings {
		setting.Assumed = true
		if value, given := c.input.Instead[setting.Field]; given {
			setting.Value, setting.Assumed, setting.ByTable = value, false, false
		} else if expression := of[setting.Field]; !expression.IsEmpty() {
			c.evaluateSetting(&setting, expression)
		}
		if !setting.ByTable {
			c.settings[setting.Field] = setting.Value
		}
		c.Settings = append(c.Settings, setting)
	}
}

// evaluateSetting evaluates what the document says. What the form would reject, such as
// a disk of 0, can still come about: by a quantity.
func (c *calculation) evaluateSetting(setting *Setting, expression model.Expression) {
	value, missing, err := c.evaluator.Evaluate(expression)
	field, _ := edit.FieldOf(model.ModelKind, setting.Field)
	switch {
	case err != nil:
		setting.Err = err.Error()
	case len(missing) > 0:
		setting.Needs = missing[0].Name
	case !field.Range().Holds(value):
		setting.Err = field.Range().Words(field.Label)
	default:
		setting.Value, setting.Assumed, setting.ByTable = value, false, false
	}
}

// assumedYears is the default planning horizon.
const assumedYears = 3

// readUntil reads the day. One that has passed counts as today.
func (c *calculation) readUntil() {
	until, err := time.Parse(model.Day, cmp.Or(c.input.Until, c.model.Cluster.Until))
	if err != nil {
		until, c.UntilAssumed = c.Now.AddDate(assumedYears, 0, 0), true
	}
	c.Until = until
	c.Days = max(0, until.Sub(c.Now).Hours()/24)
}

// yearDays is the length of a year for rates of growth.
const yearDays = 365
