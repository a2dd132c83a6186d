package worker

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"runtime/debug"
	"sync"
	"time"
)

// lastWords is the time for which a cancelled request may still record that it has failed. After this time
// the worker answers for it, and its further calls do not reach the cluster.
const lastWords = 10 * time.Second

// idleBeforeRelease is how long the worker must be idle before freed memory goes back to the system.
const idleBeforeRelease = time.Second

// job carries out a request. Its context ends when the request is cancelled.
type job func(ctx context.Context, request Request, heard *warnings) (Answer, error)

// server reads requests, runs each in a goroutine, and writes their answers.
type server struct {
	jobs map[string]job

	writing sync.Mutex
	out     io.Writer

	running      sync.WaitGroup
	lock         sync.Mutex
	cancels      map[int64]context.CancelCauseFunc
	idle         *time.Timer
	capabilities capabilitiesMemory // of the reading goroutine
}

func newServer(out io.Writer, jobs map[string]job) *server {
	return &server{jobs: jobs, out: out, cancels: map[int64]context.CancelCauseFunc{}}
}

// serve answers requests until the input ends, which is no error.
func (s *server) serve(in io.Reader, version string) error {
	s.write(Hello{Protocol: protocolVersion, Version: version})
	reader := bufio.NewReaderSize(in, 64<<10)
	for {
		line, err := reader.ReadBytes('\n')
		if len(line) > 0 && err == nil {
			s.accept(line)
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("cannot read requests: %w", err)
		}
	}
}

// accept begins the request in the line.
func (s *server) accept(line []byte) {
	request, err := parseRequest(line)
	if err == nil {
		err = s.capabilities.complete(&request)
	}
	if err != nil {
		s.write(Answer{ID: request.ID, Warnings: []string{}, Error: err.Error()})
		return
	}
	if request.Do == "cancel" {
		s.cancel(request.ID, errCancelled)
		return
	}
	run, known := s.jobs[request.Do]
	if !known {
		s.write(Answer{ID: request.ID, Warnings: []string{},
			Error: fmt.Sprintf("unknown request %q: this worker can render, upgrade, uninstall and cancel", request.Do)})
		return
	}
	s.begin(request, run)
}

func (s *server) begin(request Request, run job) {
	ctx, cancel := context.WithCancelCause(context.Background())
	s.lock.Lock()
	_, doubled := s.cancels[request.ID]
	if !doubled {
		s.cancels[request.ID] = cancel
		s.running.Add(1)
	}
	s.lock.Unlock()
	if doubled {
		cancel(nil)
		s.write(Answer{ID: request.ID, Warnings: []string{}, Error: fmt.Sprintf("request %d is running already", request.ID)})
		return
	}
	go func() {
		defer s.running.Done()
		heard := &warnings{stage: func(stage string) { s.write(Stage{ID: request.ID, Stage: stage}) }}
		answer := attend(ctx, request, run, heard)
		s.ended(request.ID)
		s.write(answer)
		cancel(nil)
	}()
}

// attend waits for the end of the request. After a cancellation it waits at most a little longer than
// lastWords, and not at all for a render, which writes no record. The answer to a request that goes on says so
// (Left), and the operator ends this process after the answers to the other requests.
func attend(ctx context.Context, request Request, run job, heard *warnings) Answer {
	done := make(chan Answer, 1)
	go func() { done <- guarded(ctx, request, run, heard) }()
	select {
	case answer := <-done:
		return answer
	case <-ctx.Done():
	}
	patience := lastWords + time.Second
	if request.Do == "render" {
		patience = 0 // there is no record to write
	}
	select {
	case answer := <-done:
		return answer
	case <-time.After(patience):
		return Answer{ID: request.ID, Left: true, Warnings: heard.list(), Error: context.Cause(ctx).Error()}
	}
}

// guarded turns a panic of the request into its answer.
func guarded(ctx context.Context, request Request, run job, heard *warnings) (answer Answer) {
	defer func() {
		if reason := recover(); reason != nil {
			log.Printf("panic in request %d (%s %s): %v\n%s", request.ID, request.Do, request.Release, reason, debug.Stack())
			answer = Answer{ID: request.ID, Warnings: heard.list(), Error: fmt.Sprintf("panic: %v", reason), Panic: true}
		}
	}()
	answer, err := run(ctx, request, heard)
	if err != nil {
		answer = Answer{Error: err.Error()}
	}
	answer.ID, answer.Warnings, answer.fates = request.ID, heard.list(), heard.fates()
	return answer
}

func (s *server) cancel(id int64, why error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	if cancel, running := s.cancels[id]; running {
		cancel(why)
	}
}

// cancelAll cancels running requests and waits for the answers.
func (s *server) cancelAll(why error) {
	s.lock.Lock()
	for _, cancel := range s.cancels {
		cancel(why)
	}
	s.lock.Unlock()
	s.running.Wait()
}

// ended forgets the request and gives memory back if no request follows it soon.
func (s *server) ended(id int64) {
	s.lock.Lock()
	defer s.lock.Unlock()
	delete(s.cancels, id)
	if s.idle == nil {
		s.idle = time.AfterFunc(idleBeforeRelease, s.rest)
	} else {
		s.idle.Reset(idleBeforeRelease)
	}
}

func (s *server) rest() {
	s.lock.Lock()
	busy := len(s.cancels) > 0
	s.lock.Unlock()
	if !busy {
		debug.FreeOSMemory()
	}
}

// write sends a line. A failed write is only logged: the operator has gone, and stdin will end too.
func (s *server) write(message any) {
	line, err := json.Marshal(message)
	if err != nil {
		log.Printf("cannot write an answer: %v", err)
		return
	}
	s.writing.Lock()
	defer s.writing.Unlock()
	if _, err := s.out.Write(append(line, '\n')); err != nil {
		log.Printf("cannot write an answer: %v", err)
	}
}
