package worker

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

const listOfUser = `[{"apiVersion":"v1","kind":"ConfigMap","namespace":"zoo","name":"rel","from":"nobody"}]`

// listing is a list of records whose newest record has this list.
func listing(list, records string) string {
	text, _ := json.Marshal(list)
	return strings.Replace(records, `"metadata":{"name":"sh.helm`, `"metadata":{"annotations":{"`+takenAnnotation+`":`+string(text)+`},"name":"sh.helm`, 1)
}

// hasList is true for a record with this list. Records are written in Protobuf: few bytes stand between the key
// and the value of an annotation.
func hasList(record, list string) bool {
	_, behind, found := strings.Cut(record, takenAnnotation)
	return found && strings.Contains(behind[:min(len(behind), len(list)+3)], list)
}

// withLabel is the object with the label that Helm looks for before it deletes.
func withLabel(object string) string {
	return strings.Replace(object, `"uid":"1"`, `"uid":"1","labels":{"app.kubernetes.io/managed-by":"Helm"}`, 1)
}

func TestAnObjectOfTheListStaysWithoutItsMark(t *testing.T) {
	const deletion = "DELETE /api/v1/namespaces/zoo/configmaps/rel"
	for name, one := range map[string]struct{ object, list, kept string }{
		"of a user":                {ownedObject("rel", "zoo"), listOfUser, "zoo/ConfigMap/rel of no release"},
		"of another release":       {ownedObject("rel", "zoo"), strings.Replace(listOfUser, nobody, "shop/web", 1), "of release 'web' in namespace 'shop'"},
		"in another version":       {ownedObject("rel", "zoo"), strings.Replace(listOfUser, `"v1"`, `"v1beta1"`, 1), "zoo/ConfigMap/rel of no release"},
		"given up by a user":       {marked(takenFromAnnotation, "zoo/rel", ownedObject("rel", "zoo")), listOfUser, ""},
		"another object":           {ownedObject("rel", "zoo"), strings.Replace(listOfUser, `"rel"`, `"web"`, 1), ""},
		"in a list that is broken": {ownedObject("rel", "zoo"), "[{", ""},
	} {
		for _, do := range []string{"uninstall", "upgrade"} {
			t.Run(name+", "+do, func(t *testing.T) {
				server := &patchingServer{badServer: newBadServer(t, map[string]string{"/configmaps/rel": withLabel(one.object)}),
					records: map[string]string{"rel": listing(one.list, secretList(record(t, configMap)))}}
				answer := server.ask(t, Request{Do: do, Chart: chartWith(t, ""), KeepHistory: true})
				compareNames(t, "kept", answer.Kept, one.kept)
				if changes := fmt.Sprint(server.changes); answer.Error != "" || strings.Contains(changes, deletion) != (one.kept == "") {
					t.Errorf("%+v, changes: %s", answer, changes)
				}
			})
		}
	}
}

func TestAnUpgradeMarksAnObjectOfTheListAgain(t *testing.T) {
	userMark := marked(takenFromAnnotation, nobody, ownedObject("rel", "zoo"))
	for name, one := range map[string]struct{ object, list, taken, note string }{
		"without its mark":               {ownedObject("rel", "zoo"), listOfUser, "zoo/ConfigMap/rel of no release", listOfUser},
		"without any annotation":         {ownedObject("", ""), listOfUser, "zoo/ConfigMap/rel of no release", listOfUser},
		"with its mark":                  {userMark, listOfUser, "", listOfUser},
		"given up by a user":             {marked(takenFromAnnotation, "zoo/rel", ownedObject("rel", "zoo")), listOfUser, "", "[]"},
		"absent, and made anew":          {absentConfigMap("rel"), listOfUser, "", "[]"},
		"marked before there was a list": {userMark, "", "", listOfUser},
		"its own, and no list":           {ownedObject("rel", "zoo"), "", "", "[]"},
		"its own":                        {ownedObject("rel", "zoo"), "[]", "", "[]"},
	} {
		t.Run(name, func(t *testing.T) {
			records := secretList(record(t, configMap))
			if one.list != "" {
				records = listing(one.list, records)
			}
			server := &patchingServer{badServer: newBadServer(t, map[string]string{"/configmaps/rel": one.object}), records: map[string]string{"rel": records}}
			var updates []string
			worker := startProcess(t, "zoo", kubeconfigOf(t, updatesOfRecords(server.ServeHTTP, &updates)))
			answer := worker.ask(Request{Do: "upgrade", Release: "rel", Chart: chartWith(t, greeting), Values: json.RawMessage("{}"), TimeoutSeconds: 60})
			compareNames(t, "taken over", answer.Taken, one.taken)
			if answer.Error != "" || strings.Contains(fmt.Sprint(server.patches), takenFromAnnotation) != (one.taken != "") {
				t.Errorf("%+v, patches: %s", answer, server.patches)
			}
			if len(updates) == 0 || !hasList(updates[len(updates)-1], one.note) {
				t.Errorf("no record with %s: %q", one.note, updates)
			}
		})
	}
}

func TestAFailedRevisionKeepsTheListOfObjects(t *testing.T) {
	list := &takenList{release: "rel"}
	list.read(map[string]string{"name": "rel", "version": "3"}, map[string]string{takenAnnotation: listOfUser})
	list.read(map[string]string{"name": "rel", "version": "2"}, map[string]string{takenAnnotation: "[]"})
	list.read(map[string]string{"name": "web", "version": "9"}, map[string]string{takenAnnotation: "[]"})
	for status, expected := range map[string]string{"deployed": listOfUser, "failed": listOfUser} {
		with := list.annotated(map[string]string{"name": "rel", "status": status}, map[string]string{"a": "b"})
		if with[takenAnnotation] != expected || with["a"] != "b" {
			t.Errorf("%s: %v", status, with)
		}
	}
	if with := list.annotated(map[string]string{"name": "web", "status": "deployed"}, nil); with != nil {
		t.Errorf("another release: %v", with)
	}
	list.read(map[string]string{"name": "rel", "version": "4"}, nil)
	if with := list.annotated(map[string]string{"name": "rel", "status": "failed"}, nil); list.isKnown() || with != nil {
		t.Errorf("a newer record without a list: %v", with)
	}
}

func TestTheListOfTakenObjectsIsBounded(t *testing.T) {
	list := &takenList{release: "rel"}
	for i := range 2000 {
		list.added = append(list.added, takenObject{objectName{"v1", "ConfigMap", "zoo", fmt.Sprint("a-name-of-some-length-", i)}, nobody})
	}
	text, more := textOf(list.added)
	var read []takenObject
	if len(text) > takenBytesMax || json.Unmarshal([]byte(text), &read) != nil || len(read)+more != 2000 || len(read) < 400 {
		t.Errorf("%d bytes, %d objects, %d more", len(text), len(read), more)
	}
	if words := list.beyondBound(); !strings.Contains(words, fmt.Sprint(more, " more objects")) {
		t.Error(words)
	}
}

// A person's Helm writes records without annotations, and copies labels. It also takes the annotation of the
// revision before away.
func TestAnObjectOfTheListStaysAfterARevisionOfAnotherHelm(t *testing.T) {
	labels := fmt.Sprintf(`"version":"1","moduleTaken.0":"%s"`, takenDigest(objectName{"v1", "ConfigMap", "zoo", "rel"}))
	for name, one := range map[string]struct{ object, labels, kept string }{
		"by its label":       {ownedObject("rel", "zoo"), labels, "zoo/ConfigMap/rel of no release"},
		"given up by a user": {marked(takenFromAnnotation, "zoo/rel", ownedObject("rel", "zoo")), labels, ""},
		"another object":     {ownedObject("rel", "zoo"), `"version":"1","moduleTaken.0":"000000000000"`, ""},
	} {
		for _, do := range []string{"uninstall", "upgrade"} {
			t.Run(name+", "+do, func(t *testing.T) {
				server := &patchingServer{badServer: newBadServer(t, map[string]string{"/configmaps/rel": withLabel(one.object)}),
					records: map[string]string{"rel": strings.Replace(secretList(record(t, configMap)), `"version":"1"`, one.labels, 1)}}
				answer := server.ask(t, Request{Do: do, Chart: chartWith(t, ""), KeepHistory: true})
				compareNames(t, "kept", answer.Kept, one.kept)
				if isDeleted := strings.Contains(fmt.Sprint(server.changes), "DELETE /api/v1/namespaces/zoo/configmaps/rel"); answer.Error != "" || isDeleted != (one.kept == "") {
					t.Errorf("%+v, changes: %s", answer, server.changes)
				}
			})
		}
	}
}

func TestAnUpgradeWritesTheListAgainAfterARevisionOfAnotherHelm(t *testing.T) {
	const itself = `"moduleTaken.0":"`
	digest := takenDigest(objectName{"v1", "ConfigMap", "zoo", "rel"})
	records := strings.Replace(secretList(record(t, configMap)), `"version":"1"`, `"version":"1",`+itself+digest+`"`, 1)
	server := &patchingServer{badServer: newBadServer(t, map[string]string{"/configmaps/rel": ownedObject("", "")}), records: map[string]string{"rel": records}}
	var updates []string
	answer := startProcess(t, "zoo", kubeconfigOf(t, updatesOfRecords(server.ServeHTTP, &updates))).ask(
		Request{Do: "upgrade", Release: "rel", Chart: chartWith(t, greeting), Values: json.RawMessage("{}"), TimeoutSeconds: 60})
	compareNames(t, "taken over", answer.Taken, "zoo/ConfigMap/rel of no release")
	if answer.Error != "" || len(updates) == 0 || !hasList(updates[len(updates)-1], listOfUser) || !strings.Contains(updates[len(updates)-1], digest) {
		t.Errorf("%+v: %q", answer, updates)
	}
}

func TestTheNewestListCountsAndNewerLabels(t *testing.T) {
	digest := takenDigest(objectName{"v1", "ConfigMap", "zoo", "web"})
	for name, one := range map[string]struct {
		version string // of the record with the label; revision 2 has the list
		known   int
	}{"newer": {"3", 2}, "older": {"1", 1}} {
		list := &takenList{release: "rel"}
		list.read(map[string]string{"name": "rel", "version": one.version, "moduleTaken.0": digest}, nil)
		list.read(map[string]string{"name": "rel", "version": "2"}, map[string]string{takenAnnotation: listOfUser})
		known := 0
		for _, object := range []objectName{{"v1", "ConfigMap", "zoo", "rel"}, {"v1", "ConfigMap", "zoo", "web"}, {"v1", "ConfigMap", "zoo", "x"}} {
			if _, isKnown := list.fromName(object); isKnown {
				known++
			}
		}
		if known != one.known {
			t.Errorf("%s: %d", name, known)
		}
	}
}

func TestTheDigestsOfTakenObjectsAreBounded(t *testing.T) {
	var all []takenObject
	for i := range 1000 {
		all = append(all, takenObject{objectName{"v1", "ConfigMap", "zoo", fmt.Sprint(i)}, nobody})
	}
	labels := withTaken(map[string]string{"a": "b", "moduleTaken.77": "old"}, all)
	if len(labels) != takenLabelsMax+1 || labels["a"] != "b" || len(labels["moduleTaken.0"]) > 63 {
		t.Errorf("%v", labels)
	}
}
