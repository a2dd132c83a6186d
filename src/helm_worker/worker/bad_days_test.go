package worker

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	authv1 "k8s.io/api/authentication/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
)

// await asks until the answer is yes, for a minute.
func await(t *testing.T, what string, yes func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if yes() {
			return
		}
	}
	t.Fatalf("this did not happen: %s", what)
}

// statusOf is the status in the label of a revision's record.
func (g *playground) statusOf(revision int) string {
	g.t.Helper()
	name := fmt.Sprintf("sh.helm.release.v1.rel.v%d", revision)
	found, err := g.client.CoreV1().Secrets(g.name).Get(context.Background(), name, metav1.GetOptions{})
	if err != nil {
		return err.Error()
	}
	return found.Labels["status"]
}

// hangs begins a request with a hook that is a Pod, which is never started, and waits until it does.
func (g *playground) hangs(worker *process, s step) (int64, <-chan Answer) {
	g.t.Helper()
	pods := g.client.CoreV1().Pods(g.name)
	before := ""
	if pod, err := pods.Get(context.Background(), "rel-hook", metav1.GetOptions{}); err == nil {
		before = string(pod.UID)
	}
	id, waiting := worker.send(s.request(g.t))
	await(g.t, "the Pod of the hook is there", func() bool {
		pod, err := pods.Get(context.Background(), "rel-hook", metav1.GetOptions{})
		return err == nil && string(pod.UID) != before
	})
	return id, waiting
}

var hanging = step{do: "upgrade", chart: "pending", values: "{}"}

func TestACancelledRequestIsRecordedAsFailedAndCanBeRepeated(t *testing.T) {
	g := newPlayground(t, "zoo-stop")
	worker := g.worker()
	id, waiting := g.hangs(worker, hanging)
	if other := worker.ask(Request{Do: "render", Release: "other", Chart: step{chart: "plain"}.chartPath(t),
		Values: json.RawMessage("{}")}); other.Error != "" {
		t.Errorf("another request meanwhile: %+v", other)
	}
	worker.write(Request{ID: id, Do: "cancel"})
	if answer := worker.await(waiting); answer.Error != "context canceled" {
		t.Errorf("an installation: %+v", answer)
	}
	if status := g.statusOf(1); status != "failed" {
		t.Errorf("after a cancelled installation: %s", status)
	}
	id, waiting = g.hangs(worker, hanging)
	worker.write(Request{ID: id, Do: "cancel"})
	if answer := worker.await(waiting); !strings.HasPrefix(answer.Error, "UPGRADE FAILED: ") ||
		!strings.Contains(answer.Error, "context canceled") {
		t.Errorf("an upgrade: %+v", answer)
	}
	if status := g.statusOf(2); status != "failed" {
		t.Errorf("after a cancelled upgrade: %s", status)
	}
	again := step{do: "upgrade", chart: "plain", values: "{}"}
	if answer := worker.ask(again.request(t)); answer.Error != "" || answer.Revision != 3 || answer.Status != "deployed" {
		t.Errorf("afterwards: %+v", answer)
	}
}

func TestAWaitForAHookIsAStage(t *testing.T) {
	g := newPlayground(t, "zoo-stage")
	worker := g.worker()
	id, waiting := g.hangs(worker, hanging)
	await(t, "the stage names the Pod", func() bool { return worker.stage(id) == "waits for Pod rel-hook" })
	worker.write(Request{ID: id, Do: "cancel"})
	worker.await(waiting)
	// The end of the wait may be reported after the answer.
	await(t, "no stage is left after the end", func() bool { return worker.stage(id) == "" })
}

func TestAHookWhoseObjectIsHeldByAFinalizerNamesIt(t *testing.T) {
	g := newPlayground(t, "zoo-final")
	worker := g.worker()
	hook := chartWith(t, "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: held\n  finalizers: [example.com/hold]\n"+
		"  annotations: {helm.sh/hook: \"pre-install,pre-upgrade\"}\n")
	install := step{do: "upgrade", chart: hook, values: "{}"}
	if answer := worker.ask(install.request(t)); answer.Error != "" {
		t.Fatalf("%+v", answer)
	}
	const words = "ConfigMap/held is being deleted, and its finalizer example.com/hold holds it"
	if answer := worker.ask(install.request(t)); !strings.Contains(answer.Error, words) {
		t.Errorf("%+v", answer)
	}
	free := []byte(`{"metadata":{"finalizers":null}}`)
	if _, err := g.client.CoreV1().ConfigMaps(g.name).Patch(context.Background(), "held", types.MergePatchType, free, metav1.PatchOptions{}); err != nil {
		t.Fatal(err)
	}
}

func TestLogsOfAHookAreAskedForAsItsChartWants(t *testing.T) {
	g := newPlayground(t, "zoo-logs")
	worker := g.worker()
	_, waiting := worker.send(step{do: "upgrade", chart: "logs", values: "{}"}.request(t))
	jobs := g.client.BatchV1().Jobs(g.name)
	await(t, "the Job of the hook is there", func() bool {
		job, err := jobs.Get(context.Background(), "rel-hook", metav1.GetOptions{})
		if err != nil {
			return false
		}
		now := metav1.Now()
		job.Status.StartTime, job.Status.CompletionTime, job.Status.Succeeded = &now, &now, 1
		job.Status.Conditions = []batchv1.JobCondition{{Type: batchv1.JobSuccessCriteriaMet, Status: corev1.ConditionTrue},
			{Type: batchv1.JobComplete, Status: corev1.ConditionTrue}}
		_, err = jobs.UpdateStatus(context.Background(), job, metav1.UpdateOptions{})
		if err != nil {
			t.Log(err)
		}
		return err == nil
	})
	if answer := worker.await(waiting); answer.Error != "" || answer.Status != "deployed" {
		t.Errorf("%+v", answer)
	}
}

// limited makes a kubeconfig of a service account that may do everything with secrets, and has no other
// right.
func (g *playground) limited() string {
	g.t.Helper()
	ctx := context.Background()
	subject := rbacv1.Subject{Kind: "ServiceAccount", Name: "limited", Namespace: g.name}
	rules := []rbacv1.PolicyRule{{APIGroups: []string{""}, Resources: []string{"secrets"}, Verbs: []string{"*"}}}
	_, err := g.client.CoreV1().ServiceAccounts(g.name).Create(ctx,
		&corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Name: "limited"}}, metav1.CreateOptions{})
	if err == nil {
		_, err = g.client.RbacV1().Roles(g.name).Create(ctx,
			&rbacv1.Role{ObjectMeta: metav1.ObjectMeta{Name: "limited"}, Rules: rules}, metav1.CreateOptions{})
	}
	if err == nil {
		_, err = g.client.RbacV1().RoleBindings(g.name).Create(ctx, &rbacv1.RoleBinding{ObjectMeta: metav1.ObjectMeta{Name: "limited"},
			Subjects: []rbacv1.Subject{subject}, RoleRef: rbacv1.RoleRef{APIGroup: "rbac.authorization.k8s.io", Kind: "Role", Name: "limited"}},
			metav1.CreateOptions{})
	}
	if err != nil {
		g.t.Fatal(err)
	}
	token, err := g.client.CoreV1().ServiceAccounts(g.name).CreateToken(ctx, "limited", &authv1.TokenRequest{}, metav1.CreateOptions{})
	if err != nil {
		g.t.Fatal(err)
	}
	config, err := clientcmd.LoadFromFile(g.kubeconfig)
	if err != nil {
		g.t.Fatal(err)
	}
	for name := range config.AuthInfos {
		config.AuthInfos[name] = &clientcmdapi.AuthInfo{Token: token.Status.Token}
	}
	path := filepath.Join(g.t.TempDir(), "limited")
	if err := clientcmd.WriteToFile(*config, path); err != nil {
		g.t.Fatal(err)
	}
	return path
}

func TestNothingIsUninstalledThatMayNotBeSeen(t *testing.T) {
	g := newPlayground(t, "zoo-hide")
	worker := g.worker()
	if answer := worker.ask(step{do: "upgrade", chart: "plain", values: "{}"}.request(t)); answer.Error != "" {
		t.Fatalf("%+v", answer)
	}
	limited := startProcess(t, g.name, g.limited())
	answer := limited.ask(step{do: "uninstall"}.request(t))
	if !strings.Contains(answer.Error, "nothing was uninstalled") || !strings.Contains(answer.Error, "forbidden") {
		t.Errorf("%+v", answer)
	}
	if status := g.statusOf(1); status != "deployed" {
		t.Errorf("the record is %s", status)
	}
	if answer := worker.ask(step{do: "uninstall"}.request(t)); answer.Status != "uninstalled" {
		t.Errorf("with the rights again: %+v", answer)
	}
}

func TestACancelledDeletionIsRecordedAsBegun(t *testing.T) {
	g := newPlayground(t, "zoo-gone")
	worker := g.worker()
	id, waiting := g.hangs(worker, hanging)
	worker.write(Request{ID: id, Do: "cancel"})
	worker.await(waiting)
	id, waiting = g.hangs(worker, step{do: "uninstall"})
	worker.write(Request{ID: id, Do: "cancel"})
	if answer := worker.await(waiting); answer.Error == "" {
		t.Errorf("a deletion: %+v", answer)
	}
	if status := g.statusOf(1); status != "uninstalling" {
		t.Errorf("after a cancelled deletion: %s", status)
	}
}

// The revision that is under way stays as it is when helm is killed: pending.
func TestTheEndOfTheInputEndsAProcessThatIsBusy(t *testing.T) {
	g := newPlayground(t, "zoo-ends")
	worker := g.worker()
	g.hangs(worker, hanging)
	worker.input.Close()
	<-worker.ended
	if err := worker.command.Wait(); err != nil {
		t.Error(err)
	}
	if status := g.statusOf(1); status != "pending-install" {
		t.Error(status)
	}
	next := g.worker().ask((step{do: "upgrade", chart: "plain", values: "{}"}).request(t))
	expected := g.byHelm(step{do: "upgrade", chart: "plain", values: "{}"})
	if next.Error != expected || expected == "" {
		t.Errorf("the next: %q, helm: %q", next.Error, expected)
	}
}

func TestATermSignalLetsRequestsSayThatTheyFailed(t *testing.T) {
	g := newPlayground(t, "zoo-term")
	worker := g.worker()
	_, waiting := g.hangs(worker, hanging)
	if err := worker.command.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if answer := worker.await(waiting); answer.Error != "context canceled" {
		t.Errorf("%+v", answer)
	}
	<-worker.ended
	if err := worker.command.Wait(); err != nil {
		t.Error(err)
	}
	if status := g.statusOf(1); status != "failed" {
		t.Error(status)
	}
}

func TestAReleaseTooLargeForASecretFailsInHelmsWords(t *testing.T) {
	byHelm, byWorker := newPlayground(t, "zoo-helm"), newPlayground(t, "zoo-work")
	noise := make([]byte, 700000)
	source := rand.New(rand.NewSource(1))
	for i := range noise {
		noise[i] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_"[source.Intn(64)]
	}
	s := step{do: "upgrade", chart: "large", values: `{"noise":"` + string(noise) + `"}`}
	expected := byHelm.byHelm(s)
	if !strings.Contains(expected, "Too long") {
		t.Fatal(expected)
	}
	compareStep(t, "it", byWorker.worker().ask(s.request(t)), expected, byHelm, byWorker)
}

func TestAnAPIServerThatIsNotThereIsNamedInHelmsWords(t *testing.T) {
	_, real := needCluster(t)
	kubeconfig := filepath.Join(t.TempDir(), "kubeconfig")
	write := func(text []byte) {
		if err := os.WriteFile(kubeconfig, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write([]byte(`{apiVersion: v1, kind: Config, clusters: [{name: c, cluster: {server: "http://127.0.0.1:1"}}],
 contexts: [{name: c, context: {cluster: c, user: u}}], users: [{name: u}], current-context: c}`))
	g := &playground{t: t, name: "default", kubeconfig: kubeconfig}
	worker := g.worker()
	for _, s := range []step{{do: "upgrade", chart: "plain", values: "{}"}, {do: "uninstall"}} {
		if answer, expected := worker.ask(s.request(t)), g.byHelm(s); answer.Error != expected || expected == "" {
			t.Errorf("%s: %q, helm: %q", s.do, answer.Error, expected)
		}
	}
	// A kubeconfig that has changed counts from then on.
	text, err := os.ReadFile(real)
	if err != nil {
		t.Fatal(err)
	}
	write(text)
	nobody := Request{Do: "uninstall", Release: "nobody", TimeoutSeconds: 60}
	if answer := worker.ask(nobody); answer.Status != "absent" {
		t.Errorf("%+v", answer)
	}
}

func TestAKindThatComesLaterIsFound(t *testing.T) {
	g := newPlayground(t, "zoo-kind")
	group := g.name + ".example.com"
	kind := func(with string) string {
		return writeFiles(t, map[string]string{"Chart.yaml": "apiVersion: v2\nname: kinds\nversion: 1.0.0\n", "templates/a.yaml": with})
	}
	definition := kind(`apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.` + group + `}
spec:
  group: ` + group + `
  scope: Namespaced
  names: {plural: things, singular: thing, kind: Thing}
  versions:
    - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}}
`)
	thing := kind(`{{ if .Capabilities.APIVersions.Has "` + group + `/v1/Thing" }}
apiVersion: ` + group + `/v1
kind: Thing
metadata: {name: {{ .Release.Name }}}
{{ else }}{{ fail "no such kind" }}{{ end }}
`)
	worker := g.worker()
	install := func(release, chart string) Answer {
		return worker.ask(Request{Do: "upgrade", Release: release, Chart: chart, Values: json.RawMessage("{}"), TimeoutSeconds: 60})
	}
	if answer := install("things", thing); !strings.Contains(answer.Error, "no such kind") {
		t.Errorf("before: %+v", answer)
	}
	if answer := install("definitions", definition); answer.Error != "" {
		t.Fatalf("%+v", answer)
	}
	var last Answer
	await(t, "the kind is found", func() bool {
		last = install("things", thing)
		return last.Error == ""
	})
	for _, release := range []string{"things", "definitions"} {
		if answer := worker.ask(Request{Do: "uninstall", Release: release, TimeoutSeconds: 60}); answer.Status != "uninstalled" {
			t.Errorf("%+v", answer)
		}
	}
}
