package worker

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"
	helmcmd "helm.sh/helm/v4/pkg/cmd"
	"helm.sh/helm/v4/pkg/kube"

	// As in helm.sh/helm/v4/cmd/helm: ways to log in to clusters.
	_ "k8s.io/client-go/plugin/pkg/client/auth"
)

// Main is the main function of helm.sh/helm/v4/cmd/helm, with a further command.
func Main() {
	kube.ManagedFieldsManager = "helm"
	root, err := helmcmd.NewRootCmd(os.Stdout, os.Args[1:], helmcmd.SetupLogging)
	if err != nil {
		slog.Warn("command failed", slog.Any("error", err))
		os.Exit(1)
	}
	root.AddCommand(newCommand())
	if err := root.Execute(); err != nil {
		if known, ok := errors.AsType[helmcmd.CommandError](err); ok {
			os.Exit(known.ExitCode)
		}
		os.Exit(1)
	}
}

func newCommand() *cobra.Command {
	return &cobra.Command{
		Use:    "worker",
		Short:  "answer requests on stdin until it ends",
		Long:   "Answers requests of addon-operator, one JSON object a line, until stdin ends.",
		Args:   cobra.NoArgs,
		Hidden: true,
		RunE: func(command *cobra.Command, _ []string) error {
			namespace, err := command.Flags().GetString("namespace")
			if err != nil {
				return err
			}
			kubeconfig, err := command.Flags().GetString("kubeconfig")
			if err != nil {
				return err
			}
			permit, err := permitOfEnvironment()
			if err != nil {
				return err
			}
			in, out, err := takeStreams()
			if err != nil {
				return err
			}
			return New(namespace, kubeconfig, os.Getenv("HELM_DRIVER"), permit).Serve(in, out, stopSignal())
		},
	}
}

// stopSignal is closed by the first SIGTERM or SIGINT.
func stopSignal() <-chan struct{} {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGTERM, syscall.SIGINT)
	stop := make(chan struct{})
	go func() {
		<-signals
		close(stop)
	}()
	return stop
}

// takeStreams keeps stdin and stdout for the protocol alone: neither other code of this process nor its
// children can use them. Text that a library prints goes to stderr.
func takeStreams() (in, out *os.File, err error) {
	input, err := syscall.Open(os.DevNull, syscall.O_RDONLY, 0)
	if err != nil {
		return nil, nil, fmt.Errorf("cannot open %s: %w", os.DevNull, err)
	}
	in, err = movedAway(0, input, "requests")
	if err != nil {
		return nil, nil, err
	}
	out, err = movedAway(1, 2, "answers")
	os.Stdout = os.Stderr
	return in, out, err
}

// movedAway gives the file behind a descriptor a new descriptor, which no child gets, and puts another file
// in its place.
func movedAway(descriptor, instead int, name string) (*os.File, error) {
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	moved, err := syscall.Dup(descriptor)
	if err != nil {
		return nil, fmt.Errorf("cannot move %s: %w", name, err)
	}
	syscall.CloseOnExec(moved)
	if err := syscall.Dup3(instead, descriptor, 0); err != nil {
		return nil, fmt.Errorf("cannot move %s: %w", name, err)
	}
	return os.NewFile(uintptr(moved), name), nil
}
