// Compares docs/moving.md and docs/security.md with the program: environment variables and bounds.

#include "cli/ignored_options.hpp"
#include "cli/start_option_table.hpp"
#include "kube/api/request_places.hpp"
#include "kube/transport/curl_transport.hpp"
#include "page_text.hpp"
#include "support/source_root.hpp"
#include "sys/files/files.hpp"
#include "sys/http/listener.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <regex>
#include <string>

namespace {

using test::page;
using test::section;

/// The number that a source gives to a constant: `4 << 20`, `std::size_t{63} << 10`, `10'000`, `seconds{30}`.
std::uint64_t constant(const std::string& file, const std::string& name) {
  const auto text = sys::files::read_file(test::source_root() + "/src/" + file).value();
  static const std::string number =
    "(?:= *)?(?:[({] *)?(?:[a-z_][a-z_:0-9]*[({] *)?([0-9']+)[smh]*[)} ]*(?:<< *([0-9]+))?";
  std::smatch found;
  REQUIRE_MESSAGE(std::regex_search(text, found, std::regex("\\b" + name + " *" + number)), file << ": " << name);
  auto digits = found[1].str();
  std::erase(digits, '\'');
  return std::stoull(digits) << (found[2].matched ? std::stoul(found[2].str()) : 0);
}

struct bound {
  const char* row;
  const char* file;
  const char* name;
  const char* figure; ///< with `#` in place of the number
  std::uint64_t unit = 1;
};

constexpr std::uint64_t kib = 1 << 10;
constexpr std::uint64_t mib = 1 << 20;

const bound bounds_in_sources[] = {
  {"a write of the ConfigMap, and of values, while others write in between", "actors/values/config_map_writes.cpp",
   "write_limit", "# s"},
  {"a write of the ConfigMap, and of values, while others write in between", "actors/values/values_store.cpp",
   "overtaken_limit", "# s"},
  {"an operation on an object while others write in between", "cluster/operations/operation_seams.hpp",
   "operation_tries_max", "# tries"},
  {"spans that wait for the collector", "actors/telemetry/trace_exporter.cpp", "waiting_bytes_max", "# MiB", mib},
  {"a request to the collector", "actors/telemetry/trace_exporter.cpp", "request_timeout", "# s"},
  {"an answer with an error status", "kube/transport/curl_transfer.cpp", "error_bytes_max", "# MiB", mib},
  {"the message of a Status", "kube/api/response.cpp", "message_bytes_max", "# KiB", kib},
  {"heads of an answer", "kube/transport/curl_transfer.cpp", "head_bytes_max", "# KiB", kib},
  {"lines of a watch that wait to be read", "actors/messages/informer.hpp", "line_bytes_max", "# MiB", mib},
  {"output of a credential plugin", "setup/credential_plugin_runner.cpp", "output_bytes_max", "# MiB, 60 s", mib},
  {"kubeconfig, token, certificates", "setup/cluster_access.cpp", "bytes_max", "# MiB each", mib},
  {"entries of `--tmp-dir` that `status` looks at", "sys/files/directory_use.cpp", "entries_max", "#"},
  {"lookups of a chart without an object, for its failure", "helm_worker/worker/lookups.go", "lookupsKept", "#"},
  {"binding contexts of a run (`BINDING_CONTEXT_PATH`)", "core/bindings/context.hpp", "binding_context_bytes_max",
   "# GiB", mib* kib},
  {"`--config` of a hook", "actors/hooks/loading.hpp", "config_time_limit", "# s"},
  {"changes that wait for the turn of a hook's run", "actors/values/values_store.cpp", "reservation_limit", "# s"},
  {"a task of Helm", "actors/releases/helm_runs.cpp", "timeout_margin", "`--helm-timeout` and # s"},
  {"a chart that is rendered for a person", "actors/releases/release_rendering.cpp", "time_limit", "# s"},
  {"a file that a hook leaves", "actors/processes/running_programs.cpp", "output_file_bytes_max", "# MiB", mib},
  {"a file that a hook leaves", "core/hooks/output_limits.hpp", "output_document_bytes_max",
   "64 MiB, a document in it # MiB", mib},
  {"output of a program for the log", "actors/processes/running_programs.cpp", "waiting_bytes_enough", "# KiB", kib},
  {"an answer of the Helm that stays", "actors/processes/worker_process.cpp", "answer_bytes_max", "# MiB", mib},
  {"an answer to the Helm that stays", "helm_worker/worker/bounded_answer.go", "answerBytesMax", "# MiB", mib},
  {"charts that the Helm that stays keeps", "helm_worker/worker/charts.go", "const chartBytes", "# MiB", mib},
  {"stderr that is kept to explain a failure", "text/plain/error_tail.hpp", "lines_max", "# lines"},
  {"stderr that is kept to explain a failure", "text/plain/error_tail.hpp", "bytes_max", "64 lines, # KiB", kib},
  {"packed charts in packed charts", "actors/releases/chart_files.cpp", "archive_depth_max", "# |"},
  {"a file of a chart that is searched for functions", "actors/releases/chart_files.cpp", "searched_bytes_max", "# MiB",
   mib},
  {"files below a module that Helm reads", "sys/files/followed_tree.hpp", "followed_entries_max", "#"},
  {"a packed dependency, unpacked", "core/releases/chart_archive.cpp", "bytes_max", "# MiB", mib},
  {"a record of a release, unpacked", "core/releases/unpacked_record.cpp", "payload_bytes_max", "# MiB", mib},
  {"a record of a release, unpacked", "core/releases/unpacked_record.cpp", "payload_values_max", "32 MiB, # values"},
  {"a record of a release, unpacked", "core/releases/unpacked_record.cpp", "manifest_bytes_max",
   "32 MiB, 500 000 values, a manifest of # MiB", mib},
  {"a record of a release, unpacked", "helm_worker/worker/bounded_records.go", "recordBytesMax", "# MiB", mib},
  {"a record of a release, unpacked", "helm_worker/worker/bounded_records.go", "recordValuesMax", "32 MiB, # values"},
  {"a jqFilter or JQPatch, on an object", "core/bindings/filter_program.hpp", "memory_max",
   "1 s of processor time, an eighth of the memory limit, at most # MiB", mib},
  {"results of a jqFilter, for an object", "core/bindings/object_filter.cpp", "results_bytes_max", "# MiB", mib},
  {"events that wait for the trace", "actors/telemetry/trace_recorder.cpp", "waiting_bytes_max", "# MiB", mib},
  {"separators on a line of YAML", "text/yaml/yaml_cpp_quirks.hpp", "crowd_max", "#"},
  {"nesting of a text", "text/json/nesting.hpp", "nesting_max", "# |"},
  {"defaults that a schema adds to a section", "core/config/section_record.cpp", "defaults_weight_max", "# MiB", mib},
  {"keys of the ConfigMap that no module has", "core/config/config_sections.cpp", "unknown_max", "# read, 100 named"},
  {"values after a patch", "text/json/json_patch.hpp", "patched_weight_max", "# MiB", mib},
  {"operations of a values patch", "text/json/json_patch.hpp", "copied_weight_max",
   "8 MiB, and 16 times the text; # MiB of `copy`", mib},
  {"a section, as a hook writes it; the ConfigMap, as the operator writes it", "core/config/config_sections.hpp",
   "config_map_bytes_max", "# MiB", mib},
  {"mistakes in an output of a hook", "core/hooks/document_reader.hpp", "bytes_enough", "# KiB", kib},
  {"names of metrics in a run", "core/metrics/hook_metrics_update.cpp", "names_max", "#"},
  {"bindings of the same kind in a hook", "core/hooks/document_reader.hpp", "objects_max", "# |"},
  {"schemas in a document", "core/schema/references.cpp", "schemas_max", "#"},
  {"`/readyz`", "actors/telemetry/status_pages.cpp", "line_bytes_max", "64 KiB, a line # KiB", kib},
  {"a line of the log", "sys/log/log_line.cpp", "value_bytes_max", "16 KiB, a value # KiB", kib},
  {"members of a JSON line of a hook", "core/hooks/json_log_line.hpp", "log_line_max", "# bytes"},
};

/// `10 000`
std::string grouped(std::uint64_t x) {
  auto text = std::to_string(x);
  for (auto at = static_cast<int>(text.size()) - 3; at > 0; at -= 3) text.insert(static_cast<std::size_t>(at), 1, ' ');
  return text;
}

} // namespace

TEST_CASE("figures on the page about security are those of the constants") {
  const auto bounds = section(page("security.md"), "Bounds");
  for (const auto& x : bounds_in_sources) {
    std::string figure = x.figure;
    figure.replace(figure.find('#'), 1, grouped(constant(x.file, x.name) / x.unit));
    const auto row = "| " + std::string(x.row) + " | " + figure;
    CHECK_MESSAGE(bounds.find(row) != bounds.npos, x.file << ": " << x.name << ": no row " << row);
  }
}

TEST_CASE("every option with its environment variables is on the page for those who move") {
  const auto moving = page("moving.md");
  CHECK(cli::start_option_table().size() > 20);
  for (const auto& option : cli::ignored_option_table()) {
    CHECK_MESSAGE(moving.find("`" + option.flag + (option.flag.empty() ? "" : "`")) != moving.npos, option.flag);
    for (const auto& variable : option.environment)
      CHECK_MESSAGE(moving.find("`" + variable + "`") != moving.npos, variable);
  }
  for (const auto& option : cli::start_option_table()) {
    if (!option.alias.empty()) CHECK_MESSAGE(moving.find("`" + option.alias + "`") != moving.npos, option.alias);
    CHECK_MESSAGE(moving.find("`" + std::string(option.flag) + "`") != moving.npos, option.flag);
    for (const auto& variable : option.environment)
      CHECK_MESSAGE(moving.find("`" + std::string(variable) + "`") != moving.npos, variable);
  }
}

TEST_CASE("the bounds on the page about security are those of the program") {
  constexpr auto mebibyte = std::size_t{1} << 20;
  const auto bounds = section(page("security.md"), "Bounds");
  const auto has_row = [&](const std::string& what, const std::string& figure) {
    CHECK_MESSAGE(bounds.find("| " + what + " | " + figure) != bounds.npos, what << ": " << figure);
  };
  const auto in_mebibytes = [](std::uint64_t bytes) { return std::to_string(bytes / mebibyte) + " MiB"; };
  const auto in_seconds = [](std::chrono::milliseconds x) { return std::to_string(x.count() / 1000) + " s"; };
  const sys::http::listener_options listener;
  has_row("clients at the same time", std::to_string(listener.connections_max) + " |");
  has_row("a whole request, however its bytes come", in_seconds(listener.request_time));
  has_row("a whole answer, read by the client", in_seconds(listener.answer_time));
  has_row("answers that clients have not read, together", in_mebibytes(listener.answers_bytes_max));
  has_row("one page of a list", "a sixteenth of the memory limit, at most "
                                  + in_mebibytes(kube::transport::curl_transport_options{}.list_bytes_max));
  has_row("one object, a document of a discovery, any other answer", in_mebibytes(kube::api::object_bytes_max));
  has_row("one line of a watch", in_mebibytes(kube::api::object_bytes_max));
  const kube::api::place_limits places;
  const auto text = [](std::size_t x) { return std::to_string(x); };
  has_row("requests on their way, watches aside",
          text(places.of_own + places.of_others) + ": " + text(places.of_own)
            + " for core objects in the operator's own namespace (its ConfigMap, release records), "
            + text(places.of_others) + " for all others; at most " + text(places.of_flow)
            + " for one API group or core kind, " + text(places.of_hung_flow)
            + " while its last request has timed out |");
  has_row("a request that is no watch", in_seconds(kube::api::http_request{}.timeout));
  has_row("`Retry-After`",
          "30 s at first; 1, 2, 4, then " + std::to_string(kube::api::retry_after_max.count() / 60) + " minutes");
  has_row("any other file that is read whole", in_mebibytes(sys::files::read_limit{}.bytes_max));
}
