package worker

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand"
	"reflect"
	"strings"
	"testing"

	v2loader "helm.sh/helm/v4/pkg/chart/v2/loader"
)

// asHelm reads values as helm's command line does.
func asHelm(t *testing.T, text string) map[string]any {
	t.Helper()
	values, err := v2loader.LoadValues(bytes.NewReader([]byte(text)))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return values
}

func TestPlainValuesAreReadAsHelmReadsThem(t *testing.T) {
	for _, text := range []string{
		`{}`,
		`{"global":{"enabledModules":["a","b"],"none":[],"empty":{}},"web":null}`,
		`{"a":0,"b":-1,"c":1.50,"d":-0.25,"e":123456789012345,"f":true,"g":false,"h":0.1}`,
		`{"yes":"no","on":"1e3","~":"null","0x10":"0o7","1:30":"1:30","":"","- a":"# b","a: b":"{c}"}`,
		`{"a":"line\nbreak\ttab\"quote\\back\b\f\r end "}`,
		`{"a":" --- ","b":"---","c":"...","d":"%YAML","e":"&a","f":"*a","g":"!!int 1"}`,
	} {
		got, ok := readPlainValues([]byte(text))
		if !ok {
			t.Errorf("%s: is not taken for plain", text)
		}
		if want := asHelm(t, text); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %#v, want %#v", text, got, want)
		}
	}
}

func TestValuesThatYAMLReadsOtherwiseAreLeftToIt(t *testing.T) {
	for _, text := range []string{
		`{"a":1e3}`, `{"a":-0}`, `{"a":1E+3}`, `{"a":12345678901234567890}`, `{"a":"\u0041"}`, `{"a":"é"}`,
		"{\"a\":\"x\u0085y\"}", `{"a":"\/"}`, `{"<<":{"a":1}}`, "{\"a\":\n1}", `[1]`, `{"a":1} {}`, `{"a":`,
		`a: 1`, `{a: 1}`,
	} {
		if _, ok := readPlainValues([]byte(text)); ok {
			t.Errorf("%s: is taken for plain", text)
		}
	}
}

// randomValue is a tree of texts, numbers and more, as JSON can have them in ASCII.
func randomValue(random *rand.Rand, depth int) any {
	switch kind := random.Intn(8); {
	case kind == 0 && depth > 0:
		object := map[string]any{}
		for range random.Intn(4) {
			object[randomText(random)] = randomValue(random, depth-1)
		}
		return object
	case kind == 1 && depth > 0:
		list := []any{}
		for range random.Intn(4) {
			list = append(list, randomValue(random, depth-1))
		}
		return list
	case kind == 2:
		return random.Intn(2) == 0
	case kind == 3:
		return nil
	case kind == 4:
		return json.Number(fmt.Sprint(random.Intn(1_000_000) - 500_000))
	case kind == 5:
		return json.Number(fmt.Sprintf("%d.%d", random.Intn(1000), random.Intn(1000)))
	default:
		return randomText(random)
	}
}

func randomText(random *rand.Rand) string {
	const letters = "abz019 -_.:,#&*!|>'\"%@`{}[]\\/~?=\n\t"
	var text strings.Builder
	for range random.Intn(8) {
		text.WriteByte(letters[random.Intn(len(letters))])
	}
	return text.String()
}

func TestRandomPlainValuesAreReadAsHelmReadsThem(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	plain := 0
	for range 20_000 {
		var text bytes.Buffer
		encoder := json.NewEncoder(&text)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(map[string]any{"a": randomValue(random, 3), "b": randomValue(random, 3)}); err != nil {
			t.Fatal(err)
		}
		got, ok := readPlainValues(bytes.TrimSpace(text.Bytes()))
		if !ok {
			continue
		}
		plain++
		if want := asHelm(t, text.String()); !reflect.DeepEqual(got, want) {
			t.Fatalf("%s: got %#v, want %#v", text.String(), got, want)
		}
	}
	if plain < 15_000 {
		t.Errorf("only %d of 20000 were taken for plain", plain)
	}
}

// BenchmarkValuesOfAThousandModules: go test -bench Values ./worker
func BenchmarkValuesOfAThousandModules(b *testing.B) {
	text := `{"global":{"enabledModules":["` + strings.Repeat(`some-module-name","`, 1000) + `x"]},"web":{}}`
	for range b.N {
		if _, err := readValues([]byte(text)); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkTheSameAsYAML(b *testing.B) {
	text := `{"global":{"enabledModules":["` + strings.Repeat(`some-module-name","`, 1000) + `x"]},"web":{}}`
	for range b.N {
		if _, err := v2loader.LoadValues(bytes.NewReader([]byte(text))); err != nil {
			b.Fatal(err)
		}
	}
}
