package worker

import "errors"

var (
	errUnknownCapabilities = errors.New("unknown capabilities")
	errCancelled           = errors.New("cancelled by the operator")
	errStopped             = errors.New("the worker has been told to end")
	errTooLate             = errors.New("the request has been answered already")
)
