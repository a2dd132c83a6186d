package worker

import (
	"strings"
	"testing"
)

const passwordOfChart = "apiVersion: v1\nkind: Secret\nmetadata: {name: rel}\n" +
	"stringData: {pw: chart, random: '{{ randAlphaNum 8 }}'}\n"

// The records have gone, and with them the values that a user has set.
func TestValuesOfAReleaseWithLostRecordsAreNamedBeforeTheyChange(t *testing.T) {
	const users, charts = `{"pw":"dXNlcg==","random":"b2xkLW9sZA=="}`, `{"pw":"Y2hhcnQ=","random":"b2xkLW9sZA=="}`
	const place = "zoo/Secret/rel (data.pw)"
	kept := strings.Replace(ownMarks, "{", `{"helm.sh/resource-policy":"keep",`, 1)
	superseded := map[string]string{"rel": strings.ReplaceAll(secretList(record(t, "")), "deployed", "superseded")}
	for name, one := range map[string]struct {
		records    map[string]string
		object     string
		asks       bool
		lost       string
		unrecorded bool
	}{
		"all records":                       {nil, objectOf("Secret", "rel", ownMarks, users), true, place, false},
		"all records, the same values":      {nil, objectOf("Secret", "rel", ownMarks, charts), true, "", true},
		"all records, after the wait":       {nil, objectOf("Secret", "rel", ownMarks, users), false, "", false},
		"a key that the object has alone":   {nil, objectOf("Secret", "rel", ownMarks, `{"more":"dXNlcg=="}`), true, "", true},
		"none, an uninstallation kept it":   {nil, objectOf("Secret", "rel", kept, users), true, "", false},
		"none, the object is of a user":     {nil, objectOf("Secret", "rel", "{}", users), true, "", false},
		"the newest, without annotations":   {superseded, withoutMarks(users), true, place, false},
		"the newest record":                 {superseded, objectOf("Secret", "rel", ownMarks, users), true, place, false},
		"the newest record, the same":       {superseded, objectOf("Secret", "rel", ownMarks, charts), true, "", false},
		"the newest record, after the wait": {superseded, objectOf("Secret", "rel", ownMarks, users), false, "", false},
	} {
		t.Run(name, func(t *testing.T) {
			server := &patchingServer{badServer: newBadServer(t, map[string]string{"/api/v1": mapsAndSecrets, "/secrets/rel": one.object}), records: one.records}
			answer := server.ask(t, Request{Do: "upgrade", Chart: chartWith(t, passwordOfChart), SparesOwn: one.asks})
			_, lost, _ := strings.Cut(answer.Error, lostRecordsPhrase)
			if lost != one.lost || answer.Unrecorded != one.unrecorded || one.lost == "" && answer.Error != "" {
				t.Errorf("%+v", answer)
			}
			if one.lost != "" && len(server.changes)+len(server.patches) > 0 {
				t.Errorf("changed: %v", server.changes)
			}
		})
	}
}

// withoutMarks is the Secret of the release after a tool has taken its annotations away.
func withoutMarks(data string) string {
	return strings.Replace(objectOf("Secret", "rel", "{}", data), `"uid":"1"`, `"uid":"1","managedFields":[{"manager":"helm","operation":"Update"}]`, 1)
}

// A Secret of a release without records has lost its annotations, and another object has not.
func TestObjectsWithoutAnnotationsBelongToTheReleaseWithLostRecords(t *testing.T) {
	const chart = passwordOfChart + "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: mine}\ndata: {host: chart}\n"
	for name, one := range map[string]struct{ data, failure, kept string }{
		"other values":  {`{"pw":"dXNlcg==","random":"b2xk"}`, lostRecordsPhrase + "zoo/Secret/rel (data.pw)", ""},
		"random values": {`{"pw":"Y2hhcnQ=","random":"b2xk"}`, "", "zoo/Secret/rel, values that each rendering makes anew"},
	} {
		t.Run(name, func(t *testing.T) {
			server := &patchingServer{badServer: newBadServer(t, map[string]string{"/api/v1": mapsAndSecrets,
				"/secrets/rel": withoutMarks(one.data), "/configmaps/mine": objectOf("ConfigMap", "mine", ownMarks, `{"host":"chart"}`)})}
			answer := server.ask(t, Request{Do: "upgrade", Chart: chartWith(t, chart), SparesUsers: true, SparesOwn: true})
			if answer.Error != one.failure {
				t.Errorf("%+v", answer)
			}
			compareNames(t, "spared", answer.Spared, one.kept)
		})
	}
}

// An object of a user is among the objects of a release whose records have gone: each is judged by its own
// marks, and all are named before the only wait.
func TestObjectsOfUsersAreNamedBesideObjectsOfTheRelease(t *testing.T) {
	const chart = passwordOfChart + "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: mine}\ndata: {host: chart}\n"
	const users, charts = `{"pw":"dXNlcg==","random":"b2xk"}`, `{"pw":"Y2hhcnQ=","random":"b2xk"}`
	const mine, own = overwritesPhrase + "zoo/ConfigMap/mine (data.host)", lostRecordsPhrase + "zoo/Secret/rel (data.pw)"
	for name, one := range map[string]struct {
		secret, host           string
		sparesUsers, sparesOwn bool
		failure                string
	}{
		"of users":                   {charts, "user", true, true, mine},
		"of both":                    {users, "user", true, true, mine + lossesSeparator + own},
		"of the release":             {users, "chart", true, true, own},
		"of none":                    {charts, "chart", true, true, ""},
		"of both, after the wait":    {users, "user", false, false, ""},
		"of users, a known revision": {users, "user", true, false, mine},
	} {
		t.Run(name, func(t *testing.T) {
			server := &patchingServer{badServer: newBadServer(t, map[string]string{"/api/v1": mapsAndSecrets,
				"/secrets/rel": objectOf("Secret", "rel", ownMarks, one.secret), "/configmaps/mine": objectOf("ConfigMap", "mine", "{}", `{"host":"`+one.host+`"}`)})}
			answer := server.ask(t, Request{Do: "upgrade", Chart: chartWith(t, chart), SparesUsers: one.sparesUsers, SparesOwn: one.sparesOwn})
			if answer.Error != one.failure {
				t.Errorf("%+v", answer)
			}
			if one.failure != "" && len(server.changes)+len(server.patches) > 0 {
				t.Errorf("changed: %v", server.changes)
			}
		})
	}
}
