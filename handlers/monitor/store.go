package monitor

import (
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"widerow/store"
)

// storeMetrics are the metrics of the data file.
var storeMetrics = []struct {
	name, help string
	value      func(store.Status) (float64, bool)
}{
	{"widerow_store_bytes", "Size of the data file, or of the records and documents in Cassandra at the last check.",
		func(s store.Status) (float64, bool) { return float64(s.Bytes), true }},
	{"widerow_store_free_bytes", "Bytes in the data file that the next saves can use.",
		func(s store.Status) (float64, bool) { return float64(s.Free), !strings.Contains(s.Path, "://") }},
	{"widerow_scrub_ok", "1 if the last check of all models found no damage, or it was repaired without loss.", scrubOK},
	{"widerow_scrub_time_seconds", "When the last check of all models ended, as Unix time.", ofScrub(func(r *store.Report) float64 { return unix(r.Ended) })},
	{"widerow_scrub_duration_seconds", "How long the last check of all models took.", ofScrub(func(r *store.Report) float64 { return r.Took.Seconds() })},
	{"widerow_scrub_damage", "Damaged places that the last check of all models found.", ofScrub(func(r *store.Report) float64 { return float64(len(r.Damage)) })},
	{"widerow_models", "Models in the store, deleted ones included, at the last check.", ofScrub(func(r *store.Report) float64 { return float64(r.Models) })},
	{"widerow_scrub_clean_time_seconds", "When a check of all models last found no damage, as Unix time.", func(s store.Status) (float64, bool) {
		if s.Clean == nil {
			return 0, false
		}
		return unix(s.Clean.Ended), true
	}},
	{"widerow_backup_time_seconds", "When the last backup was sent, as Unix time.", func(s store.Status) (float64, bool) {
		if s.Backup == nil {
			return 0, false
		}
		return unix(s.Backup.Ended), true
	}},
	{"widerow_rebuilt_time_seconds", "When the data file was rebuilt after damage, as Unix time.", func(s store.Status) (float64, bool) {
		if s.Rebuilt == nil {
			return 0, false
		}
		return unix(s.Rebuilt.At), true
	}},
}

func unix(at time.Time) float64 { return float64(at.UnixMilli()) / 1000 }

// ofScrub returns a metric of the last check. It has no value before the first
// check.
func ofScrub(value func(*store.Report) float64) func(store.Status) (float64, bool) {
	return func(s store.Status) (float64, bool) {
		if s.Scrub == nil {
			return 0, false
		}
		return value(s.Scrub), true
	}
}

func scrubOK(s store.Status) (float64, bool) {
	if s.Scrub == nil {
		return 0, false
	}
	repaired := s.Rebuilt != nil && s.Rebuilt.At.After(s.Scrub.Ended) && len(s.Rebuilt.Lost) == 0
	if len(s.Scrub.Damage) == 0 || repaired {
		return 1, true
	}
	return 0, true
}

// dataFile is a store in a file.
type dataFile interface{ Status() store.Status }

// storeCollector is a prometheus.Collector.
type storeCollector struct{ file dataFile }

// Describe sends nothing: the metrics depend on what has happened so far.
func (storeCollector) Describe(chan<- *prometheus.Desc) {}

func (s storeCollector) Collect(metrics chan<- prometheus.Metric) {
	status := s.file.Status()
	for _, metric := range storeMetrics {
		if value, known := metric.value(status); known {
			metrics <- prometheus.MustNewConstMetric(prometheus.NewDesc(metric.name, metric.help, nil, nil), prometheus.GaugeValue, value)
		}
	}
}
