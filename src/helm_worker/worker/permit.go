package worker

import (
	"encoding/binary"
	"errors"
	"fmt"
	"net/http"
	"os"
	"sync/atomic"
	"syscall"
	"time"
	"unsafe"
)

// permitVariable names a file of eight bytes in which the operator, if it is one of several replicas, keeps
// the end of its right to change the cluster: microseconds of CLOCK_BOOTTIME, in the byte order of the
// machine.
const permitVariable = "ADDON_OPERATOR_LEAD_PERMIT"

// errNotPermitted is the error of a request that may change the cluster and did not leave.
var errNotPermitted = errors.New("this replica does not lead now, so it changes nothing")

// bootClock is CLOCK_BOOTTIME of Linux, which is the same in all processes, is never set, and rises while the
// machine sleeps.
const bootClock = 7

// permit is the right to change the cluster. The operator prolongs it while it leads; it ends by itself, also
// if the operator is stopped. nil: there is one operator, which may always change the cluster.
type permit struct {
	until *int64 // mapped, written by the operator
	now   func() (time.Duration, error)
}

// permitOfEnvironment maps the file that the variable names. No variable: nil.
func permitOfEnvironment() (*permit, error) {
	path := os.Getenv(permitVariable)
	if path == "" {
		return nil, nil
	}
	return openPermit(path)
}

func openPermit(path string) (*permit, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("cannot read the permit of the leader: %w", err)
	}
	defer file.Close()
	size := binary.Size(int64(0))
	if found, err := file.Stat(); err != nil || found.Size() < int64(size) {
		return nil, fmt.Errorf("the permit of the leader in %s is not whole", path)
	}
	mapped, err := syscall.Mmap(int(file.Fd()), 0, size, syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		return nil, fmt.Errorf("cannot map the permit of the leader: %w", err)
	}
	return &permit{until: (*int64)(unsafe.Pointer(&mapped[0])), now: bootTime}, nil
}

func bootTime() (time.Duration, error) {
	var now syscall.Timespec
	if _, _, failure := syscall.Syscall(syscall.SYS_CLOCK_GETTIME, bootClock, uintptr(unsafe.Pointer(&now)), 0); failure != 0 {
		return 0, failure
	}
	return time.Duration(now.Nano()), nil
}

// check is called directly before a request leaves. It fails for a request that may change the cluster, if
// the permit has ended.
func (p *permit) check(call *http.Request) error {
	if p == nil || call.Method == http.MethodGet || call.Method == http.MethodHead {
		return nil
	}
	now, err := p.now()
	if err != nil {
		return fmt.Errorf("cannot read the clock of the permit: %w", err)
	}
	if now.Microseconds() >= atomic.LoadInt64(p.until) {
		return errNotPermitted
	}
	return nil
}
