// Reads lines from its standard input, paths of kubeconfigs (separated by colons), a tab and a context, and writes for each
// line the way to the server that client-go takes. With a directory as argument it writes certificates for them instead.
package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
)

func main() {
	if len(os.Args) > 1 {
		if err := writeCertificates(os.Args[1]); err != nil {
			panic(err)
		}
		return
	}
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		paths, context, _ := strings.Cut(lines.Text(), "\t")
		way, err := wayOf(filepath.SplitList(paths), context)
		if err != nil {
			way = "refused: " + err.Error()
		}
		fmt.Println(strings.ReplaceAll(way, "\n", "|"))
	}
}

func wayOf(paths []string, context string) (string, error) {
	loaded := clientcmd.NewNonInteractiveDeferredLoadingClientConfig(
		&clientcmd.ClientConfigLoadingRules{Precedence: paths}, &clientcmd.ConfigOverrides{CurrentContext: context})
	config, err := loaded.ClientConfig()
	if err != nil {
		return "", err
	}
	if _, err := rest.TLSConfigFor(config); err != nil {
		return "", err
	}
	// As kubectl does: a server without a scheme.
	server, _, err := rest.DefaultServerUrlFor(config)
	if err != nil {
		return "", err
	}
	if _, err := rest.TransportFor(config); err != nil {
		return "", err
	}
	proxy, err := proxyOf(config)
	if err != nil {
		return "", err
	}
	namespace, _, err := loaded.Namespace()
	if err != nil {
		return "", err
	}
	plugin := ""
	if config.ExecProvider != nil {
		plugin = config.ExecProvider.Command + " " + strings.Join(config.ExecProvider.Args, " ")
	}
	tls := config.TLSClientConfig
	return strings.Join([]string{
		"server=" + strings.TrimRight(server.String(), "/"),
		"proxy=" + proxy,
		"name=" + tls.ServerName,
		fmt.Sprintf("unchecked=%v", tls.Insecure),
		"authority=" + textOf(tls.CAFile, string(tls.CAData)),
		"certificate=" + textOf(tls.CertFile, string(tls.CertData)),
		"key=" + textOf(tls.KeyFile, string(tls.KeyData)),
		"token=" + strings.TrimSpace(tokenOf(config)),
		"plugin=" + plugin,
		"namespace=" + namespace,
	}, "\t"), nil
}

func proxyOf(config *rest.Config) (string, error) {
	if config.Proxy == nil {
		return "", nil
	}
	proxy, err := config.Proxy(nil)
	if err != nil || proxy == nil {
		return "", err
	}
	return strings.TrimRight(proxy.String(), "/"), nil
}

// textOf is the text of a file, if there is one: of several sources of a credential, client-go has left one by now.
func textOf(file, text string) string {
	if file == "" || text != "" {
		return text
	}
	read, err := os.ReadFile(file)
	if err != nil {
		return "not read: " + file
	}
	return string(read)
}

// tokenOf is the token of a request: a file counts before a text, because client-go reads it again.
func tokenOf(config *rest.Config) string {
	if config.BearerTokenFile == "" {
		return config.BearerToken
	}
	return textOf(config.BearerTokenFile, "")
}
