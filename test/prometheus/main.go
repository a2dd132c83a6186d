// Reads pairs of lines from its standard input, the header Accept of a scraper and the text of a hook for METRICS_PATH, and
// serves each text with the library of flant/addon-operator. Each page is a line: its ends of lines are written as \x1f.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"

	"github.com/deckhouse/deckhouse/pkg/log"
	metricsstorage "github.com/deckhouse/deckhouse/pkg/metrics-storage"
	"github.com/deckhouse/deckhouse/pkg/metrics-storage/operation"
	"github.com/prometheus/client_golang/prometheus"
)

// written is an operation as hooks write it: MetricOperation of shell-operator.
type written struct {
	Name    string            `json:"name"`
	Add     *float64          `json:"add,omitempty"`
	Set     *float64          `json:"set,omitempty"`
	Value   *float64          `json:"value,omitempty"`
	Buckets []float64         `json:"buckets,omitempty"`
	Labels  map[string]string `json:"labels"`
	Group   string            `json:"group,omitempty"`
	Action  string            `json:"action,omitempty"`
}

var actions = map[string]operation.MetricAction{
	"add": operation.ActionCounterAdd, "set": operation.ActionGaugeSet,
	"observe": operation.ActionHistogramObserve, "expire": operation.ActionExpireMetrics,
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		accept := lines.Text()
		if !lines.Scan() {
			break
		}
		fmt.Println(strings.ReplaceAll(page(accept, lines.Text()), "\n", "\x1f"))
	}
}

// page is the content type and the body, or "refused".
func page(accept, text string) string {
	operations, err := read(text)
	if err != nil {
		return "refused"
	}
	quiet := log.NewLogger(log.WithOutput(io.Discard))
	storage := metricsstorage.NewMetricStorage(
		metricsstorage.WithRegistry(prometheus.NewRegistry()), metricsstorage.WithLogger(quiet))
	if err := storage.ApplyBatchOperations(operations, map[string]string{"hook": "a.sh"}); err != nil {
		return "refused"
	}
	request := httptest.NewRequest(http.MethodGet, "/metrics/hooks", nil)
	if accept != "" {
		request.Header.Set("Accept", accept)
	}
	recorder := httptest.NewRecorder()
	storage.Handler().ServeHTTP(recorder, request)
	if recorder.Code != http.StatusOK {
		return "refused"
	}
	return recorder.Header().Get("Content-Type") + "\n" + recorder.Body.String()
}

func read(text string) ([]operation.MetricOperation, error) {
	var operations []operation.MetricOperation
	for decoder := json.NewDecoder(strings.NewReader(text)); ; {
		var x written
		if err := decoder.Decode(&x); err == io.EOF {
			return operations, nil
		} else if err != nil {
			return nil, err
		}
		if x.Set != nil && x.Add == nil {
			x.Action, x.Value = "set", x.Set
		}
		if x.Add != nil && x.Set == nil {
			x.Action, x.Value = "add", x.Add
		}
		action, known := actions[x.Action]
		if !known {
			return nil, fmt.Errorf("no action %q", x.Action)
		}
		operations = append(operations, operation.MetricOperation{
			Name: x.Name, Value: x.Value, Buckets: x.Buckets, Labels: x.Labels, Group: x.Group, Action: action,
		})
	}
}
