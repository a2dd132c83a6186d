package worker

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/metadata"
)

const (
	// lookupsKept bounds the memory of a request: templates may look up objects in a loop.
	lookupsKept = 32
	// lookupsNamed bounds the length of the failure.
	lookupsNamed = 3
	// alikeBytesMin keeps chance out: short names have the same first letters.
	alikeBytesMin = 3
	// similarRead and similarPatience bound a list that only adds names to a failure.
	similarRead     = 500
	similarPatience = 2 * time.Second
)

// lookups are the objects that a request has asked for and that are not there, without repetitions. While
// templates are rendered, only their `lookup` asks for single objects.
type lookups struct {
	lock   sync.Mutex
	absent []missingObject
	more   int
}

type missingObject struct {
	resource  schema.GroupVersionResource
	namespace string // empty: outside of namespaces
	name      string
}

// note keeps the object of a call that was answered with a credible 404.
func (l *lookups) note(call *http.Request, path apiPath) {
	if call.Method != http.MethodGet || path.name == "" || path.deeper {
		return
	}
	object := missingObject{schema.GroupVersionResource{Group: path.group, Version: path.version, Resource: path.plural}, "", path.name}
	if _, rest, found := strings.Cut(call.URL.Path, "/namespaces/"); path.inside && found {
		object.namespace, _, _ = strings.Cut(rest, "/")
	}
	l.lock.Lock()
	defer l.lock.Unlock()
	if slices.Contains(l.absent, object) {
		return
	}
	if len(l.absent) == lookupsKept {
		l.absent = slices.Delete(l.absent, 0, 1)
		l.more++
	}
	l.absent = append(l.absent, object)
}

// explain adds the lookups without a result to the failure of a template: Helm names only the effect, as
// "nil pointer". Failures of other steps stay as they are.
//
// similar returns the names of objects that stand where the given object is missing; it asks the cluster.
func (l *lookups) explain(failure error, kinds meta.RESTMapper, similar func(missingObject) []string) error {
	text := failure.Error()
	if !strings.Contains(text, `executing "`) && !strings.Contains(text, "execution error at (") {
		return failure
	}
	l.lock.Lock()
	absent, more := slices.Clone(l.absent), l.more
	l.lock.Unlock()
	if len(absent) == 0 {
		return failure
	}
	// The last lookup is the nearest to the failure.
	slices.Reverse(absent)
	var names []string
	for _, object := range absent[:min(len(absent), lookupsNamed)] {
		text := object.text(kinds)
		if found := alike(object.name, similar(object)); len(found) > 0 {
			text += " (of that kind are there: " + strings.Join(found, ", ") + ")"
		}
		names = append(names, text)
	}
	more += len(absent) - len(names)
	words := strings.Join(names, ", ")
	if more > 0 {
		words = fmt.Sprintf("%s and %d more", words, more)
	}
	return fmt.Errorf("%w; lookup found no %s", failure, words)
}

// alike are the names that begin as the wanted name does, the most similar first: an object that was renamed
// or has a version in its name.
func alike(wanted string, names []string) []string {
	common := func(name string) int {
		n := 0
		for n < len(name) && n < len(wanted) && name[n] == wanted[n] {
			n++
		}
		return n
	}
	var found []string
	for _, name := range names {
		if n := common(name); name != wanted && n >= alikeBytesMin && 3*n >= 2*len(wanted) {
			found = append(found, name)
		}
	}
	slices.SortStableFunc(found, func(a, b string) int { return common(b) - common(a) })
	return found[:min(len(found), lookupsNamed)]
}

// similarNames lists the objects beside a missing object, if that is permitted. A failed template is tried
// again anyway, so the list is short and may fail.
func (s *session) similarNames(o missingObject) []string {
	client, err := metadata.NewForConfig(s.config)
	if err != nil {
		return nil
	}
	ctx, end := context.WithTimeout(s.ctx, similarPatience)
	defer end()
	var objects *metav1.PartialObjectMetadataList
	if o.namespace == "" {
		objects, err = client.Resource(o.resource).List(ctx, metav1.ListOptions{Limit: similarRead})
	} else {
		objects, err = client.Resource(o.resource).Namespace(o.namespace).List(ctx, metav1.ListOptions{Limit: similarRead})
	}
	if err != nil {
		return nil
	}
	var names []string
	for _, object := range objects.Items {
		names = append(names, object.Name)
	}
	return names
}

// text is the kind and the place: `Secret db/login`. The name of the resource stands for an unknown kind.
func (o missingObject) text(kinds meta.RESTMapper) string {
	kind := o.resource.Resource
	if known, err := kinds.KindFor(o.resource); err == nil {
		kind = known.Kind
	}
	if o.namespace == "" {
		return kind + " " + o.name
	}
	return kind + " " + o.namespace + "/" + o.name
}
