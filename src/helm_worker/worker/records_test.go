package worker

import (
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
)

// storingServer is a badServer that takes all writes, and answers with them.
func storingServer(b *badServer) http.HandlerFunc {
	return func(out http.ResponseWriter, request *http.Request) {
		if request.Method != http.MethodPost && request.Method != http.MethodPut {
			b.ServeHTTP(out, request)
			return
		}
		b.changes = append(b.changes, request.Method+" "+request.URL.Path)
		body, _ := io.ReadAll(request.Body)
		out.Header().Set("Content-Type", request.Header.Get("Content-Type"))
		_, _ = out.Write(body)
	}
}

// Helm passes over a record that it cannot decode. A record that it can decode, but that is no release, must
// not cause a change either.
func TestARecordThatIsNoReleaseIsPassedOver(t *testing.T) {
	chart := writeFiles(t, map[string]string{"Chart.yaml": "apiVersion: v2\nname: a\nversion: 1.0.0\n", "templates/a.yaml": ""})
	for name, payload := range map[string]string{
		"no payload":    "",
		"not base64":    "eA==",
		"null":          packed(t, nil),
		"a list":        packed(t, []string{}),
		"an empty one":  packed(t, map[string]any{}),
		"without info":  packed(t, map[string]any{"name": "rel", "namespace": "zoo", "version": 1}),
		"an empty info": packed(t, map[string]any{"name": "rel", "namespace": "zoo", "version": 1, "info": nil}),
	} {
		for _, do := range []string{"upgrade", "uninstall"} {
			t.Run(name+", "+do, func(t *testing.T) {
				server := newBadServer(t, map[string]string{"/secrets": secretList(payload)})
				worker := startProcess(t, "zoo", kubeconfigOf(t, storingServer(server)))
				answer := worker.ask(Request{Do: do, Release: "rel", Chart: chart, Values: json.RawMessage("{}"), TimeoutSeconds: 60})
				if answer.Panic || !strings.Contains(answer.Error, `no revision for release "rel"`) {
					t.Errorf("%+v", answer)
				}
				if len(server.changes) != 0 {
					t.Errorf("it has changed something: %q", server.changes)
				}
			})
		}
	}
}

// A record of some KiB may unpack to gigabytes. It counts as a record that cannot be decoded.
func TestARecordThatUnpacksToTooMuchIsPassedOver(t *testing.T) {
	chart := writeFiles(t, map[string]string{"Chart.yaml": "apiVersion: v2\nname: a\nversion: 1.0.0\n", "templates/a.yaml": ""})
	release := func(more any) map[string]any {
		return map[string]any{"name": "rel", "namespace": "zoo", "version": 1, "info": map[string]any{"status": "deployed"}, "config": map[string]any{"a": more}}
	}
	for name, payload := range map[string]string{
		"very many lists": packed(t, release(make([][0]int, recordValuesMax))),
		"a long text":     packed(t, release(strings.Repeat(" ", recordBytesMax))),
	} {
		for _, do := range []string{"upgrade", "uninstall"} {
			t.Run(name+", "+do, func(t *testing.T) {
				server := newBadServer(t, map[string]string{"/secrets": secretList(payload)})
				worker := startProcess(t, "zoo", kubeconfigOf(t, storingServer(server)))
				answer := worker.ask(Request{Do: do, Release: "rel", Chart: chart, Values: json.RawMessage("{}"), TimeoutSeconds: 60})
				if answer.Panic || !strings.Contains(answer.Error, `no revision for release "rel"`) {
					t.Errorf("%+v", answer)
				}
				if len(server.changes) != 0 {
					t.Errorf("it has changed something: %q", server.changes)
				}
			})
		}
	}
}

func TestOnlyARecordBeyondTheBoundsIsRefused(t *testing.T) {
	payload := func(content any) []byte {
		once, err := base64.StdEncoding.DecodeString(packed(t, content))
		if err != nil {
			t.Fatal(err)
		}
		return once
	}
	quoted := strings.Repeat(`[,{\"`, recordValuesMax/2) // inside a text no character counts as a value
	for name, content := range map[string]any{"texts": quoted, "values": make([]int, recordValuesMax-1)} {
		if err := checkRecord(payload(content)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for words, content := range map[string]any{
		"more than 500000 values":                make([]int, recordValuesMax+1),
		"it unpacks to more than 33554432 bytes": strings.Repeat("x", recordBytesMax),
	} {
		if err := checkRecord(payload(content)); err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%s: %v", words, err)
		}
	}
	// Helm reports data that cannot be unpacked.
	for _, damaged := range []string{"", "!", "eA==", "H4sI"} {
		if err := checkRecord([]byte(damaged)); err != nil {
			t.Errorf("%q: %v", damaged, err)
		}
	}
}
