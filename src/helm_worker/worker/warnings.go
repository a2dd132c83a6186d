package worker

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
)

// warnings collects the reports to a request besides its result, from Helm's logger and from the API server.
// Some packages of Helm write to the logger of the process instead, whose records go to stderr, because they
// do not show the request that they belong to.
type warnings struct {
	lock   sync.Mutex
	texts  []string
	about  fates
	absent lookups
	stage  func(string) // reports the stage of the request from now on; nil: no report
}

// begin reports the stage of the request from now on; empty: its usual work.
func (w *warnings) begin(stage string) {
	if w.stage != nil {
		w.stage(stage)
	}
}

// fates are the objects that a request has treated in an unusual way, as texts for people. Their owners are
// named where they matter.
type fates struct {
	Taken []string `json:"taken,omitempty"` // taken over, with the former owner; they will not be deleted
	Moved []string `json:"moved,omitempty"` // taken over from another module, with its release
	Kept  []string `json:"kept,omitempty"`  // not deleted: given back to the former owner, or kept by a user

	Exposed []string `json:"exposed,omitempty"` // an uninstallation deletes them, and would have kept them before
	Spared  []string `json:"spared,omitempty"`  // left as they are by an installation over objects of its own release
	Remade  []string `json:"remade,omitempty"`  // they or their keys were absent, and have the values of the named revision again

	// Keys of objects that are there, which the chart has and the cluster lacks: an upgrade makes them again.
	Lacking []string `json:"lacking,omitempty"`

	Unrecorded bool `json:"unrecorded,omitempty"` // objects name the release, and its records had gone

	Leaving []objectName `json:"leaving,omitempty"` // not deleted, although the chart does not have them any more
}

func (w *warnings) takenOver(text string) { w.note(&w.about.Taken, text) }
func (w *warnings) moved(text string)     { w.note(&w.about.Moved, text) }
func (w *warnings) kept(text string)      { w.note(&w.about.Kept, text) }

func (w *warnings) exposed(text string) { w.note(&w.about.Exposed, text) }
func (w *warnings) spared(text string)  { w.note(&w.about.Spared, text) }

func (w *warnings) remade(text string)  { w.note(&w.about.Remade, text) }
func (w *warnings) lacking(text string) { w.note(&w.about.Lacking, text) }

func (w *warnings) unrecorded() {
	w.lock.Lock()
	defer w.lock.Unlock()
	w.about.Unrecorded = true
}

func (w *warnings) leaving(object objectName) {
	w.lock.Lock()
	defer w.lock.Unlock()
	w.about.Leaving = append(w.about.Leaving, object)
}

func (w *warnings) note(in *[]string, text string) {
	w.lock.Lock()
	defer w.lock.Unlock()
	*in = append(*in, text)
}

func (w *warnings) fates() fates {
	w.lock.Lock()
	defer w.lock.Unlock()
	return fates{slices.Clone(w.about.Taken), slices.Clone(w.about.Moved), slices.Clone(w.about.Kept),
		slices.Clone(w.about.Exposed), slices.Clone(w.about.Spared), slices.Clone(w.about.Remade),
		slices.Clone(w.about.Lacking), w.about.Unrecorded, slices.Clone(w.about.Leaving)}
}

func (w *warnings) add(text string) {
	w.lock.Lock()
	defer w.lock.Unlock()
	if !slices.Contains(w.texts, text) {
		w.texts = append(w.texts, text)
	}
}

func (w *warnings) list() []string {
	w.lock.Lock()
	defer w.lock.Unlock()
	return append([]string{}, w.texts...)
}

// HandleWarningHeader takes warnings of the API server. 299 is the only code that they have.
func (w *warnings) HandleWarningHeader(code int, _, text string) {
	if code == 299 && text != "" {
		w.add(text)
	}
}

// logHandler takes the records of Helm's logger.
type logHandler struct {
	into  *warnings
	known []slog.Attr
}

// Enabled implements slog.Handler.
func (h logHandler) Enabled(_ context.Context, level slog.Level) bool { return level >= slog.LevelWarn }

// Handle implements slog.Handler.
func (h logHandler) Handle(_ context.Context, record slog.Record) error {
	var text strings.Builder
	text.WriteString(record.Message)
	write := func(attr slog.Attr) bool {
		fmt.Fprintf(&text, ", %s: %v", attr.Key, attr.Value)
		return true
	}
	for _, attr := range h.known {
		write(attr)
	}
	record.Attrs(write)
	h.into.add(text.String())
	return nil
}

// WithAttrs implements slog.Handler.
func (h logHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return logHandler{into: h.into, known: append(slices.Clip(h.known), attrs...)}
}

// WithGroup implements slog.Handler.
func (h logHandler) WithGroup(string) slog.Handler { return h }
