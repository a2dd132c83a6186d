package worker

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"helm.sh/helm/v4/pkg/cli"
)

// authority vouches for servers of this machine.
type authority struct {
	pem  []byte
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
}

func newAuthority(t *testing.T, name string) *authority {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name}, IsCA: true,
		BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return &authority{pem: pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), cert: cert, key: key}
}

func (a *authority) issue(t *testing.T) tls.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: "server"},
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore:   time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, template, a.cert, &key.PublicKey, a.key)
	if err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}

// listener is a server that counts the requests with a token.
type listener struct {
	*httptest.Server
	heard atomic.Int64
}

func newListener(t *testing.T, shown tls.Certificate) *listener {
	t.Helper()
	made := &listener{}
	made.Server = httptest.NewUnstartedServer(http.HandlerFunc(func(out http.ResponseWriter, in *http.Request) {
		if in.Header.Get("Authorization") != "" {
			made.heard.Add(1)
		}
		out.Header().Set("Content-Type", "application/json")
		fmt.Fprint(out, `{"major":"1","minor":"33","gitVersion":"v1.33.0"}`)
	}))
	made.TLS = &tls.Config{Certificates: []tls.Certificate{shown}}
	made.StartTLS()
	t.Cleanup(made.Close)
	return made
}

// trusted is the kubeconfig of a server, with the line that names its authority.
func trusted(t *testing.T, server, line string) *cluster {
	t.Helper()
	path := filepath.Join(t.TempDir(), "config")
	text := "apiVersion: v1\nkind: Config\ncurrent-context: x\ncontexts: [{name: x, context: {cluster: x, user: x}}]\n" +
		"users: [{name: x, user: {token: SECRET}}]\nclusters:\n- name: x\n  cluster:\n    server: " + server + "\n    " + line + "\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	settings := cli.New()
	settings.KubeConfig = path
	return &cluster{settings: settings}
}

// ask sends a request as a session would.
func ask(t *testing.T, by *cluster) error {
	t.Helper()
	config, err := by.configFor(t.Context(), &warnings{})
	if err != nil {
		return err
	}
	client := http.Client{Transport: config.Transport}
	response, err := client.Get(config.Host + "/version")
	if err != nil {
		return err
	}
	return response.Body.Close()
}

func TestTheAuthorityOfAClusterCountsAlone(t *testing.T) {
	machine, own := newAuthority(t, "of the machine"), newAuthority(t, "of the cluster")
	directory := t.TempDir()
	machineFile, ownFile := filepath.Join(directory, "machine.crt"), filepath.Join(directory, "own.crt")
	for path, content := range map[string][]byte{machineFile: machine.pem, ownFile: own.pem} {
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	// The pool of the machine is read once in a process, so the test that it works comes first.
	t.Setenv("SSL_CERT_FILE", machineFile)
	t.Setenv("SSL_CERT_DIR", directory)
	foreign := newListener(t, machine.issue(t))
	if err := ask(t, trusted(t, foreign.URL, `tls-server-name: "127.0.0.1"`)); err != nil {
		t.Fatalf("without an authority of its own the machine's counts: %v", err)
	}
	foreign.heard.Store(0)
	for _, line := range []string{
		"certificate-authority-data: " + base64.StdEncoding.EncodeToString(own.pem),
		"certificate-authority: " + ownFile,
	} {
		if err := ask(t, trusted(t, foreign.URL, line)); err == nil || foreign.heard.Load() != 0 {
			t.Errorf("%.30s…: a server of the machine's authority got the token (%v)", line, err)
		}
	}
}
