package worker

import (
	"fmt"
	"strings"

	"helm.sh/helm/v4/pkg/action"
	"helm.sh/helm/v4/pkg/kube"
	release "helm.sh/helm/v4/pkg/release/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/cli-runtime/pkg/resource"
)

// All records of a release may be lost, or its newest record. Then no record shows the values with which the
// objects of the release were made last, and the cluster is the only record. Values of users may be lost with
// the records. So the operator may ask that the upgrade fails before it changes anything if it would give
// objects of the release other values, names the objects, and asks again later.

// lostRecordsPhrase begins the error of such an upgrade. It is `lost_records_phrase` of
// core/releases/overwritten_objects.hpp.
const lostRecordsPhrase = "nothing was changed: records of the release have gone, and its objects would get other values: "

type rendering func() (*release.Release, error)

// ownObject is an object of the release in a rendering and in the cluster.
type ownObject struct {
	target *resource.Info
	live   *unstructured.Unstructured
}

// ownLosses are the objects of the chart that name this release and would get other values, with the first
// such place. Values that each rendering makes anew do not count. After a release without records has gone by
// an uninstallation, only objects with a resource policy are there, and nothing is compared.
//
// isLost is true if an object is there that an uninstallation would have deleted.
func (c *sessionClient) ownLosses(objects kube.ResourceList, render rendering) (losses []string, isLost bool, err error) {
	own, isLost, err := c.ownObjects(objects)
	if err != nil || !isLost {
		return nil, false, err
	}
	again, err := render()
	if err != nil {
		return nil, true, err
	}
	others, err := c.Build(strings.NewReader(again.Manifest), false)
	if err != nil {
		return nil, true, err
	}
	second := map[string]*unstructured.Unstructured{}
	for _, other := range others {
		second[identityOf(other)] = asUnstructured(other.Object)
	}
	for _, one := range own {
		place := ownChange(asUnstructured(one.target.Object), second[identityOf(one.target)], one.live)
		if place != "" {
			losses = append(losses, fmt.Sprintf("%s (%s)", placeOf(one.target), place))
		}
	}
	return losses, true, nil
}

// ownObjects are the objects that name this release, or that have lost the name. isLost is true if an uninstallation would have deleted
// one of them.
func (c *sessionClient) ownObjects(objects kube.ResourceList) (own []ownObject, isLost bool, err error) {
	for _, object := range objects {
		found, err := c.inCluster(object)
		if err != nil {
			return nil, false, err
		}
		live := asUnstructured(found)
		if live == nil || !isLiving(found) || !c.of.mayOwn(found) {
			continue
		}
		own = append(own, ownObject{object, live})
		isLost = isLost || keptByUser(object, found) == ""
	}
	return own, isLost, nil
}

// ownChange is the first value of an object in the cluster that differs from both renderings; empty: there is
// none.
func ownChange(first, second, live *unstructured.Unstructured) string {
	if first == nil || second == nil {
		return ""
	}
	before, now := copyOf(first.Object), copyOf(second.Object)
	if live.GetKind() == "Secret" {
		encodeStringData(before)
		encodeStringData(now)
	}
	kept, _ := keepDiffering(before, now, live.Object)
	wanted, isObject := kept.(map[string]any)
	if !isObject {
		return ""
	}
	for _, member := range ownMembers {
		delete(wanted, member)
	}
	return firstDifference(wanted, live.Object)
}

// compareReplaced fails if an upgrade would take over objects of users and give them other values, or, if the
// newest record of the release has gone, give its own objects other values.
func (w *Worker) compareReplaced(s *session, request Request, heard *warnings) error {
	render := func() (*release.Release, error) {
		return w.runInstall(s.ctx, s.renderingOfUpgrade(w.settings.Namespace(), request), request, heard)
	}
	first, err := render()
	if err != nil {
		return fmt.Errorf("the chart is rendered for a comparison with the cluster: %w", err)
	}
	objects, err := s.client.Build(strings.NewReader(first.Manifest), false)
	if err != nil {
		return err
	}
	var users, own []string
	if request.SparesUsers {
		if users, err = s.addedLosses(objects, request.Release); err != nil {
			return err
		}
	}
	if request.SparesOwn {
		if own, _, err = s.client.ownLosses(objects, render); err != nil {
			return err
		}
	}
	return lossesError(users, own)
}

// renderingOfUpgrade renders a chart as its upgrade would, without a change.
func (s *session) renderingOfUpgrade(namespace string, request Request) *action.Install {
	client := action.NewInstall(s.helm)
	client.DryRunStrategy = action.DryRunServer
	client.Replace = true // the name is not checked
	client.SkipCRDs = true
	client.IsUpgrade = true
	client.Namespace = namespace
	client.Timeout = timeoutOf(request)
	client.WaitStrategy = kube.HookOnlyStrategy
	client.DisableOpenAPIValidation = true
	return client
}
