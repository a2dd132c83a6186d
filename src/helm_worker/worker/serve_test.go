package worker

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
)

// conversation is a server with jobs of a test.
type conversation struct {
	t    *testing.T
	in   *io.PipeWriter
	out  *bufio.Reader
	done chan error
}

func converse(t *testing.T, jobs map[string]job) *conversation {
	t.Helper()
	requests, in := io.Pipe()
	answers, out := io.Pipe()
	c := &conversation{t: t, in: in, out: bufio.NewReader(answers), done: make(chan error, 1)}
	server := newServer(out, jobs)
	go func() { c.done <- server.serve(requests, "v0") }()
	if hello := c.line(); hello != `{"protocol":2,"version":"v0"}` {
		t.Fatalf("hello: %s", hello)
	}
	t.Cleanup(func() {
		in.Close()
		answers.Close()
	})
	return c
}

func (c *conversation) say(line string) {
	c.t.Helper()
	if _, err := io.WriteString(c.in, line+"\n"); err != nil {
		c.t.Fatal(err)
	}
}

func (c *conversation) line() string {
	c.t.Helper()
	line, err := c.out.ReadString('\n')
	if err != nil {
		c.t.Fatal(err)
	}
	return strings.TrimSuffix(line, "\n")
}

func (c *conversation) answer() Answer {
	c.t.Helper()
	var answer Answer
	if err := json.Unmarshal([]byte(c.line()), &answer); err != nil {
		c.t.Fatal(err)
	}
	return answer
}

// untilCancelled is a request that goes on until it is cancelled.
func untilCancelled(ctx context.Context, _ Request, _ *warnings) (Answer, error) {
	<-ctx.Done()
	return Answer{}, ctx.Err()
}

func succeed(context.Context, Request, *warnings) (Answer, error) { return Answer{Status: "fine"}, nil }

func TestSaysWhatIsWrongWithALine(t *testing.T) {
	c := converse(t, map[string]job{"fine": succeed})
	for line, expected := range map[string]Answer{
		`no JSON`:                           {ID: 0, Error: "no JSON object"},
		`[]`:                                {ID: 0, Error: "no JSON object"},
		`{"id":4,"do":"render","labels":1}`: {ID: 4, Error: "labels"},
		`{"id":5,"do":"dance"}`:             {ID: 5, Error: `unknown request "dance"`},
		`{"id":6}`:                          {ID: 6, Error: `unknown request ""`},
	} {
		c.say(line)
		if answer := c.answer(); answer.ID != expected.ID || !strings.Contains(answer.Error, expected.Error) {
			t.Errorf("%s: %+v", line, answer)
		}
	}
	c.say(`{"id":7,"do":"fine"}`)
	if line := c.line(); line != `{"id":7,"status":"fine","warnings":[]}` {
		t.Error(line)
	}
}

func TestAPanicEndsItsRequestOnly(t *testing.T) {
	c := converse(t, map[string]job{"fine": succeed,
		"panic": func(context.Context, Request, *warnings) (Answer, error) { panic("at the disco") }})
	c.say(`{"id":1,"do":"panic"}`)
	if answer := c.answer(); !answer.Panic || answer.Error != "panic: at the disco" || answer.ID != 1 {
		t.Errorf("%+v", answer)
	}
	c.say(`{"id":2,"do":"fine"}`)
	if answer := c.answer(); answer.Status != "fine" {
		t.Errorf("%+v", answer)
	}
}

func TestARequestThatHangsStopsNoOther(t *testing.T) {
	c := converse(t, map[string]job{"fine": succeed, "hang": untilCancelled})
	c.say(`{"id":1,"do":"hang"}`)
	c.say(`{"id":1,"do":"hang"}`)
	if answer := c.answer(); answer.Error != "request 1 is running already" {
		t.Errorf("%+v", answer)
	}
	c.say(`{"id":2,"do":"fine"}`)
	if answer := c.answer(); answer.ID != 2 || answer.Status != "fine" {
		t.Errorf("%+v", answer)
	}
	c.say(`{"id":3,"do":"cancel"}`) // no such request
	c.say(`{"id":1,"do":"cancel"}`)
	if answer := c.answer(); answer.ID != 1 || answer.Error != "context canceled" || answer.Left {
		t.Errorf("%+v", answer)
	}
}

// A template that does not end cannot be stopped. Its answer comes all the same.
func TestACancelledRenderIsAnsweredEvenIfItGoesOn(t *testing.T) {
	goesOn := make(chan struct{})
	defer close(goesOn)
	c := converse(t, map[string]job{"render": func(context.Context, Request, *warnings) (Answer, error) {
		<-goesOn
		return Answer{}, nil
	}})
	c.say(`{"id":1,"do":"render","apiVersions":[]}`)
	c.say(`{"id":1,"do":"cancel"}`)
	if line := c.line(); line != `{"id":1,"left":true,"warnings":[],"error":"`+errCancelled.Error()+`"}` {
		t.Error(line)
	}
}

func TestTheEndOfTheInputIsTheEnd(t *testing.T) {
	c := converse(t, map[string]job{"hang": untilCancelled})
	c.say(`{"id":1,"do":"hang"}`)
	if _, err := io.WriteString(c.in, `{"id":2,"do":"ha`); err != nil {
		t.Fatal(err)
	}
	c.in.Close()
	if err := <-c.done; err != nil {
		t.Error(err)
	}
}

func TestAnInputThatCannotBeReadIsAnError(t *testing.T) {
	c := converse(t, nil)
	c.in.CloseWithError(errors.New("broken"))
	if err := <-c.done; err == nil || !strings.Contains(err.Error(), "broken") {
		t.Error(err)
	}
}
