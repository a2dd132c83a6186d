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
// Records of Helm that do not name an action go to stderr instead.
type warnings struct {
	lock  sync.Mutex
	texts []string
	taken []string
	stage func(string) // reports what the request does from now on; nil: nobody is told
}

// begin tells what the request does from now on; empty: its usual work.
func (w *warnings) begin(stage string) {
	if w.stage != nil {
		w.stage(stage)
	}
}

// takeOver notes an object that was taken over from another release.
func (w *warnings) takeOver(text string) {
	w.lock.Lock()
	defer w.lock.Unlock()
	w.taken = append(w.taken, text)
}

func (w *warnings) takenOver() []string {
	w.lock.Lock()
	defer w.lock.Unlock()
	return slices.Clone(w.taken)
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
