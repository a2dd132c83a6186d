package worker

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

const (
	// lookupsKept bounds the memory of a request: templates may look up objects in a loop.
	lookupsKept = 32
	// lookupsNamed bounds the length of the failure.
	lookupsNamed = 3
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
	namespace string // empty: none
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

// explain adds the lookups that found nothing to the failure of a template: Helm names only the effect, as
// "nil pointer". Failures of other steps stay as they are.
func (l *lookups) explain(failure error, kinds meta.RESTMapper) error {
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
		names = append(names, object.text(kinds))
	}
	more += len(absent) - len(names)
	words := strings.Join(names, ", ")
	if more > 0 {
		words = fmt.Sprintf("%s and %d more", words, more)
	}
	return fmt.Errorf("%w; lookup found no %s", failure, words)
}

// text is the kind and the place: `Secret db/login`. The name of the resource stands for a kind that is not known.
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
