package worker

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"

	v2loader "helm.sh/helm/v4/pkg/chart/v2/loader"
)

// readValues reads values as `--values` does: as YAML, which JSON is.
func readValues(text []byte) (map[string]any, error) {
	if len(text) == 0 {
		return nil, errors.New("the request has no values")
	}
	if values, ok := readPlainValues(text); ok {
		return values, nil
	}
	values, err := v2loader.LoadValues(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("failed to parse the values: %w", err)
	}
	return values, nil
}

// plainNumber is the form of numbers that JSON and YAML 1.1 read alike. An exponent without a sign is a text
// in YAML, and -0 is 0.
var plainNumber = regexp.MustCompile(`^(0|-?[1-9][0-9]{0,14}|-?(0|[1-9][0-9]{0,14})\.[0-9]{1,15})$`)

// readPlainValues reads JSON that means the same as YAML, in a fraction of the time: values of a platform
// with a thousand modules name all of them. It gives up where both may differ: bytes beyond ASCII (YAML folds
// some line breaks within texts), escapes by number (YAML has no pairs of them), unusual numbers, merge keys.
// Keys are unique, because the operator writes them from a table.
func readPlainValues(text []byte) (map[string]any, bool) {
	for _, c := range text {
		if c < ' ' || c > '~' {
			return nil, false
		}
	}
	if bytes.Contains(text, []byte(`\u`)) || bytes.Contains(text, []byte(`\/`)) || bytes.Contains(text, []byte(`"<<"`)) {
		return nil, false
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	values := map[string]any{}
	if text[0] != '{' || decoder.Decode(&values) != nil {
		return nil, false
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, false
	}
	_, ok := withNumbers(values)
	return values, ok
}

// withNumbers converts the texts of numbers in a tree. It returns false if YAML may read any of them
// differently.
func withNumbers(tree any) (any, bool) {
	ok := true
	switch tree := tree.(type) {
	case json.Number:
		return plain(tree)
	case map[string]any:
		for key, value := range tree {
			if tree[key], ok = withNumbers(value); !ok {
				return nil, false
			}
		}
	case []any:
		for i, value := range tree {
			if tree[i], ok = withNumbers(value); !ok {
				return nil, false
			}
		}
	}
	return tree, true
}

func plain(number json.Number) (float64, bool) {
	if !plainNumber.MatchString(number.String()) {
		return 0, false
	}
	value, err := number.Float64()
	return value, err == nil
}
