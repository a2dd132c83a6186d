package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"os"
	"path/filepath"
	"time"
)

// writeCertificates writes a.crt, a.key, b.crt and b.key, which are valid for an hour.
func writeCertificates(directory string) error {
	for _, name := range []string{"a", "b"} {
		key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		if err != nil {
			return err
		}
		template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name}, IsCA: true,
			BasicConstraintsValid: true, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour)}
		certificate, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
		if err != nil {
			return err
		}
		secret, err := x509.MarshalPKCS8PrivateKey(key)
		if err != nil {
			return err
		}
		for ending, block := range map[string]*pem.Block{
			".crt": {Type: "CERTIFICATE", Bytes: certificate},
			".key": {Type: "PRIVATE KEY", Bytes: secret},
		} {
			if err := os.WriteFile(filepath.Join(directory, name+ending), pem.EncodeToMemory(block), 0o600); err != nil {
				return err
			}
		}
	}
	return nil
}
