package worker

import (
	"fmt"

	"helm.sh/helm/v4/pkg/action"
	"helm.sh/helm/v4/pkg/chart/common"
)

// useCapabilities gives a chart the capabilities of the request in place of the API server's answer to Helm.
// The operator has decided by a rendering with these capabilities, and another API server, or the same server
// a moment later, may answer differently.
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
