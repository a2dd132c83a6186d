package worker

import (
	"bufio"
	"crypto/tls"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
)

// proxy speaks CONNECT and SOCKS5 (RFC 1928). It connects each client to the target, whatever server the
// client has named, and tells the named server.
type proxy struct {
	address string
	named   chan string
}

// newProxy starts a proxy, which speaks TLS if it has certificates.
func newProxy(t *testing.T, target string, certificates ...tls.Certificate) *proxy {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	if len(certificates) > 0 {
		listener = tls.NewListener(listener, &tls.Config{Certificates: certificates})
	}
	made := &proxy{address: listener.Addr().String(), named: make(chan string, 16)}
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			go made.serve(client, target)
		}
	}()
	return made
}

func (p *proxy) serve(client net.Conn, target string) {
	defer client.Close()
	reader := bufio.NewReader(client)
	first, err := reader.Peek(1)
	if err != nil {
		return
	}
	agree := agreeToConnect
	if first[0] == 5 {
		agree = agreeToSOCKS
	}
	named, err := agree(reader, client)
	if err != nil {
		return
	}
	p.named <- named
	server, err := net.Dial("tcp", target)
	if err != nil {
		return
	}
	defer server.Close()
	go func() {
		io.Copy(server, reader)
		server.Close()
	}()
	io.Copy(client, server)
}

func agreeToConnect(reader *bufio.Reader, client io.Writer) (string, error) {
	request, err := http.ReadRequest(reader)
	if err != nil {
		return "", err
	}
	if request.Method != http.MethodConnect {
		return "", fmt.Errorf("the method is %s", request.Method)
	}
	_, err = io.WriteString(client, "HTTP/1.1 200 Connection established\r\n\r\n")
	return request.Host, err
}

func agreeToSOCKS(reader *bufio.Reader, client io.Writer) (string, error) {
	head := make([]byte, 2)
	if _, err := io.ReadFull(reader, head); err != nil {
		return "", err
	}
	if _, err := reader.Discard(int(head[1])); err != nil {
		return "", err
	}
	if _, err := client.Write([]byte{5, 0}); err != nil {
		return "", err
	}
	request := make([]byte, 5)
	if _, err := io.ReadFull(reader, request); err != nil {
		return "", err
	}
	if request[3] != 3 {
		return "", fmt.Errorf("the server has no name, but an address of type %d", request[3])
	}
	rest := make([]byte, int(request[4])+2)
	if _, err := io.ReadFull(reader, rest); err != nil {
		return "", err
	}
	_, err := client.Write([]byte{5, 0, 0, 1, 0, 0, 0, 0, 0, 0})
	name, port := rest[:request[4]], binary.BigEndian.Uint16(rest[request[4]:])
	return fmt.Sprintf("%s:%d", name, port), err
}

func TestAServerBehindAProxyIsReachedByItsName(t *testing.T) {
	own := newAuthority(t, "of the cluster")
	for scheme, certificates := range map[string][]tls.Certificate{"http": nil, "socks5": nil, "https": {own.issue(t)}} {
		server := newListener(t, own.issue(t))
		through := newProxy(t, strings.TrimPrefix(server.URL, "https://"), certificates...)
		lines := strings.Join([]string{
			"proxy-url: " + scheme + "://" + through.address,
			`tls-server-name: "127.0.0.1"`,
			"certificate-authority-data: " + base64.StdEncoding.EncodeToString(own.pem),
		}, "\n    ")
		if err := ask(t, trusted(t, "https://api.private.invalid:6443", lines)); err != nil {
			t.Errorf("%s: %v", scheme, err)
			continue
		}
		if named := <-through.named; named != "api.private.invalid:6443" {
			t.Errorf("%s: the proxy was asked for %s", scheme, named)
		}
		if server.heard.Load() != 1 {
			t.Errorf("%s: the server has heard %d requests", scheme, server.heard.Load())
		}
	}
}
