package worker

import (
	"encoding/binary"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// writePermit makes the file of a permit that ends so long after the start of the clock.
func writePermit(t *testing.T, until time.Duration) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "permit")
	text := binary.NativeEndian.AppendUint64(nil, uint64(until.Microseconds()))
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func call(method string) *http.Request { return &http.Request{Method: method} }

func TestPermitEndsByItself(t *testing.T) {
	permit, err := openPermit(writePermit(t, time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	now := time.Hour - time.Microsecond
	permit.now = func() (time.Duration, error) { return now, nil }
	for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodPatch, http.MethodPut, http.MethodDelete} {
		if err := permit.check(call(method)); err != nil {
			t.Errorf("%s before the end: %v", method, err)
		}
	}
	now = time.Hour
	if err := permit.check(call(http.MethodGet)); err != nil {
		t.Errorf("a read after the end: %v", err)
	}
	for _, method := range []string{http.MethodPost, http.MethodPatch, http.MethodPut, http.MethodDelete} {
		if err := permit.check(call(method)); err != errNotPermitted {
			t.Errorf("%s after the end: %v", method, err)
		}
	}
}

func TestPermitIsProlongedFromOutside(t *testing.T) {
	path := writePermit(t, 0)
	permit, err := openPermit(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := permit.check(call(http.MethodPost)); err != errNotPermitted {
		t.Fatalf("before the lead: %v", err)
	}
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	now, err := bootTime()
	if err != nil {
		t.Fatal(err)
	}
	if err := binary.Write(file, binary.NativeEndian, (now + time.Hour).Microseconds()); err != nil {
		t.Fatal(err)
	}
	if err := permit.check(call(http.MethodPost)); err != nil {
		t.Fatalf("while the operator leads: %v", err)
	}
}

func TestNoPermitWithoutVariable(t *testing.T) {
	t.Setenv(permitVariable, "")
	permit, err := permitOfEnvironment()
	if permit != nil || err != nil {
		t.Fatalf("%v, %v", permit, err)
	}
	if err := permit.check(call(http.MethodDelete)); err != nil {
		t.Fatal(err)
	}
}

func TestPermitThatIsNotWhole(t *testing.T) {
	path := filepath.Join(t.TempDir(), "permit")
	if err := os.WriteFile(path, []byte("1234"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv(permitVariable, path)
	if _, err := permitOfEnvironment(); err == nil {
		t.Fatal("four bytes are no permit")
	}
	t.Setenv(permitVariable, path+".absent")
	if _, err := permitOfEnvironment(); err == nil {
		t.Fatal("an absent file is no permit")
	}
}
