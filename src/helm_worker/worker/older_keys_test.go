package worker

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
)

// pastRevision is a revision in the history of release `rel`, with these members in Secret `pw`; empty: without
// the Secret.
type pastRevision struct {
	status, stringData string
}

// historyOf is a list with the records of these revisions, from 1 on.
func historyOf(t *testing.T, revisions ...pastRevision) string {
	t.Helper()
	var items []string
	for i, one := range revisions {
		manifest := "apiVersion: v1\nkind: Secret\nmetadata: {name: pw}\nstringData: {" + one.stringData + "}\n"
		if one.stringData == "" {
			manifest = ""
		}
		payload := packed(t, map[string]any{"name": "rel", "namespace": "zoo", "version": i + 1, "manifest": manifest,
			"info": map[string]any{"status": one.status}, "chart": map[string]any{"metadata": map[string]any{"name": "a", "version": "1.0.0"}}})
		items = append(items, fmt.Sprintf(`{"metadata":{"name":"sh.helm.release.v1.rel.v%d","namespace":"zoo","labels":{"name":"rel","owner":"helm",
 "status":"%s","version":"%d"}},"type":"helm.sh/release.v1","data":{"release":"%s"}}`, i+1, one.status, i+1, payload))
	}
	return `{"kind":"SecretList","apiVersion":"v1","metadata":{"resourceVersion":"7"},"items":[` + strings.Join(items, ",") + `]}`
}

// A user was away for a while, so a revision without the user's key was made, and the user is back.
func TestAKeyOfAnOlderRevisionIsFoundIfTheChartMakesItAnew(t *testing.T) {
	coded := func(text string) string { return base64.StdEncoding.EncodeToString([]byte(text)) }
	// key makes a password for a user once.
	key := func(user string) string {
		return user + `: "{{ dig "data" "` + user + `" "" $s | default (randAlphaNum 12 | b64enc) }}"`
	}
	secret := func(data string) string {
		return `{{- $s := lookup "v1" "Secret" .Release.Namespace "pw" | default dict }}` +
			"\napiVersion: v1\nkind: Secret\nmetadata: {name: pw}\ndata: { " + data + "}\n"
	}
	live := objectOf("Secret", "pw", ownMarks, `{"bob":"`+coded("bob")+`"}`)
	both, bob := pastRevision{"superseded", "bob: bob, ann: first"}, pastRevision{"deployed", "bob: bob"}
	of := func(revisions ...pastRevision) []pastRevision { return revisions }
	for name, one := range map[string]struct {
		template, live string
		revisions      []pastRevision
		has, hasNot    string // texts of the Secret that is written
		remade         string
	}{
		"back": {secret(key("bob") + ", " + key("ann")), live, of(both, bob), coded("first"), "",
			"zoo/Secret/pw (its key 'ann'), with the values of revision 1"},
		"of the newest revision that has it": {secret(key("bob") + ", " + key("ann")), live,
			of(both, pastRevision{"superseded", "bob: bob, ann: second"}, bob), coded("second"), coded("first"),
			"zoo/Secret/pw (its key 'ann'), with the values of revision 2"},
		"beside a key that has gone for good": {secret(key("bob") + ", " + key("ann")), live,
			of(pastRevision{"superseded", "bob: bob, ann: first, old: gone"}, bob), coded("first"), coded("gone"),
			"zoo/Secret/pw (its key 'ann'), with the values of revision 1"},
		"beside a key of the last revision": {secret(key("bob") + ", " + key("ann")), objectOf("Secret", "pw", ownMarks, `{"x":"eA=="}`),
			of(both, bob), coded("first"), "",
			"zoo/Secret/pw (its key 'bob'), with the values of revision 2; zoo/Secret/pw (its key 'ann'), with the values of revision 1"},
		"of an absent object": {secret(key("bob") + ", " + key("ann")), absentSecret("pw"), of(both, bob), coded("first"), "",
			"zoo/Secret/pw, with the values of revision 2; zoo/Secret/pw (its key 'ann'), with the values of revision 1"},
		"new": {secret(key("bob") + ", " + key("eve")), live, of(both, bob), `"eve"`, coded("first"), ""},
		"not back, in a chart that copies all keys": {secret(`{{ range $k, $v := $s.data }}{{ $k }}: {{ $v }}, {{ end }}new: {{ randAlphaNum 9 | b64enc }}`),
			live, of(both, bob), `"new"`, coded("first"), ""},
		"with a value of the chart": {secret(key("bob") + ", ann: c3RhdGlj"), live, of(both, bob), "c3RhdGlj", coded("first"), ""},
		"random in each revision":   {secret(key("bob") + ", ann: {{ randAlphaNum 9 | b64enc }}"), live, of(both, bob), `"ann"`, coded("first"), ""},
		"blank in the last revision": {secret(key("bob") + `, ann: ""`), live, of(both, pastRevision{"deployed", `bob: bob, ann: ""`}),
			`"ann":""`, coded("first"), ""},
		"before an uninstallation": {secret(key("bob") + ", " + key("ann")), live, of(both, pastRevision{"uninstalled", "bob: bob"}, bob),
			`"ann"`, coded("first"), ""},
		"of a revision that has failed": {secret(key("bob") + ", " + key("ann")), live, of(pastRevision{"failed", "bob: bob, ann: first"}, bob),
			`"ann"`, coded("first"), ""},
	} {
		t.Run(name, func(t *testing.T) {
			made := ""
			server := &patchingServer{badServer: newBadServer(t, map[string]string{"/api/v1": mapsAndSecrets, "/secrets/pw": one.live}),
				records: map[string]string{"rel": historyOf(t, one.revisions...)}}
			answer := startProcess(t, "zoo", kubeconfigOf(t, notingWrites(server, "pw", &made))).ask(
				Request{Do: "upgrade", Release: "rel", Chart: chartWith(t, one.template), Values: []byte("{}"), TimeoutSeconds: 60})
			if answer.Error != "" || !strings.Contains(made, one.has) || one.hasNot != "" && strings.Contains(made, one.hasNot) {
				t.Errorf("%+v, made: %s", answer, made)
			}
			compareNames(t, "remade", answer.Remade, one.remade)
		})
	}
}

// A user was away for a while, and the user's Secret with the user.
func TestAnObjectOfAnOlderRevisionIsFoundIfTheChartMakesItAnew(t *testing.T) {
	coded := func(text string) string { return base64.StdEncoding.EncodeToString([]byte(text)) }
	const asks = `{{- $s := lookup "v1" "Secret" .Release.Namespace "pw" | default dict }}` + "\n"
	const head = "apiVersion: v1\nkind: Secret\nmetadata: {name: pw}\n"
	const key = `data: {ann: "{{ dig "data" "ann" "" $s | default (randAlphaNum 12 | b64enc) }}"}` + "\n"
	with, without := pastRevision{"superseded", "ann: first, user: root"}, pastRevision{"deployed", ""}
	for name, one := range map[string]struct {
		template  string
		revisions []pastRevision
		has       string // a text of the Secret that is made
		remade    string
	}{
		"back": {asks + head + key, []pastRevision{with, without}, `"ann":"` + coded("first") + `"`,
			"zoo/Secret/pw (its key 'ann'), with the values of revision 1"},
		"whole, to a chart that takes more": {asks + head + `data: {ann: "{{ if $s }}{{ $s.data.ann }}{{ else }}{{ randAlphaNum 12 | b64enc }}{{ end }}", ` +
			`user: "{{ if $s }}{{ $s.data.user }}{{ else }}c3RhdGlj{{ end }}"}` + "\n", []pastRevision{with, without}, coded("root"),
			"zoo/Secret/pw (its key 'ann'), with the values of revision 1"},
		"not, if the chart makes it at random each time": {head + "data: {ann: '{{ randAlphaNum 12 | b64enc }}'}\n", []pastRevision{with, without}, `"ann"`, ""},
		"not, if a value decides":                        {asks + head + "data: {ann: c3RhdGlj}\n", []pastRevision{with, without}, "c3RhdGlj", ""},
		"not, if the chart makes it if it is absent": {`{{- if not (lookup "v1" "Secret" .Release.Namespace "pw") }}` + "\n" + head +
			"data: {ann: '{{ randAlphaNum 12 | b64enc }}'}\n{{ end }}", []pastRevision{with, without}, `"ann"`, ""},
		"not, before an uninstallation": {asks + head + key, []pastRevision{with, {"uninstalled", ""}, without}, `"ann"`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			made := ""
			server := &patchingServer{badServer: newBadServer(t, map[string]string{"/api/v1": mapsAndSecrets, "/secrets/pw": absentSecret("pw")}),
				records: map[string]string{"rel": historyOf(t, one.revisions...)}}
			answer := startProcess(t, "zoo", kubeconfigOf(t, notingWrites(server, "pw", &made))).ask(
				Request{Do: "upgrade", Release: "rel", Chart: chartWith(t, one.template), Values: []byte("{}"), TimeoutSeconds: 60})
			if answer.Error != "" || !strings.Contains(made, one.has) || one.remade == "" && strings.Contains(made, coded("first")) {
				t.Errorf("%+v, made: %s", answer, made)
			}
			compareNames(t, "remade", answer.Remade, one.remade)
		})
	}
}
