package worker

import (
	"bytes"
	"encoding/base64"
	"io"
	"net/http"
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

const (
	// looksUpPassword is the usual way to make a password once.
	looksUpPassword = `{{- $s := lookup "v1" "Secret" .Release.Namespace "pw" }}
apiVersion: v1
kind: Secret
metadata: {name: pw}
data: {password: "{{ if $s }}{{ $s.data.password }}{{ else }}{{ randAlphaNum 12 | b64enc }}{{ end }}"}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: rel}
data: {sum: "{{ if $s }}{{ $s.data.password | sha256sum }}{{ end }}"}
`
	// looksUpKey makes the password anew if the Secret lacks it.
	looksUpKey = `{{- $s := lookup "v1" "Secret" .Release.Namespace "pw" }}
{{- $old := "" }}
{{- if $s }}{{ $old = dig "data" "password" "" $s }}{{ end }}
apiVersion: v1
kind: Secret
metadata: {name: pw}
data: {password: "{{ $old | default (randAlphaNum 12 | b64enc) }}"}
---
` + configMap
	recordedPassword = "apiVersion: v1\nkind: Secret\nmetadata: {name: pw}\nstringData: {password: first}\n---\n"
)

func absentSecret(name string) string {
	return strings.Replace(absentConfigMap(name), "configmaps", "secrets", 1)
}

// notingWrites passes requests on, and adds what is written to a Secret of this name.
func notingWrites(server http.Handler, secret string, written *string) http.Handler {
	return http.HandlerFunc(func(out http.ResponseWriter, request *http.Request) {
		body, _ := io.ReadAll(request.Body)
		if strings.Contains(string(body), `"name":"`+secret+`"`) || request.Method == http.MethodPatch && strings.HasSuffix(request.URL.Path, "/secrets/"+secret) {
			*written += string(body)
		}
		request.Body = io.NopCloser(bytes.NewReader(body))
		server.ServeHTTP(out, request)
	})
}

// A client has deleted the Secret; the record of the last revision has it.
func TestAPasswordOfAnAbsentObjectIsTakenFromTheRecord(t *testing.T) {
	first := base64.StdEncoding.EncodeToString([]byte("first"))
	withoutKey := objectOf("Secret", "pw", ownMarks, `{"pin":"bGl2ZQ=="}`)
	there := objectOf("Secret", "pw", ownMarks, `{"password":"bGl2ZQ=="}`)
	const switchOfChart = `{{ if not (lookup "v1" "Secret" .Release.Namespace "pw") }}` + "\n" + recordedPassword + "{{ end }}" + configMap
	const randomOnce = `{{ if not (lookup "v1" "Secret" .Release.Namespace "pw") }}` +
		"\napiVersion: v1\nkind: Secret\nmetadata: {name: pw}\nstringData: {password: '{{ randAlphaNum 8 }}'}\n---\n{{ end }}" + configMap
	for name, one := range map[string]struct {
		template, live, record string
		has, hasNot            string // in the Secret that is made
		remade                 string
	}{
		"absent": {looksUpPassword, absentSecret("pw"), recordedPassword + configMap, first, "", "zoo/Secret/pw, with the values of revision 1"},
		"with a namespace in the record": {looksUpPassword, absentSecret("pw"),
			strings.Replace(recordedPassword, "name: pw", "name: pw, namespace: zoo", 1), first, "", "zoo/Secret/pw, with the values of revision 1"},
		"of another namespace":            {looksUpPassword, absentSecret("pw"), strings.Replace(recordedPassword, "name: pw", "name: pw, namespace: b", 1), "", first, ""},
		"there":                           {looksUpPassword, there, recordedPassword + configMap, "", first, ""},
		"not in the record":               {looksUpPassword, absentSecret("pw"), configMap, "", first, ""},
		"asked for whether it is there":   {switchOfChart, absentSecret("pw"), recordedPassword + configMap, `"password":"first"`, "", ""},
		"left out if it is there":         {randomOnce, absentSecret("pw"), recordedPassword + configMap, `"kind":"Secret"`, `"password":"first"`, ""},
		"its key is absent":               {looksUpKey, withoutKey, recordedPassword + configMap, first, "", "zoo/Secret/pw (its key 'password'), with the values of revision 1"},
		"its key is blank":                {looksUpKey, strings.Replace(there, "bGl2ZQ==", "", 1), recordedPassword + configMap, first, "", "zoo/Secret/pw (its key 'password'), with the values of revision 1"},
		"copied, its key is absent":       {looksUpPassword, withoutKey, recordedPassword + configMap, first, "", "zoo/Secret/pw (its key 'password'), with the values of revision 1"},
		"copied, its key is blank":        {looksUpPassword, strings.Replace(there, "bGl2ZQ==", "", 1), recordedPassword + configMap, first, "", "zoo/Secret/pw (its key 'password'), with the values of revision 1"},
		"its key is not in the record":    {looksUpKey, withoutKey, strings.Replace(recordedPassword, "password", "pin", 1) + configMap, `"password"`, first, ""},
		"its key has a default":           {strings.Replace(looksUpKey, "(randAlphaNum 12 | b64enc)", `"c3RhdGlj"`, 1), withoutKey, recordedPassword + configMap, "c3RhdGlj", first, ""},
		"its key, if a tool replaces it":  {looksUpKey, objectOf("Secret", "pw", "{}", `{"pin":"bGl2ZQ=="}`), recordedPassword + configMap, first, "", "zoo/Secret/pw (its key 'password'), with the values of revision 1"},
		"the key of a user's object":      {looksUpKey, objectOf("Secret", "pw", "{}", `{"pin":"bGl2ZQ=="}`), configMap, `"password"`, first, ""},
		"the key of another one's object": {looksUpKey, objectOf("Secret", "pw", `{"meta.helm.sh/release-name":"b","meta.helm.sh/release-namespace":"zoo"}`, `{"pin":"bGl2ZQ=="}`), recordedPassword + configMap, `"password"`, first, ""},
	} {
		t.Run(name, func(t *testing.T) {
			made := ""
			server := &patchingServer{badServer: newBadServer(t, map[string]string{"/api/v1": mapsAndSecrets, "/secrets/pw": one.live,
				"/configmaps/rel": objectOf("ConfigMap", "rel", ownMarks, "{}")}), records: map[string]string{"rel": secretList(record(t, one.record))}}
			answer := startProcess(t, "zoo", kubeconfigOf(t, notingWrites(server, "pw", &made))).ask(
				Request{Do: "upgrade", Release: "rel", Chart: chartWith(t, one.template), Values: []byte("{}"), TimeoutSeconds: 60})
			if answer.Error != "" || !strings.Contains(made, one.has) || one.hasNot != "" && strings.Contains(made, one.hasNot) {
				t.Errorf("%+v, made: %s", answer, made)
			}
			compareNames(t, "remade", answer.Remade, one.remade)
		})
	}
}

// A rendering equals the last revision if the chart takes the key from the record, so it names the key.
func TestARenderingNamesKeysThatTheClusterLacks(t *testing.T) {
	for name, one := range map[string]struct{ live, lacking string }{
		"a key is absent":      {objectOf("Secret", "pw", ownMarks, `{"pin":"bGl2ZQ=="}`), "zoo/Secret/pw (its key 'password')"},
		"all is there":         {objectOf("Secret", "pw", ownMarks, `{"password":"bGl2ZQ=="}`), ""},
		"the object is absent": {absentSecret("pw"), ""},
	} {
		t.Run(name, func(t *testing.T) {
			server := &patchingServer{badServer: newBadServer(t, map[string]string{"/api/v1": mapsAndSecrets, "/secrets/pw": one.live}),
				records: map[string]string{"rel": secretList(record(t, recordedPassword+configMap))}}
			answer := startProcess(t, "zoo", kubeconfigOf(t, withSchemas(server))).ask(Request{Do: "render", Release: "rel", AsksCluster: true,
				KubeVersion: "v1.30.0", APIVersions: []string{"v1"}, Chart: chartWith(t, looksUpKey), Values: []byte("{}"), TimeoutSeconds: 60})
			if answer.Error != "" || len(answer.Remade) > 0 {
				t.Errorf("%+v", answer)
			}
			compareNames(t, "lacking", answer.Lacking, one.lacking)
		})
	}
}

func TestACertificateOfAnAbsentObjectIsTakenFromTheRecordOnARealServer(t *testing.T) {
	g := newPlayground(t, "zoo-former")
	worker := g.worker()
	const template = `{{- $s := lookup "v1" "Secret" .Release.Namespace "ca" }}
{{- $ca := genCA "ca" 365 }}
{{- if $s }}{{ $ca = buildCustomCert (index $s.data "tls.crt") (index $s.data "tls.key") }}{{ end }}
apiVersion: v1
kind: Secret
metadata: {name: ca}
data: {tls.crt: {{ $ca.Cert | b64enc }}, tls.key: {{ $ca.Key | b64enc }}}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: trust}
data: {ca.crt: {{ $ca.Cert | quote }}}
`
	upgrade := step{do: "upgrade", chart: chartWith(t, template), values: "{}"}
	content := func() string {
		secret, err := g.client.CoreV1().Secrets(g.name).Get(t.Context(), "ca", metav1.GetOptions{})
		if err != nil {
			t.Fatal(err)
		}
		trust, err := g.client.CoreV1().ConfigMaps(g.name).Get(t.Context(), "trust", metav1.GetOptions{})
		if err != nil {
			t.Fatal(err)
		}
		return string(secret.Data["tls.crt"]) + string(secret.Data["tls.key"]) + trust.Data["ca.crt"]
	}
	if answer := worker.ask(upgrade.request(t)); answer.Error != "" || len(answer.Remade) > 0 {
		t.Fatalf("%+v", answer)
	}
	before := content()
	if err := g.client.CoreV1().Secrets(g.name).Delete(t.Context(), "ca", metav1.DeleteOptions{}); err != nil {
		t.Fatal(err)
	}
	answer := worker.ask(upgrade.request(t))
	if content() != before {
		t.Errorf("certificates have changed: %+v", answer)
	}
	compareNames(t, "remade", answer.Remade, g.name+"/Secret/ca, with the values of revision 1")
}
