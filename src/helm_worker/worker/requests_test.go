package worker

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
)

// callBook writes down the requests to the API server.
type callBook struct {
	wrapped http.RoundTripper
	lock    sync.Mutex
	calls   []string
}

func (b *callBook) RoundTrip(call *http.Request) (*http.Response, error) {
	response, err := b.wrapped.RoundTrip(call)
	b.lock.Lock()
	defer b.lock.Unlock()
	line := call.Method + " " + call.URL.Path
	if call.URL.Query().Has("labelSelector") {
		line += " list"
	}
	if err == nil {
		line = fmt.Sprintf("%s %d", line, response.StatusCode)
	}
	b.calls = append(b.calls, line)
	return response, err
}

// taken are the calls since the last time.
func (b *callBook) taken() []string {
	b.lock.Lock()
	defer b.lock.Unlock()
	calls := b.calls
	b.calls = nil
	return calls
}

func count(calls []string, prefix string) int {
	found := 0
	for _, call := range calls {
		if strings.HasPrefix(call, prefix) {
			found++
		}
	}
	return found
}

// The kinds that the API server offers are fetched once. Each upgrade asks for them again, at the price of
// two short answers.
func TestAnUpgradeAsksForNothingInVain(t *testing.T) {
	g := newPlayground(t, "zoo-asks")
	w := New(g.name, g.kubeconfig, "", nil)
	if _, err := w.cluster.shared(); err != nil {
		t.Fatal(err)
	}
	book := &callBook{wrapped: w.cluster.base.Transport}
	w.cluster.base.Transport = book
	for round, most := range []int{16, 15, 15} {
		s := step{do: "upgrade", chart: "plain", values: fmt.Sprintf(`{"greeting":"%d"}`, round)}
		if _, err := w.upgrade(context.Background(), s.request(t), &warnings{}); err != nil {
			t.Fatal(err)
		}
		calls := book.taken()
		t.Logf("round %d: %d calls:\n%s", round, len(calls), strings.Join(calls, "\n"))
		if len(calls) > most {
			t.Errorf("round %d asks %d times", round, len(calls))
		}
		if round > 0 && (count(calls, "GET /api 304") != 1 || count(calls, "GET /apis 304") != 1 || count(calls, "GET /version") != 1) {
			t.Errorf("round %d asks again for what has not changed", round)
		}
	}
}
