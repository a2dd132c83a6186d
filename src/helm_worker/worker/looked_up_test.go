package worker

import (
	"fmt"
	"strings"
	"testing"
)

func namesOf(objects []objectName) string {
	var names []string
	for _, object := range objects {
		names = append(names, object.text())
	}
	return strings.Join(names, ", ")
}

func TestARenderingReportsTheObjectsOfOthersThatItsLookupsAskFor(t *testing.T) {
	look := func(kind, name string) string {
		return fmt.Sprintf(`{{ lookup "v1" %q "db" %q | toJson | sha256sum | trunc 0 }}`, kind, name)
	}
	login := objectOf("ConfigMap", "login", "{}", "{}")
	listOf := func(items ...string) string {
		return `{"kind":"ConfigMapList","apiVersion":"v1","metadata":{"resourceVersion":"7"},"items":[` + strings.Join(items, ",") + `]}`
	}
	own := objectOf("ConfigMap", "login", ownMarks, "{}")
	recordObject := strings.Replace(login, `"uid":"1"`, `"uid":"1","labels":{"owner":"helm","version":"1"}`, 1)
	for name, one := range map[string]struct {
		template      string
		answers       map[string]string
		found, absent string
	}{
		"there":                     {look("ConfigMap", "login"), map[string]string{"/configmaps/login": login}, "ConfigMap db/login", ""},
		"absent":                    {look("ConfigMap", "login"), map[string]string{"/configmaps/login": absentConfigMap("login")}, "", "ConfigMap db/login"},
		"twice":                     {strings.Repeat(look("ConfigMap", "login"), 2), map[string]string{"/configmaps/login": login}, "ConfigMap db/login", ""},
		"its own":                   {look("ConfigMap", "login"), map[string]string{"/configmaps/login": own}, "", ""},
		"of another release":        {look("ConfigMap", "login"), map[string]string{"/configmaps/login": strings.Replace(own, `"rel"`, `"web"`, 1)}, "ConfigMap db/login", ""},
		"a list":                    {look("ConfigMap", ""), map[string]string{"/configmaps": listOf(login)}, "a ConfigMap in namespace db", ""},
		"an empty list":             {look("ConfigMap", ""), map[string]string{"/configmaps": listOf()}, "", "a ConfigMap in namespace db"},
		"a list of its own":         {look("ConfigMap", ""), map[string]string{"/configmaps": listOf(own)}, "", "a ConfigMap in namespace db"},
		"a list of records":         {look("ConfigMap", ""), map[string]string{"/configmaps": listOf(recordObject)}, "", "a ConfigMap in namespace db"},
		"a list with one of them":   {look("ConfigMap", ""), map[string]string{"/configmaps": listOf(own, login)}, "a ConfigMap in namespace db", ""},
		"a kind that is not served": {look("Thing", "login"), nil, "", "Thing db/login"},
		"none":                      {"", nil, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			answer := rendered(t, one.template, one.answers)
			if answer.Error != "" {
				t.Fatal(answer.Error)
			}
			got := answer.LookedUp
			if (got == nil) != (one.found == "" && one.absent == "") {
				t.Errorf("%+v", got)
			} else if got != nil && (namesOf(got.Found) != one.found || namesOf(got.Absent) != one.absent) {
				t.Errorf("%+v", got)
			}
		})
	}
}

func TestAnUpgradeChangesNothingIfAnObjectHasGoneSinceItWasDecided(t *testing.T) {
	const template = `{{ lookup "v1" "ConfigMap" "db" "login" | toJson | sha256sum | trunc 0 }}` + configMap
	digest := objectName{"v1", "ConfigMap", "db", "login"}.digest()
	for name, one := range map[string]struct{ label, object, failure string }{
		"gone":              {"000000" + digest, absentConfigMap("login"), "ConfigMap db/login has gone since the upgrade was decided: nothing was changed"},
		"there":             {digest, objectOf("ConfigMap", "login", "{}", "{}"), ""},
		"absent before":     {"000000", absentConfigMap("login"), ""},
		"a label that goes": {"null", absentConfigMap("login"), ""},
	} {
		t.Run(name, func(t *testing.T) {
			server := &patchingServer{badServer: newBadServer(t, map[string]string{"/configmaps/login": one.object, "/configmaps/rel": ownedObject("rel", "zoo")}),
				records: map[string]string{"rel": secretList(record(t, greeting))}}
			answer := server.ask(t, Request{Do: "upgrade", Chart: chartWith(t, template), Labels: map[string]string{"moduleLookups.0": one.label}})
			if !strings.Contains(answer.Error, one.failure) || (answer.Error == "") != (one.failure == "") {
				t.Errorf("%+v", answer)
			}
			if one.failure != "" && len(server.changes) > 0 {
				t.Errorf("changes: %v", server.changes)
			}
			if one.failure == "" && (answer.LookedUp == nil || len(answer.LookedUp.Found)+len(answer.LookedUp.Absent) != 1) {
				t.Errorf("lookups: %+v", answer.LookedUp)
			}
		})
	}
}

// The numbers are in test/core/releases/lookup_answers_test.cpp, too.
func TestObjectsHaveTheDigestsOfTheOperator(t *testing.T) {
	for object, digest := range map[objectName]string{
		{"v1", "Secret", "db", "login"}:          "1ffed2",
		{"apps/v1", "Deployment", "db", "login"}: "ce57cc",
	} {
		if object.digest() != digest {
			t.Errorf("%+v: %s", object, object.digest())
		}
	}
}

func TestAnObjectCountsAsFoundIfEachLookupHasFoundIt(t *testing.T) {
	asked := &lookedUp{}
	for _, found := range []bool{true, false, true} {
		asked.note(objectName{"v1", "Secret", "db", "login"}, found)
	}
	if got := asked.answer(); len(got.Found) != 0 || len(got.Absent) != 1 {
		t.Errorf("%+v", got)
	}
}

func TestTheReportedLookupsAreBounded(t *testing.T) {
	asked := &lookedUp{}
	for i := range 3000 {
		asked.note(objectName{"v1", "Secret", "db", fmt.Sprint(i)}, i%2 == 0)
	}
	if got := asked.answer(); len(got.Found) != lookedUpMax || len(got.Absent) != lookedUpMax {
		t.Errorf("%d, %d", len(got.Found), len(got.Absent))
	}
}
