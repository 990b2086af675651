package operator

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"widerow/store"
	"widerow/web"
	weboperator "widerow/web/operator"
)

// wantsPage reports whether a browser asks, rather than curl or a script.
func wantsPage(r *http.Request) bool { return strings.Contains(r.Header.Get("Accept"), "text/html") }

func (o *Site) page(w http.ResponseWriter, r *http.Request) {
	page := o.newPage(r.Context())
	if !wantsPage(r) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		io.WriteString(w, pageText(page))
		return
	}
	var buffer bytes.Buffer
	if err := weboperator.Status(page).Render(r.Context(), &buffer); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Write(buffer.Bytes())
}

// shownModels bounds the models that the page lists.
const shownModels = 50

func (o *Site) newPage(ctx context.Context) weboperator.Page {
	status := o.Keeper.Status()
	url := web.NewURL("", web.Assets())
	page := weboperator.Page{
		Page:  web.Page{Title: "Widerow " + o.Version, URL: url, Version: o.Version},
		Facts: o.facts(ctx, status), Verify: url.Path("/verify"),
	}
	o.addServers(&page)
	if err := o.Keeper.Ping(ctx); err != nil {
		page.Ready = err.Error()
	}
	if status.Rebuilt != nil {
		page.Lost, page.Damage = textsOf(status.Rebuilt.Lost), textsOf(status.Rebuilt.Damage)
	}
	if status.Scrub == nil {
		return page
	}
	if status.Rebuilt == nil {
		page.Damage = textsOf(status.Scrub.Damage)
	}
	titles := o.titles(ctx)
	for i, size := range status.Scrub.Sizes {
		if i == shownModels {
			page.More = len(status.Scrub.Sizes) - shownModels
			break
		}
		page.Models = append(page.Models, weboperator.ModelSize{ID: string(size.Model), Title: titles[size.Model],
			Revisions: size.Revisions, Bytes: bytesText(size.Bytes)})
	}
	return page
}

// addServers adds the servers of the store, and in what their settings differ.
func (o *Site) addServers(page *weboperator.Page) {
	for i, member := range o.Roster.Members() {
		page.Servers = append(page.Servers, weboperator.Server{Name: member.Name, Version: member.Version, Here: i == 0})
	}
	for _, one := range o.Roster.Differences() {
		page.Differences = append(page.Differences, one.String())
	}
}

// titles returns the titles of all models but deleted ones.
func (o *Site) titles(ctx context.Context) map[store.ModelID]string {
	titles := map[store.ModelID]string{}
	for cursor := ""; ; {
		list, err := o.Keeper.List(ctx, cursor, store.MaxPage)
		if err != nil {
			return titles
		}
		for _, summary := range list.Models {
			titles[summary.Model] = summary.Title
		}
		if cursor = list.Next; cursor == "" {
			return titles
		}
	}
}

func (o *Site) facts(ctx context.Context, status store.Status) []weboperator.Fact {
	facts := placeFacts(status)
	check := "none yet"
	if scrub := status.Scrub; scrub != nil {
		check = checkText(scrub)
	}
	backup := "none yet"
	if sent := status.Backup; sent != nil {
		backup = fmt.Sprintf("%s: %s, SHA-256 %s", stamp(sent.Ended), bytesText(sent.Bytes), sent.SHA256)
	}
	facts = append(facts, weboperator.Fact{Name: "Last check", Value: check})
	if clean := status.Clean; clean != nil && clean.Ended.Before(status.Scrub.Ended) {
		facts = append(facts, weboperator.Fact{Name: "Last check without damage", Value: checkText(clean)})
	}
	facts = append(facts, weboperator.Fact{Name: "Last backup", Value: backup})
	if rebuilt := status.Rebuilt; rebuilt != nil {
		facts = append(facts, weboperator.Fact{Name: "Rebuilt after damage", Value: fmt.Sprintf("%s: %s whole, %d repaired, %d lost; the damaged file is %s",
			stamp(rebuilt.At), store.Count(rebuilt.Whole, "model"), len(rebuilt.Repaired), len(rebuilt.Lost), rebuilt.Kept)})
	}
	return facts
}

// placeFacts says where the models are, and what they take.
func placeFacts(status store.Status) []weboperator.Fact {
	if !strings.Contains(status.Path, "://") {
		return []weboperator.Fact{
			{Name: "File", Value: status.Path},
			{Name: "Size", Value: bytesText(status.Bytes) + ", of which free for the next saves: " + bytesText(status.Free)},
		}
	}
	size := "known after the first check"
	if status.Scrub != nil {
		size = bytesText(status.Bytes) + " of records and documents, before replication and compression"
	}
	return []weboperator.Fact{{Name: "Store", Value: status.Path}, {Name: "Size", Value: size}}
}

func checkText(report *store.Report) string {
	return fmt.Sprintf("%s: %s, %s, %s, in %v", stamp(report.Ended), store.Count(report.Models, "model"),
		store.Count(report.Revisions, "revision"), store.Count(len(report.Damage), "damaged place"), report.Took.Round(10*time.Microsecond))
}

func stamp(at time.Time) string { return at.UTC().Format("2006-01-02 15:04:05 UTC") }

// bytesText formats a size with three digits.
func bytesText(size int64) string {
	const unit = 1000
	switch {
	case size < unit:
		return fmt.Sprintf("%d B", size)
	case size < unit*unit:
		return fmt.Sprintf("%.3g kB", float64(size)/unit)
	case size < unit*unit*unit:
		return fmt.Sprintf("%.3g MB", float64(size)/unit/unit)
	}
	return fmt.Sprintf("%.3g GB", float64(size)/unit/unit/unit)
}

// pageText is the page for a terminal.
func pageText(page weboperator.Page) string {
	var text strings.Builder
	ready := "ready: models can be read and saved"
	if page.Ready != "" {
		ready = "NOT READY: " + page.Ready
	}
	fmt.Fprintf(&text, "%s\n%s\n\n", page.Title, ready)
	for _, fact := range page.Facts {
		fmt.Fprintf(&text, "%-20s %s\n", fact.Name, fact.Value)
	}
	for _, server := range page.Servers {
		fmt.Fprintf(&text, "%-20s %s, Widerow %s%s\n", "Server", server.Name, server.Version, map[bool]string{true: " (this one)"}[server.Here])
	}
	for _, difference := range page.Differences {
		fmt.Fprintf(&text, "SETTINGS DIFFER: %s\n", difference)
	}
	for _, damage := range page.Lost {
		fmt.Fprintf(&text, "could not be rebuilt: %s\n", damage)
	}
	for _, damage := range page.Damage {
		fmt.Fprintf(&text, "damage: %s\n", damage)
	}
	for _, model := range page.Models {
		fmt.Fprintf(&text, "%10s %6d revisions  %s  %s\n", model.Bytes, model.Revisions, model.ID, model.Title)
	}
	return text.String()
}
