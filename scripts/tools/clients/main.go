// Command clients is helm and kubectl in one program, which is little larger than either of them: both are made of the
// same libraries. Its first argument says which of the two it is. Its helm has the command `worker` (src/helm_worker).
package main

import (
	"fmt"
	"os"

	"addon-operator/helm_worker/worker"

	"k8s.io/component-base/cli"
	kubectlcmd "k8s.io/kubectl/pkg/cmd"
	"k8s.io/kubectl/pkg/cmd/util"
)

func main() {
	programs := map[string]func(){"helm": worker.Main, "kubectl": kubectl}
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

// As in k8s.io/kubernetes/cmd/kubectl. It imports the plugins for authentication that helm has, too.
func kubectl() {
	if err := cli.RunNoErrOutput(kubectlcmd.NewDefaultKubectlCommand()); err != nil {
		util.CheckErr(err)
	}
}
