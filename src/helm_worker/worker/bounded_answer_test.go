package worker

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// endless pours spaces until its client goes.
func endless(out http.ResponseWriter, in *http.Request) {
	out.Header().Set("Content-Type", "application/json")
	some := []byte(strings.Repeat(" ", 1<<20))
	for in.Context().Err() == nil {
		if _, err := out.Write(some); err != nil {
			return
		}
	}
}

// answerTo is the answer to a path, as the worker passes it to Helm.
func answerTo(t *testing.T, handler http.HandlerFunc, path string) *http.Response {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	call, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := endingTransport{ends: t.Context(), wrapped: http.DefaultTransport}.RoundTrip(call)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { response.Body.Close() })
	return response
}

func TestAnAnswerWithoutAnEndIsGivenUp(t *testing.T) {
	response := answerTo(t, endless, "/openapi/v2")
	read, err := io.Copy(io.Discard, response.Body)
	if err == nil || !strings.Contains(err.Error(), "/openapi/v2 has more than 67108864 bytes") {
		t.Errorf("read %d bytes: %v", read, err)
	}
	if read > answerBytesMax {
		t.Errorf("read %d bytes", read)
	}
}

func TestAWatchMayGoOn(t *testing.T) {
	response := answerTo(t, endless, "/api/v1/secrets?watch=true")
	if _, err := io.CopyN(io.Discard, response.Body, 2*answerBytesMax); err != nil {
		t.Error(err)
	}
}

func TestAServerIsNotLeftAloneForLong(t *testing.T) {
	for said, obeyed := range map[string]string{"86400": "300", "7": "7", "Wed, 21 Oct 2026 07:28:00 GMT": "Wed, 21 Oct 2026 07:28:00 GMT"} {
		response := answerTo(t, func(out http.ResponseWriter, _ *http.Request) {
			out.Header().Set("Retry-After", said)
			out.WriteHeader(http.StatusTooManyRequests)
		}, "/api")
		if got := response.Header.Get("Retry-After"); got != obeyed {
			t.Errorf("%s became %s", said, got)
		}
	}
}
