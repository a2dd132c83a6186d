package worker

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

func TestNoObjectOfALivingReleaseInAnotherNamespaceIsTakenOver(t *testing.T) {
	const made = `,"inputsChecksum":"x","modulePlatform":"mine"`
	for name, one := range map[string]struct {
		object  string
		records map[string]string
		words   string // in the error; empty: the object is taken over
	}{
		"of the same platform": {object: ownedObject("rel", "shop"), records: map[string]string{"shop/rel": recordOf(t, "rel", made)},
			words: "zoo/ConfigMap/rel belongs to release 'rel' in namespace 'shop'"},
		"of another platform and module": {object: ownedObject("web", "shop"),
			records: map[string]string{"shop/web": recordOf(t, "web", `,"moduleChecksum":"x","modulePlatform":"other"`)},
			words:   "kubectl annotate -n zoo ConfigMap rel addon-operator/taken-from=shop/web"},
		"with records out of reach": {object: ownedObject("rel", "shop"), records: map[string]string{"shop/rel": refusal(http.StatusForbidden, "Forbidden")},
			words: "not known whether that release lives"},
		"of another module, with records out of reach": {object: ownedObject("web", "shop"),
			records: map[string]string{"shop/web": refusal(http.StatusForbidden, "Forbidden")}},
		"of no operator": {object: ownedObject("rel", "shop"), records: map[string]string{"shop/rel": recordOf(t, "rel", "")}},
		"that was uninstalled": {object: ownedObject("rel", "shop"),
			records: map[string]string{"shop/rel": strings.Replace(uninstalledRecord(t, made), `"status":"deployed"`, `"status":"uninstalled"`, 1)}},
		"with the mark of a user": {object: marked(takenFromAnnotation, "shop/rel", ownedObject("rel", "shop")),
			records: map[string]string{"shop/rel": recordOf(t, "rel", made)}},
		"that has gone": {object: ownedObject("rel", "shop")},
	} {
		t.Run(name, func(t *testing.T) {
			server := &patchingServer{badServer: newBadServer(t, map[string]string{"/configmaps/rel": one.object}), records: one.records}
			answer := server.ask(t, Request{Do: "upgrade", Chart: chartWith(t, greeting), Labels: map[string]string{"modulePlatform": "mine"}})
			if !strings.Contains(answer.Error, one.words) || (one.words == "") != (answer.Error == "") {
				t.Errorf("no %q: %+v", one.words, answer)
			}
			if isTaken := len(server.patches) > 0; isTaken != (one.words == "") {
				t.Errorf("the patches of the object: %s", fmt.Sprint(server.patches))
			}
		})
	}
}

// uninstalledRecord is the record that an uninstallation has kept.
func uninstalledRecord(t *testing.T, labels string) string {
	t.Helper()
	payload := packed(t, map[string]any{"name": "rel", "namespace": "shop", "version": 1, "manifest": "",
		"info": map[string]any{"status": "uninstalled"}, "chart": map[string]any{"metadata": map[string]any{"name": "a", "version": "1.0.0"}}})
	return strings.Replace(secretList(payload), `"version":"1"`, `"version":"1"`+labels, 1)
}
