// Package monitor answers requests of monitoring systems: whether the server runs
// and can save (health.go), and its metrics. Start with Metrics.
package monitor

import (
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"widerow/handlers/limit"
	"widerow/store"
)

// Metrics has its own registry, so that two servers in one test do not
// collide.
type Metrics struct {
	http.Handler // answers Prometheus
	requests     *prometheus.HistogramVec
	saves        *prometheus.CounterVec
	registry     *prometheus.Registry
}

// NewMetrics returns the metrics of a server with this store and this queue of
// saves.
func NewMetrics(queue *limit.Saves, models store.Store) *Metrics {
	registry := prometheus.NewRegistry()
	m := &Metrics{
		registry: registry,
		requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "widerow_request_seconds", Help: "Time to answer a request, by route.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, 1, 5},
		}, []string{"route", "method", "status"}),
		saves: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "widerow_saves_total", Help: "Saves by kind and outcome.",
		}, []string{"kind", "outcome"}),
	}
	waiting := prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "widerow_saves_waiting", Help: "Saves that wait for their turn.",
	}, func() float64 { return float64(queue.Waiting()) })
	registry.MustRegister(m.requests, m.saves, waiting, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	if file, ok := models.(dataFile); ok {
		registry.MustRegister(storeCollector{file})
	}
	m.Handler = promhttp.HandlerFor(registry, promhttp.HandlerOpts{})
	return m
}

// Watch adds the metrics of running and waiting large work.
func (m *Metrics) Watch(budget *limit.Budget) {
	running := prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "widerow_work_running", Help: "Large imports, pages and pictures that are being made.",
	}, func() float64 { running, _ := budget.State(); return float64(running) })
	waiting := prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "widerow_work_waiting", Help: "Large imports, pages and pictures that wait for their turn.",
	}, func() float64 { _, waiting := budget.State(); return float64(waiting) })
	m.registry.MustRegister(running, waiting)
}

// Follow adds the metric of the live connections.
func (m *Metrics) Follow(streams func() int) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "widerow_live_streams", Help: "Browsers that are told of changes.",
	}, func() float64 { return float64(streams()) }))
}

// Observe counts a request. All methods that no route has share one label:
// otherwise a client could create a time series with every request.
func (m *Metrics) Observe(route, method string, status int, took time.Duration) {
	if !slices.Contains([]string{http.MethodGet, http.MethodHead, http.MethodPost}, method) {
		method = "other"
	}
	m.requests.WithLabelValues(route, method, strconv.Itoa(status)).Observe(took.Seconds())
}

// Saved counts a save of a kind; the outcome is a word such as "saved".
func (m *Metrics) Saved(kind store.Kind, outcome string) {
	m.saves.WithLabelValues(string(kind), outcome).Inc()
}
