package worker

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// beHelm makes this test program the program that it tests, unless $HELM_WORKER_BIN names another.
const beHelm = "HELM_WORKER_TEST_IS_HELM"

func TestMain(m *testing.M) {
	if os.Getenv(beHelm) != "" {
		Main()
		return
	}
	os.Exit(m.Run())
}

// helmCommand is a command line of the program, with directories of its own and without a user's settings.
func helmCommand(t *testing.T, arguments ...string) *exec.Cmd {
	t.Helper()
	program := os.Getenv("HELM_WORKER_BIN")
	if program == "" {
		program = os.Args[0]
	}
	command := exec.Command(program, arguments...)
	home := t.TempDir()
	command.Env = []string{beHelm + "=1", "HOME=" + home, "HELM_CACHE_HOME=" + home + "/cache",
		"HELM_CONFIG_HOME=" + home + "/config", "HELM_DATA_HOME=" + home + "/data", "KUBECACHEDIR=" + home + "/kube"}
	return command
}

// helmRun is how a command line of helm ended.
type helmRun struct{ stdout, stderr, failure string }

// helm runs a command line. Its failure is the text behind "Error: ".
func helm(t *testing.T, arguments ...string) helmRun {
	t.Helper()
	command := helmCommand(t, arguments...)
	var stdout, stderr bytes.Buffer
	command.Stdout, command.Stderr = &stdout, &stderr
	err := command.Run()
	run := helmRun{stdout: stdout.String(), stderr: stderr.String()}
	if _, ended := errors.AsType[*exec.ExitError](err); err != nil && !ended {
		t.Fatal(err)
	}
	if _, failure, found := strings.Cut("\n"+run.stderr, "\nError: "); err != nil && found {
		run.failure = strings.TrimSuffix(failure, "\n")
	} else if err != nil {
		t.Fatalf("helm %s: %v without a reason: %s", strings.Join(arguments, " "), err, run.stderr)
	}
	return run
}

// process is a worker that runs as a program.
type process struct {
	t       *testing.T
	command *exec.Cmd
	input   io.WriteCloser
	hello   Hello
	stderr  lockedBuffer
	stray   []string

	lock    sync.Mutex
	next    int64
	waiting map[int64]chan Answer
	stages  map[int64]string
	ended   chan struct{}
}

// lockedBuffer can be read while a process writes.
type lockedBuffer struct {
	lock sync.Mutex
	text bytes.Buffer
}

func (b *lockedBuffer) Write(text []byte) (int, error) {
	b.lock.Lock()
	defer b.lock.Unlock()
	return b.text.Write(text)
}

func (b *lockedBuffer) String() string {
	b.lock.Lock()
	defer b.lock.Unlock()
	return b.text.String()
}

// startProcess starts `helm worker` in the namespace.
func startProcess(t *testing.T, namespace, kubeconfig string, environment ...string) *process {
	t.Helper()
	p := &process{t: t, command: helmCommand(t, "worker", "--namespace", namespace, "--kubeconfig", kubeconfig),
		waiting: map[int64]chan Answer{}, stages: map[int64]string{}, ended: make(chan struct{})}
	p.command.Env = append(p.command.Env, environment...)
	p.command.Stderr = &p.stderr
	var err error
	if p.input, err = p.command.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	output, err := p.command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.command.Start(); err != nil {
		t.Fatal(err)
	}
	reader := bufio.NewReader(output)
	line, err := reader.ReadBytes('\n')
	if err != nil {
		t.Fatalf("the worker did not greet: %v: %s", err, p.stderr.String())
	}
	if err := json.Unmarshal(line, &p.hello); err != nil {
		t.Fatal(err)
	}
	go p.listen(reader)
	t.Cleanup(func() {
		p.input.Close()
		<-p.ended
		_ = p.command.Wait()
		for _, line := range p.stray {
			t.Errorf("this is no answer to a request: %s", line)
		}
	})
	return p
}

func (p *process) listen(reader *bufio.Reader) {
	defer close(p.ended)
	for {
		line, err := reader.ReadBytes('\n')
		if err != nil {
			return
		}
		if p.noteStage(line) {
			continue
		}
		var answer Answer
		decodes := json.Unmarshal(line, &answer)
		p.lock.Lock()
		waiting, known := p.waiting[answer.ID]
		delete(p.waiting, answer.ID)
		if decodes != nil || !known {
			p.stray = append(p.stray, string(line))
		}
		p.lock.Unlock()
		if known {
			waiting <- answer
		}
	}
}

// noteStage reports whether the line is a stage of a request.
func (p *process) noteStage(line []byte) bool {
	if !bytes.Contains(line, []byte(`"stage":`)) {
		return false
	}
	var stage Stage
	if json.Unmarshal(line, &stage) != nil {
		return false
	}
	p.lock.Lock()
	defer p.lock.Unlock()
	p.stages[stage.ID] = stage.Stage
	return true
}

// stage is the last stage that a request has reported.
func (p *process) stage(id int64) string {
	p.lock.Lock()
	defer p.lock.Unlock()
	return p.stages[id]
}

// send begins a request and returns its id and the channel of its answer.
func (p *process) send(request Request) (int64, <-chan Answer) {
	p.t.Helper()
	p.lock.Lock()
	p.next++
	request.ID = p.next
	waiting := make(chan Answer, 1)
	p.waiting[request.ID] = waiting
	p.lock.Unlock()
	p.write(request)
	return request.ID, waiting
}

func (p *process) write(request Request) {
	p.t.Helper()
	line, err := json.Marshal(request)
	if err != nil {
		p.t.Fatal(err)
	}
	p.lock.Lock()
	defer p.lock.Unlock()
	if _, err := p.input.Write(append(line, '\n')); err != nil {
		p.t.Fatal(err)
	}
}

// ask waits for the answer.
func (p *process) ask(request Request) Answer {
	p.t.Helper()
	_, waiting := p.send(request)
	return p.await(waiting)
}

func (p *process) await(waiting <-chan Answer) Answer {
	p.t.Helper()
	select {
	case answer := <-waiting:
		return answer
	case <-p.ended:
		p.t.Fatalf("the worker ended without an answer: %s", p.stderr.String())
	}
	return Answer{}
}

// writeFiles makes a directory of files.
func writeFiles(t *testing.T, files map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	for name, text := range files {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}
