#pragma once

#include "support/operator_fixture.hpp"
#include "trace/read/order_rules.hpp"
#include "trace/read/trace_file.hpp"

#include <memory>
#include <string>
#include <utility>

namespace test {

/// An operator with the module `web`, which has a chart, and a trace of its work. Recorded events go through
/// the lines of a file, as with `--trace-file`.
struct recorded_operator : operator_fixture {
  recorded_operator() {
    shared()->record = [this](trace::packed_event x) { trace::read::append_trace_line(lines, trace::unpacked(x)); };
    module("010-web");
    chart("web", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata: {a: b}\n");
  }

  /// The operator still stops after this destructor, and its stop is not recorded.
  ~recorded_operator() { shared()->record = {}; }
  recorded_operator(const recorded_operator&) = delete;
  recorded_operator& operator=(const recorded_operator&) = delete;

  /// Empty: all rules of the order were kept.
  [[nodiscard]] std::string broken_rule() const {
    const trace::read::recorded_run run(trace::read::parse_trace(lines).events);
    const auto found = trace::read::first_broken_order(run);
    return found ? found->rule : "";
  }

  std::string lines;
};

/// A hook that goes on in its first run until the test ends it; later runs end at once.
inline hook_script goes_on_once() {
  return [done = std::make_shared<bool>()](hook_run& run) {
    if (!std::exchange(*done, true)) run.end = fake_end::goes_on();
  };
}

/// A hook that sets a value.
inline hook_script sets(const std::string& path, const std::string& value) {
  return [=](hook_run& run) { run.values_patch = R"([{"op":"add","path":")" + path + R"(","value":)" + value + "}]"; };
}

} // namespace test
