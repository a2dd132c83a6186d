// Reads pairs of lines from its standard input, a program and its input, and applies each program to its input by gojq.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/itchyny/gojq"
)

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		program := lines.Text()
		if !lines.Scan() {
			break
		}
		fmt.Println(answer(program, lines.Text()))
	}
}

// A drawn program may have no end, or an answer of any size. What takes longer is not compared.
const answerTime = time.Second

// answer is "refused", "failed", or the results, each as gojq writes it.
func answer(program, text string) string {
	query, err := gojq.Parse(program)
	if err != nil {
		return "refused"
	}
	code, err := gojq.Compile(query)
	if err != nil {
		return "refused"
	}
	var input any
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&input); err != nil {
		panic(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), answerTime)
	defer cancel()
	var results []string
	for iter := code.RunWithContext(ctx, input); ; {
		next, more := iter.Next()
		if !more {
			return strings.Join(results, " ")
		}
		if _, failed := next.(error); failed {
			return "failed"
		}
		result, _ := gojq.Marshal(next)
		results = append(results, string(result))
	}
}
