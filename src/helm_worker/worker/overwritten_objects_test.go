package worker

import (
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"
)

func contentOf(t *testing.T, text string) *unstructured.Unstructured {
	t.Helper()
	content := map[string]any{}
	if err := yaml.Unmarshal([]byte(text), &content); err != nil {
		t.Fatal(err)
	}
	return &unstructured.Unstructured{Object: content}
}

const usersWrite = ", managedFields: [{manager: kubectl, operation: Update}]}"

func TestAnInstallationOverOtherValuesOfUsersIsNamed(t *testing.T) {
	secret := "apiVersion: v1\nkind: Secret\nmetadata: {name: a"
	service := "apiVersion: v1\nkind: Service\nmetadata: {name: a"
	for name, one := range map[string]struct{ chart, live, place string }{
		"a password":             {secret + "}\nstringData: {pw: x}", secret + usersWrite + "\ndata: {pw: b3RoZXI=}", "data.pw"},
		"the same password":      {secret + "}\nstringData: {pw: x}", secret + usersWrite + "\ndata: {pw: eA==}", ""},
		"another key":            {secret + "}\nstringData: {pw: x}", secret + usersWrite + "\ndata: {other: eA==}", ""},
		"a label":                {secret + ", labels: {a: b}}", secret + ", labels: {a: c}" + usersWrite, ""},
		"defaults in a list":     {service + "}\nspec: {ports: [{port: 80}]}", service + usersWrite + "\nspec: {ports: [{port: 80, protocol: TCP}], type: ClusterIP}", ""},
		"another item":           {service + "}\nspec: {ports: [{port: 80}]}", service + usersWrite + "\nspec: {ports: [{port: 81}]}", "spec.ports"},
		"a further item":         {service + "}\nspec: {ports: [{port: 80}]}", service + usersWrite + "\nspec: {ports: [{port: 80}, {port: 81}]}", "spec.ports"},
		"an object of hooks":     {secret + "}\nstringData: {pw: x}", secret + ", managedFields: [{manager: addon-operator}]}\ndata: {pw: b3RoZXI=}", ""},
		"an object of a Helm":    {secret + "}\nstringData: {pw: x}", secret + ", managedFields: [{manager: helm}]}\ndata: {pw: b3RoZXI=}", ""},
		"an object of a release": {secret + "}\nstringData: {pw: x}", secret + ", annotations: {meta.helm.sh/release-name: b}" + usersWrite + "\ndata: {pw: b3RoZXI=}", ""},
		"an object with a mark":  {secret + "}\nstringData: {pw: x}", secret + ", annotations: {addon-operator/taken-from: nobody}" + usersWrite + "\ndata: {pw: b3RoZXI=}", ""},
	} {
		place, err := overwritten(contentOf(t, one.chart), contentOf(t, one.live))
		if err != nil || place != one.place {
			t.Errorf("%s: got %q (%v), want %q", name, place, err, one.place)
		}
	}
}

// The chart has the object in addition: what told it that the user has one is missing.
func TestAnUpgradeThatTakesOverOtherValuesOfUsersIsNamed(t *testing.T) {
	const chart = configMap + "---\napiVersion: v1\nkind: Secret\nmetadata: {name: login}\nstringData: {pw: '{{ randAlphaNum 8 }}'}\n"
	const users, place = `{"pw":"dXNlcg=="}`, "zoo/Secret/login (data.pw)"
	recorded := configMap + "---\napiVersion: v1\nkind: Secret\nmetadata: {name: login}\n"
	for name, one := range map[string]struct {
		record, object string
		asks           bool
		lost           string
	}{
		"of a user":                  {configMap, objectOf("Secret", "login", "{}", users), true, place},
		"of a user, after the wait":  {configMap, objectOf("Secret", "login", "{}", users), false, ""},
		"with another key":           {configMap, objectOf("Secret", "login", "{}", `{"pin":"dXNlcg=="}`), true, ""},
		"that is absent":             {configMap, absentSecret("login"), true, ""},
		"that was taken over before": {configMap, objectOf("Secret", "login", `{"addon-operator/taken-from":"nobody"}`, users), true, ""},
		"of the last revision":       {recorded, objectOf("Secret", "login", "{}", users), true, ""},
		"of this release":            {configMap, objectOf("Secret", "login", ownMarks, users), true, ""},
	} {
		t.Run(name, func(t *testing.T) {
			server := &patchingServer{badServer: newBadServer(t, map[string]string{"/api/v1": mapsAndSecrets, "/secrets/login": one.object,
				"/configmaps/rel": ownedObject("rel", "zoo")}), records: map[string]string{"rel": secretList(record(t, one.record))}}
			answer := server.ask(t, Request{Do: "upgrade", Chart: chartWith(t, chart), SparesUsers: one.asks})
			_, lost, _ := strings.Cut(answer.Error, overwritesPhrase)
			if lost != one.lost || one.lost == "" && answer.Error != "" {
				t.Errorf("%+v", answer)
			}
			if one.lost != "" && len(server.changes)+len(server.patches) > 0 {
				t.Errorf("changed: %v", server.changes)
			}
		})
	}
}

func TestTheErrorOfAnOverwritingInstallationNamesAFewObjects(t *testing.T) {
	const mine, own = "shop/Secret/a (data.pw)", "shop/Secret/b (data.pw)"
	for _, one := range []struct {
		users, own []string
		text       string
	}{
		{[]string{mine}, nil, overwritesPhrase + mine},
		{nil, []string{own}, lostRecordsPhrase + own},
		{[]string{mine}, []string{own}, overwritesPhrase + mine + "; " + lostRecordsPhrase + own},
	} {
		if text := lossesError(one.users, one.own).Error(); text != one.text {
			t.Error(text)
		}
	}
	text := lossesError(strings.Split(strings.Repeat("x,", 12), ",")[:12], nil).Error()
	if !strings.HasSuffix(text, " and 2 more") {
		t.Error(text)
	}
	if err := lossesError(nil, nil); err != nil {
		t.Error(err)
	}
}
