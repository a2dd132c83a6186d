package worker

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"
)

// playground is a namespace of a real cluster.
type playground struct {
	t          *testing.T
	name       string
	kubeconfig string
	client     *kubernetes.Clientset
}

// needCluster skips the test unless a cluster for tests is there, as scripts/dev-cluster makes them.
func needCluster(t *testing.T) (*kubernetes.Clientset, string) {
	t.Helper()
	kubeconfig := os.Getenv("KUBECONFIG")
	if os.Getenv("ADDON_OPERATOR_TEST_REAL") == "" || kubeconfig == "" {
		t.Skip("needs ADDON_OPERATOR_TEST_REAL=1 and KUBECONFIG")
	}
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		t.Fatal(err)
	}
	config.QPS = -1
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		t.Fatal(err)
	}
	return client, kubeconfig
}

// newPlayground makes a namespace. All names have the same length, so that the record of a release has the
// same size in each namespace.
func newPlayground(t *testing.T, prefix string) *playground {
	t.Helper()
	client, kubeconfig := needCluster(t)
	name := fmt.Sprintf("%s-%09d", prefix, time.Now().UnixNano()%1e9)
	space := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: name}}
	if _, err := client.CoreV1().Namespaces().Create(context.Background(), space, metav1.CreateOptions{}); err != nil {
		t.Fatal(err)
	}
	return &playground{t: t, name: name, kubeconfig: kubeconfig, client: client}
}

// worker starts a worker for the namespace.
func (g *playground) worker() *process { return startProcess(g.t, g.name, g.kubeconfig) }

// step is a request or a command line for the release rel.
type step struct {
	do, chart, values string
	labels            map[string]string
	keepHistory       bool
}

func (s step) chartPath(t *testing.T) string {
	t.Helper()
	if filepath.IsAbs(s.chart) {
		return s.chart
	}
	path, err := filepath.Abs(filepath.Join(zoo, s.chart))
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// byHelm runs the command line that the operator would.
func (g *playground) byHelm(s step) string {
	g.t.Helper()
	arguments := []string{"uninstall", "rel", "--ignore-not-found", "--timeout", "60s"}
	if s.do == "upgrade" {
		values := filepath.Join(g.t.TempDir(), "values.json")
		if err := os.WriteFile(values, []byte(s.values), 0o600); err != nil {
			g.t.Fatal(err)
		}
		arguments = []string{"upgrade", "rel", s.chartPath(g.t), "--install", "--values", values, "--take-ownership",
			"--skip-crds", "--disable-openapi-validation", "--hide-notes", "--history-max", "3", "--timeout", "60s",
			"--server-side=false"}
		labels := []string{}
		for key, value := range s.labels {
			labels = append(labels, key+"="+value)
		}
		if len(labels) > 0 {
			arguments = append(arguments, "--labels", strings.Join(labels, ","))
		}
	}
	if s.keepHistory {
		arguments = append(arguments, "--keep-history")
	}
	return helm(g.t, append(arguments, "--namespace", g.name, "--kubeconfig", g.kubeconfig)...).failure
}

func (s step) request(t *testing.T) Request {
	request := Request{Do: s.do, Release: "rel", TimeoutSeconds: 60, KeepHistory: s.keepHistory}
	if s.do == "upgrade" {
		request.Chart, request.ChartDigest = s.chartPath(t), s.chart
		request.Values, request.Labels, request.HistoryMax = json.RawMessage(s.values), s.labels, 3
	}
	return request
}

// picture is everything that is in the namespace, without the parts that differ in each run.
func (g *playground) picture() string {
	g.t.Helper()
	ctx := context.Background()
	lines := []string{}
	secrets, err := g.client.CoreV1().Secrets(g.name).List(ctx, metav1.ListOptions{})
	if err != nil {
		g.t.Fatal(err)
	}
	for _, secret := range secrets.Items {
		data := map[string]any{}
		for key, value := range secret.Data {
			data[key] = string(value)
		}
		if secret.Type == "helm.sh/release.v1" {
			data["release"] = decoded(g.t, secret.Data["release"])
			// Helm does not keep this list, and the comparison is about all else.
			delete(secret.Annotations, takenAnnotation)
			for key := range secret.Labels {
				if strings.HasPrefix(key, takenPrefix) {
					delete(secret.Labels, key)
				}
			}
		}
		if len(secret.Annotations) == 0 {
			secret.Annotations = nil
		}
		lines = append(lines, g.line("Secret", secret.ObjectMeta, map[string]any{"type": secret.Type, "data": data}))
	}
	maps, err := g.client.CoreV1().ConfigMaps(g.name).List(ctx, metav1.ListOptions{})
	if err != nil {
		g.t.Fatal(err)
	}
	for _, found := range maps.Items {
		if found.Name != "kube-root-ca.crt" {
			lines = append(lines, g.line("ConfigMap", found.ObjectMeta, map[string]any{"data": found.Data, "binary": found.BinaryData}))
		}
	}
	sort.Strings(lines)
	return strings.ReplaceAll(strings.Join(lines, "\n"), g.name, "NAMESPACE")
}

// takenFields are the digests of the same list.
var takenFields = regexp.MustCompile(`"f:moduleTaken\.\d+":\{\},`)

func (g *playground) line(kind string, of metav1.ObjectMeta, rest map[string]any) string {
	g.t.Helper()
	for _, key := range []string{"createdAt", "modifiedAt"} {
		if _, has := of.Labels[key]; has {
			of.Labels[key] = "SOME TIME"
		}
	}
	managers := []string{}
	for _, entry := range of.ManagedFields {
		fields := strings.Replace(entry.FieldsV1.String(), `"f:annotations":{".":{},"f:`+takenAnnotation+`":{}},`, "", 1)
		fields = takenFields.ReplaceAllString(fields, "")
		managers = append(managers, entry.Manager+" "+string(entry.Operation)+" "+fields)
	}
	sort.Strings(managers) // else in the order of their seconds
	rest["labels"], rest["annotations"], rest["managers"] = of.Labels, of.Annotations, managers
	text, err := json.Marshal(rest)
	if err != nil {
		g.t.Fatal(err)
	}
	return kind + " " + of.Name + " " + string(text)
}

// decoded is the record of a release as JSON, its times made equal.
func decoded(t *testing.T, data []byte) any {
	t.Helper()
	packed, err := base64.StdEncoding.DecodeString(string(data))
	if err != nil {
		t.Fatal(err)
	}
	reader, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(reader)
	if err != nil {
		t.Fatal(err)
	}
	var record any
	if err := json.Unmarshal(text, &record); err != nil {
		t.Fatal(err)
	}
	return withoutTimes(record)
}

func withoutTimes(of any) any {
	switch typed := of.(type) {
	case map[string]any:
		for key, value := range typed {
			typed[key] = withoutTimes(value)
		}
	case []any:
		for i, value := range typed {
			typed[i] = withoutTimes(value)
		}
	case string:
		if at, err := time.Parse(time.RFC3339Nano, typed); err == nil && !at.IsZero() {
			return "SOME TIME"
		}
	}
	return of
}

// difference shows the first lines that are not the same.
func difference(one, other string) string {
	ones, others := strings.Split(one, "\n"), strings.Split(other, "\n")
	for i := range max(len(ones), len(others)) {
		a, b := "nothing", "nothing"
		if i < len(ones) {
			a = ones[i]
		}
		if i < len(others) {
			b = others[i]
		}
		if a != b {
			return a + "\n  instead of\n" + b
		}
	}
	return ""
}
