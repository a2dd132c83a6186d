package worker

import (
	"fmt"
	"strings"
	"testing"
)

// absentConfigMap is the API server's answer about a ConfigMap that is not there.
func absentConfigMap(name string) string {
	return `{"kind":"Status","apiVersion":"v1","status":"Failure","reason":"NotFound","message":"gone","details":{"name":"` +
		name + `","kind":"configmaps"},"code":404}`
}

func TestAFailedTemplateNamesTheLookupsThatFoundNothing(t *testing.T) {
	const nothing = `{{ lookup "v1" "ConfigMap" "db" "login" }}`
	for name, one := range map[string]struct{ template, words string }{
		"a nil pointer":     {`{{ $x := lookup "v1" "ConfigMap" "db" "login" }}{{ $x.data.password }}`, "; lookup found no ConfigMap db/login"},
		"a required value":  {`{{ $x := lookup "v1" "ConfigMap" "db" "login" }}{{ required "no login" $x.data }}`, "; lookup found no ConfigMap db/login"},
		"a named template":  {`{{ define "x" }}{{ (lookup "v1" "ConfigMap" .Release.Namespace "login").data.a }}{{ end }}{{ include "x" . }}`, "; lookup found no ConfigMap zoo/login"},
		"once":              {nothing + nothing + `{{ fail "x" }}`, "; lookup found no ConfigMap db/login"},
		"without a lookup":  {`{{ fail "x" }}`, ": x"},
		"with other errors": {nothing + "\na: [", "\n"},
	} {
		t.Run(name, func(t *testing.T) {
			answer := rendered(t, one.template, map[string]string{"/configmaps/login": absentConfigMap("login")})
			if answer.Error == "" || !strings.Contains(answer.Error, one.words+"\n") || strings.Count(answer.Error, "lookup found") > 1 ||
				strings.Contains(one.words, "lookup") != strings.Contains(answer.Error, "lookup found") {
				t.Errorf("%+v", answer)
			}
		})
	}
}

func TestAMissingObjectHasTheNamesThatBeginAlike(t *testing.T) {
	const looksUp = `{{ (lookup "v1" "ConfigMap" "db" "login").data.a }}`
	list := `{"kind":"PartialObjectMetadataList","apiVersion":"meta.k8s.io/v1","metadata":{"resourceVersion":"7"},"items":[` +
		`{"metadata":{"name":"other"}},{"metadata":{"name":"logs"}},{"metadata":{"name":"login-v2"}}]}`
	answers := map[string]string{"/configmaps/login": absentConfigMap("login"), "/configmaps": list}
	if answer := rendered(t, looksUp, answers); !strings.Contains(answer.Error, "; lookup found no ConfigMap db/login (of that kind are there: login-v2)\n") {
		t.Errorf("%+v", answer)
	}
	answers["/configmaps"] = `{"kind":"Status","apiVersion":"v1","status":"Failure","reason":"Forbidden","message":"no","code":403}`
	if answer := rendered(t, looksUp, answers); !strings.Contains(answer.Error, "; lookup found no ConfigMap db/login\n") {
		t.Errorf("%+v", answer)
	}
}

func TestNamesAreAlikeByTheirBegin(t *testing.T) {
	for wanted, names := range map[string][]string{
		"postgres-login": {"postgres-login-v2", "postgres-logins", "postgres", "pg-login", "postgres-login"},
		"ab":             {"abc"},
	} {
		got := strings.Join(alike(wanted, names), " ")
		if want := map[string]string{"postgres-login": "postgres-login-v2 postgres-logins", "ab": ""}[wanted]; got != want {
			t.Errorf("%s: %q", wanted, got)
		}
	}
}

func TestOfManyLookupsThatFoundNothingAFewAreNamed(t *testing.T) {
	answers := map[string]string{}
	for i := range 50 {
		name := fmt.Sprintf("login-%d", i)
		answers["/configmaps/"+name] = absentConfigMap(name)
	}
	answer := rendered(t, `{{ range until 50 }}{{ lookup "v1" "ConfigMap" "db" (printf "login-%d" .) }}{{ end }}{{ fail "x" }}`, answers)
	if !strings.Contains(answer.Error, "; lookup found no ConfigMap db/login-49, ConfigMap db/login-48, ConfigMap db/login-47 and 47 more\n") {
		t.Errorf("%+v", answer)
	}
}

func TestAnUpgradeNamesTheLookupsThatFoundNothing(t *testing.T) {
	server := newBadServer(t, map[string]string{"/configmaps/login": absentConfigMap("login"),
		"/secrets": `{"kind":"SecretList","apiVersion":"v1","metadata":{"resourceVersion":"7"},"items":[]}`})
	worker := startProcess(t, "zoo", kubeconfigOf(t, server))
	chart := writeFiles(t, map[string]string{"Chart.yaml": "apiVersion: v2\nname: a\nversion: 1.0.0\n",
		"templates/a.yaml": `{{ (lookup "v1" "ConfigMap" "db" "login").data.a }}`})
	answer := worker.ask(Request{Do: "upgrade", Release: "rel", Chart: chart, Values: []byte("{}"), TimeoutSeconds: 9})
	if !strings.HasSuffix(answer.Error, "; lookup found no ConfigMap db/login") {
		t.Errorf("%+v", answer)
	}
}
