package handlers

import (
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// metrics has its own registry, so that two servers in one test do not
// collide.
type metrics struct {
	requests *prometheus.HistogramVec
	saves    *prometheus.CounterVec
	handle   echo.HandlerFunc
}

func newMetrics() *metrics {
	registry := prometheus.NewRegistry()
	m := &metrics{
		requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "widerow_request_seconds", Help: "Time to answer a request, by route.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, 1, 5},
		}, []string{"route", "method", "status"}),
		saves: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "widerow_saves_total", Help: "Saves by kind and outcome.",
		}, []string{"kind", "outcome"}),
	}
	registry.MustRegister(m.requests, m.saves, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.handle = echo.WrapHandler(promhttp.HandlerFor(registry, promhttp.HandlerOpts{}))
	return m
}

// observe counts a request. All methods that no route has share one label:
// otherwise a client could create a time series with every request.
func (m *metrics) observe(route, method string, status int, took time.Duration) {
	if !slices.Contains([]string{http.MethodGet, http.MethodHead, http.MethodPost}, method) {
		method = "other"
	}
	m.requests.WithLabelValues(route, method, strconv.Itoa(status)).Observe(took.Seconds())
}
