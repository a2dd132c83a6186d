// Checks files of alerting rules with the library of Prometheus, as `promtool check rules` does: the form, each
// expression and each template.
package main

import (
	"fmt"
	"log/slog"
	"os"

	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/rulefmt"
	"github.com/prometheus/prometheus/promql/parser"
)

func main() {
	for _, file := range os.Args[1:] {
		text, err := os.ReadFile(file)
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		groups, errors := rulefmt.Parse(text, false, model.UTF8Validation, parser.NewParser(parser.Options{}), slog.Default())
		for _, problem := range errors {
			fmt.Println(problem)
		}
		if len(errors) > 0 {
			os.Exit(1)
		}
		count := 0
		for _, group := range groups.Groups {
			count += len(group.Rules)
		}
		fmt.Println(count, "rules")
	}
}
