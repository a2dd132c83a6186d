// Command clients is helm and kubectl in one program, which is little larger than either of them: both are made of the
// same libraries. Its first argument says which of the two it is.
package main

import (
	"errors"
	"fmt"
	"log/slog"
	"os"

	helmcmd "helm.sh/helm/v4/pkg/cmd"
	"helm.sh/helm/v4/pkg/kube"
	"k8s.io/component-base/cli"
	kubectlcmd "k8s.io/kubectl/pkg/cmd"
	"k8s.io/kubectl/pkg/cmd/util"
)

func main() {
	programs := map[string]func(){"helm": helm, "kubectl": kubectl}
	if len(os.Args) > 1 {
		if program, known := programs[os.Args[1]]; known {
			os.Args = os.Args[1:]
			program()
			return
		}
	}
	fmt.Fprintln(os.Stderr, "usage: clients helm|kubectl ARGUMENTS...")
	os.Exit(2)
}

// As in helm.sh/helm/v4/cmd/helm.
func helm() {
	kube.ManagedFieldsManager = "helm"
	command, err := helmcmd.NewRootCmd(os.Stdout, os.Args[1:], helmcmd.SetupLogging)
	if err != nil {
		slog.Warn("command failed", slog.Any("error", err))
		os.Exit(1)
	}
	if err := command.Execute(); err != nil {
		if known, ok := errors.AsType[helmcmd.CommandError](err); ok {
			os.Exit(known.ExitCode)
		}
		os.Exit(1)
	}
}

// As in k8s.io/kubernetes/cmd/kubectl. It imports the plugins for authentication that helm has, too.
func kubectl() {
	if err := cli.RunNoErrOutput(kubectlcmd.NewDefaultKubectlCommand()); err != nil {
		util.CheckErr(err)
	}
}
