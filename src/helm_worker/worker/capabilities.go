package worker

import (
	"fmt"

	"helm.sh/helm/v4/pkg/action"
	"helm.sh/helm/v4/pkg/chart/common"
)

// useCapabilities makes a chart see what the request says, and not what the API server says to Helm: a request is decided
// by a rendering, and another API server, or the same one a moment later, may say something else.
func useCapabilities(configuration *action.Configuration, request Request) error {
	if request.KubeVersion == "" {
		return nil
	}
	version, err := parseKubeVersion(request.KubeVersion)
	if err != nil {
		return err
	}
	configuration.Capabilities = &common.Capabilities{
		KubeVersion: *version,
		APIVersions: common.VersionSet(request.APIVersions),
		HelmVersion: common.DefaultCapabilities.HelmVersion,
	}
	return nil
}

func parseKubeVersion(text string) (*common.KubeVersion, error) {
	version, err := common.ParseKubeVersion(text)
	if err != nil {
		return nil, fmt.Errorf("invalid kube version '%s': %w", text, err)
	}
	return version, nil
}
