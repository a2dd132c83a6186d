package worker

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// knownKeys are the digests of an object and of keys that its last revision had found.
func knownKeys(object objectName, keys ...string) string {
	digests := object.digest()
	for _, key := range keys {
		first, second := object.key(key)
		digests += first.digest() + second.digest()
	}
	return digests
}

func withLookups(records, digests string) string {
	return strings.Replace(records, `"version":"1"`, `"version":"1","moduleLookups.0":"`+digests+`"`, 1)
}

func TestAKeyThatWasFoundAndIsAbsentCountsLikeAnAbsentObject(t *testing.T) {
	const copies = `# {{ with (lookup "v1" "Secret" "db" "login").data }}{{ .password }}{{ end }}`
	const byIndex = `# {{ index (lookup "v1" "Secret" "db" "login").data "tls.key" }}`
	const byValue = `# {{ index (lookup "v1" "Secret" "db" "login").data .Values.key }}`
	const copiesAll = `# {{ range $k, $v := (lookup "v1" "Secret" "db" "login").data }}{{ $v }}{{ end }}`
	login := objectName{"v1", "Secret", "db", "login"}
	for name, one := range map[string]struct{ template, data, known, record, absent string }{
		"absent":              {copies, `{"other":"eA=="}`, knownKeys(login, "password"), configMap, "Secret db/login (its key 'password')"},
		"blank":               {copies, `{"password":""}`, knownKeys(login, "password"), configMap, "Secret db/login (its key 'password')"},
		"white space":         {copies, `{"password":"IAo="}`, knownKeys(login, "password"), configMap, "Secret db/login (its key 'password')"},
		"without data":        {copies, `null`, knownKeys(login, "password"), configMap, "Secret db/login (its key 'password')"},
		"by index":            {byIndex, `{"tls.crt":"eA=="}`, knownKeys(login, "tls.crt", "tls.key"), configMap, "Secret db/login (its key 'tls.key')"},
		"by a value":          {byValue, `{"other":"eA=="}`, knownKeys(login, "pw"), configMap, "Secret db/login (its key 'pw')"},
		"all are copied":      {copiesAll, `{"other":"eA=="}`, knownKeys(login, "first"), "apiVersion: v1\nkind: Secret\nmetadata: {name: x}\nstringData: {first: a}\n", "Secret db/login (its key 'first')"},
		"there":               {copies, `{"password":"eA=="}`, knownKeys(login, "password"), configMap, ""},
		"absent before":       {copies, `{"other":"eA=="}`, knownKeys(login), configMap, ""},
		"an earlier revision": {copies, `{"other":"eA=="}`, "", configMap, ""},
		"half of its digest":  {copies, `{"other":"eA=="}`, knownKeys(login, "password")[:12], configMap, ""},
	} {
		t.Run(name, func(t *testing.T) {
			worker := startProcess(t, "zoo", kubeconfigOf(t, newBadServer(t, map[string]string{"/api/v1": mapsAndSecrets,
				"/secrets/login": objectOf("Secret", "login", "{}", one.data), "/secrets": withLookups(secretList(record(t, one.record)), one.known)})))
			answer := worker.ask(Request{Do: "render", Release: "rel", Chart: chartWith(t, one.template+"\n"), Values: json.RawMessage(`{"key":"pw"}`), AsksCluster: true})
			if answer.Error != "" || answer.LookedUp == nil || namesOf(answer.LookedUp.Absent) != one.absent {
				t.Errorf("%+v, %+v", answer, answer.LookedUp)
			}
		})
	}
}

func TestAnUpgradeChangesNothingIfAKeyHasGoneSinceItWasDecided(t *testing.T) {
	const template = `{{ lookup "v1" "ConfigMap" "db" "login" | dig "data" "password" "" | trunc 0 }}` + configMap
	login := objectName{"v1", "ConfigMap", "db", "login"}
	server := &patchingServer{badServer: newBadServer(t, map[string]string{"/configmaps/login": objectOf("ConfigMap", "login", "{}", `{"other":"x"}`),
		"/configmaps/rel": ownedObject("rel", "zoo")}), records: map[string]string{"rel": secretList(record(t, greeting))}}
	answer := server.ask(t, Request{Do: "upgrade", Chart: chartWith(t, template), Labels: map[string]string{"moduleLookups.0": knownKeys(login, "password")}})
	const failure = "ConfigMap db/login (its key 'password') has gone since the upgrade was decided: nothing was changed"
	if !strings.Contains(answer.Error, failure) || len(server.changes) > 0 {
		t.Errorf("%+v, changes: %v", answer, server.changes)
	}
}

func TestReportedKeysTakeNoRoomOfObjects(t *testing.T) {
	asked := &lookedUp{}
	for i := range 390 {
		asked.note(objectName{"v1", "Secret", "db", fmt.Sprint(i)}, true)
		asked.noteKey(objectName{"v1", "Secret", "db", fmt.Sprint(i)}, "a", true, i == 389)
	}
	got := asked.answer().Found
	if len(got) != labelDigestsMax || got[389].Name != "389" || got[390].Name != "389#a" || got[391].Name != "389#a#" {
		t.Errorf("%d: %+v", len(got), got[385:])
	}
}

// The number is in test/core/releases/lookup_answers_test.cpp, too.
func TestAKeyHasTheDigestOfTheOperator(t *testing.T) {
	if first, _ := (objectName{"v1", "Secret", "db", "login"}).key("password"); first.digest() != "8c6066" || first.Name != "login#password" {
		t.Error(first.digest())
	}
}
