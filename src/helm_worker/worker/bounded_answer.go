package worker

import (
	"fmt"
	"io"
	"net/http"
	"strconv"
)

const (
	// answerBytesMax is the limit of an answer: releases and lists of objects, not a stream without an end.
	answerBytesMax = 64 << 20
	// retryAfterMax is how long a server may ask to be left alone, in seconds; client-go waits as long as it
	// says.
	retryAfterMax = 300
)

// bound limits an answer of the API server, and the wait that the answer asks for. Watches have no end by
// nature, and are read event by event.
func bound(response *http.Response) {
	if seconds, err := strconv.Atoi(response.Header.Get("Retry-After")); err == nil && seconds > retryAfterMax {
		response.Header.Set("Retry-After", strconv.Itoa(retryAfterMax))
	}
	if watch := response.Request.URL.Query().Get("watch"); watch != "true" && watch != "1" {
		response.Body = &boundedBody{ReadCloser: response.Body, left: answerBytesMax, of: response.Request.URL.Path}
	}
}

// boundedBody is a body that fails when it becomes longer than the limit.
type boundedBody struct {
	io.ReadCloser
	left int64
	of   string
}

// Read implements io.Reader.
func (b *boundedBody) Read(into []byte) (int, error) {
	got, err := b.ReadCloser.Read(into)
	if b.left -= int64(got); b.left < 0 {
		return 0, fmt.Errorf("the answer to %s has more than %d bytes, and is given up", b.of, answerBytesMax)
	}
	return got, err
}
