#include "text/json/quoted_values.hpp"

#include <doctest/doctest.h>

#include <string>

using text::without_repeated_values;

TEST_CASE("values that the API server or Helm repeats go, and the words round them stay") {
  struct row {
    const char* text;
    const char* shown;
  };
  for (
    const auto& [text, shown] : {
      row{R"(Pod "a" is invalid: spec.x: Invalid value: "hunter2": no)",
          R"(Pod "a" is invalid: spec.x: Invalid value: <redacted>: no)"},
      row{
        R"(Job "a" is invalid: spec.template: Invalid value: core.Pod{Env:[]core.Var{core.Var{Value:"hun}ter2"}}}: no)",
        R"(Job "a" is invalid: spec.template: Invalid value: <redacted>: no)"},
      row{R"(spec.x: Unsupported value: "hunter2": supported values: "a", "b")",
          R"(spec.x: Unsupported value: <redacted>: supported values: "a", "b")"},
      row{R"(Pod "A" is invalid: metadata.name: Invalid value: "A": no)",
          R"(Pod "<redacted>" is invalid: metadata.name: Invalid value: <redacted>: no)"},
      row{R"(Pod "bad \"hunter2\"" is invalid: metadata.labels: Invalid value: "bad hunter2 bad": no)",
          R"(Pod "<redacted>" is invalid: metadata.labels: Invalid value: <redacted>: no)"},
      row{R"(error calling mustToDate: parsing time "hunter2" as "2006": cannot parse "hunter2" as "2006")",
          R"(error calling mustToDate: parsing time "<redacted>" as "2006": cannot parse "<redacted>" as "2006")"},
      row{R"(error calling include: template: no template "hunter2" associated with template "gotpl")",
          R"(error calling include: template: no template "<redacted>" associated with template "gotpl")"},
      row{R"(no template "web.labels" associated with template "gotpl")",
          R"(no template "web.labels" associated with template "gotpl")"},
      row{R"(error calling tpl: cannot parse template "{{ \"hunter2\" }": template: gotpl:1: unexpected "}")",
          R"(error calling tpl: cannot parse template "<redacted>": template: gotpl:1: unexpected "}")"},
      row{R"(no matches for kind "hunter 2" in version "v1")", R"(no matches for kind "<redacted>" in version "v1")"},
      row{R"(no matches for kind "Widget" in version "v1")", R"(no matches for kind "Widget" in version "v1")"},
      row{R"(strconv.Atoi: parsing "hunter2": invalid syntax)",
          R"(strconv.Atoi: parsing "<redacted>": invalid syntax)"},
      row{"range can't iterate over hunter2", "range can't iterate over <redacted>"},
      row{"cannot unmarshal !!str `hunter2` into int", "cannot unmarshal !!str `<redacted>` into int"},
      row{R"(error found in #10 byte of ...|"hunter2"|..., bigger)",
          R"(error found in #10 byte of ...|<redacted>|..., bigger)"},
      row{"cannot reach https://u:hunter2@host/x", "cannot reach https://u:<redacted>@host/x"},
      row{"nil pointer evaluating interface {}.port", "nil pointer evaluating interface {}.port"},
    })
    CHECK(without_repeated_values(text) == shown);
}
