package worker

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"helm.sh/helm/v4/pkg/action"
	"helm.sh/helm/v4/pkg/chart"
	files "helm.sh/helm/v4/pkg/chart/common"
	v2 "helm.sh/helm/v4/pkg/chart/v2"
	"helm.sh/helm/v4/pkg/kube"
	releaser "helm.sh/helm/v4/pkg/release"
	"helm.sh/helm/v4/pkg/release/common"
	release "helm.sh/helm/v4/pkg/release/v1"
	"helm.sh/helm/v4/pkg/storage/driver"
)

// upgrade is `helm upgrade RELEASE CHART --install --take-ownership --skip-crds --disable-openapi-validation
// --hide-notes --server-side=false` with the history, timeout, labels and capabilities of the request.
func (w *Worker) upgrade(ctx context.Context, request Request, heard *warnings) (Answer, error) {
	session, err := w.openSession(ctx, request, heard)
	if err != nil {
		return Answer{}, err
	}
	defer session.close()
	if err := useCapabilities(session.helm, request); err != nil {
		return Answer{}, err
	}
	history := action.NewHistory(session.helm)
	history.Max = 1
	revisions, err := history.Run(request.Release)
	isNone := errors.Is(err, driver.ErrReleaseNotFound)
	if isNone || err == nil {
		if doubt := isAsKnown(request, revisions); doubt != nil {
			return Answer{}, doubt
		}
	}
	uninstalled := lastIsUninstalled(revisions)
	session.gone.kinds = request.GoneKinds
	session.client.isUnproven = !hasDeployed(revisions)
	var done *release.Release
	switch {
	case isNone || uninstalled:
		done, err = w.install(session, request, uninstalled, heard)
	case err != nil:
	default:
		done, err = w.replace(session, request, heard)
	}
	if err == nil {
		for _, object := range session.former.words() {
			heard.remade(object)
		}
	}
	if err != nil {
		return Answer{}, heard.absent.explain(err, offerMapper{session.discoverer}, session.similarNames)
	}
	if left := session.gone.leftOut; len(left) > 0 {
		heard.add("left out, because their kinds are not served any more: " + strings.Join(left, ", "))
	}
	return Answer{Revision: done.Version, Status: done.Info.Status.String(), LookedUp: session.former.asked.answer()}, nil
}

// isAsKnown fails if only the operator or only Helm has found a release. The operator has compared the
// upgrade with the release that it knows: a release that it does not know would be upgraded without that
// comparison. And if Helm cannot see the known revisions, a first revision beside them would hide them. The
// numbers may differ, because the operator may not have seen a new revision yet.
func isAsKnown(request Request, revisions []releaser.Releaser) error {
	if request.KnownRevision == nil || (*request.KnownRevision == 0) == (len(revisions) == 0) {
		return nil
	}
	if len(revisions) == 0 {
		return fmt.Errorf("nothing was changed: revision %d is known, and the API server lists no record that Helm can read", *request.KnownRevision)
	}
	last, _ := revisions[len(revisions)-1].(*release.Release)
	return fmt.Errorf("nothing was changed: no release is known, and there is revision %d", last.Version)
}

// lastIsUninstalled looks at the last revision of the list in its given order, as helm does; it need not be
// the newest.
func lastIsUninstalled(revisions []releaser.Releaser) bool {
	if len(revisions) == 0 {
		return false
	}
	last, known := revisions[len(revisions)-1].(*release.Release)
	return known && last.Info.Status == common.StatusUninstalled
}

// hasDeployed is false if Helm takes the objects of the release from a revision that has failed.
func hasDeployed(revisions []releaser.Releaser) bool {
	return slices.ContainsFunc(revisions, func(one releaser.Releaser) bool {
		revision, known := one.(*release.Release)
		return known && revision.Info.Status == common.StatusDeployed
	})
}

// install makes the first revision, or the next revision after a release that was uninstalled and left its
// history.
func (w *Worker) install(s *session, request Request, uninstalled bool, heard *warnings) (*release.Release, error) {
	client := action.NewInstall(s.helm)
	client.Namespace = w.settings.Namespace()
	client.SkipCRDs = true
	client.Timeout = timeoutOf(request)
	client.WaitStrategy = kube.HookOnlyStrategy
	client.WaitOptions = s.waitOptions()
	client.DisableOpenAPIValidation = true
	client.HideNotes = true
	client.Labels = request.Labels
	client.TakeOwnership = true
	client.ServerSideApply = false
	client.Replace = uninstalled
	s.client.taken.noteWhole() // an installation looks at each object that is there
	if !uninstalled {
		if err := w.findReinstallation(s, client, request, heard); err != nil {
			return nil, err
		}
	}
	return w.runInstall(s.ctx, client, request, heard)
}

// replace makes the next revision of a release that is there.
func (w *Worker) replace(s *session, request Request, heard *warnings) (*release.Release, error) {
	loaded, values, err := w.inputs(request)
	if err != nil {
		return nil, err
	}
	if err := checkChart(loaded, false, heard); err != nil {
		return nil, err
	}
	if request.SparesOwn || request.SparesUsers {
		if err := w.compareReplaced(s, request, heard); err != nil {
			return nil, err
		}
	}
	if mayLookUp(loaded, request) {
		if err := w.settleFormerObjects(s, request, heard); err != nil {
			return nil, err
		}
	}
	client := action.NewUpgrade(s.helm)
	client.Install = true
	client.Namespace = w.settings.Namespace()
	client.SkipCRDs = true
	client.Timeout = timeoutOf(request)
	client.WaitStrategy = kube.HookOnlyStrategy
	client.WaitOptions = s.waitOptions()
	client.DisableOpenAPIValidation = true
	client.HideNotes = true
	client.MaxHistory = request.HistoryMax
	client.Labels = request.Labels
	client.TakeOwnership = true
	client.ServerSideApply = "false"
	result, err := client.RunWithContext(s.ctx, request.Release, loaded, values)
	if err != nil {
		return nil, fmt.Errorf("UPGRADE FAILED: %w", err)
	}
	upgraded, known := result.(*release.Release)
	if !known {
		return nil, fmt.Errorf("helm has made a release of another kind: %T", result)
	}
	return upgraded, nil
}

// mayLookUp is true for a chart that has the word in its files or values: templates may run texts of both.
func mayLookUp(loaded chart.Charter, request Request) bool {
	const word = "lookup"
	plain, isPlain := loaded.(*v2.Chart)
	return !isPlain || hasWord(plain, word) || bytes.Contains(request.Values, []byte(word))
}

func hasWord(in *v2.Chart, word string) bool {
	return slices.ContainsFunc(in.Raw, func(file *files.File) bool { return bytes.Contains(file.Data, []byte(word)) }) ||
		slices.ContainsFunc(in.Dependencies(), func(one *v2.Chart) bool { return hasWord(one, word) })
}

// settleFormerObjects renders the chart as `render` does, before the upgrade makes its record. Failures are
// left to the upgrade.
func (w *Worker) settleFormerObjects(s *session, request Request, heard *warnings) error {
	client := s.renderingOfUpgrade(w.settings.Namespace(), request)
	_, _ = s.former.settle(func() (*release.Release, error) { return w.runInstall(s.ctx, client, request, heard) })
	return s.ctx.Err()
}

// timeoutOf takes 0 literally, as helm does.
func timeoutOf(request Request) time.Duration {
	return time.Duration(request.TimeoutSeconds) * time.Second
}
