// Whatever a text of N bytes is, no reader takes more than 32 MiB and 20 N for it.
#include "core/cel/program.hpp"
#include "core/config/config_sections.hpp"
#include "core/hooks/config.hpp"
#include "core/hooks/metrics.hpp"
#include "core/hooks/object_patch.hpp"
#include "core/metrics/hook_metrics_update.hpp"
#include "core/schema/section_schemas.hpp"
#include "core/store/values_book.hpp"
#include "core/webhooks/admission_review.hpp"
#include "core/webhooks/conversion_answer.hpp"
#include "greedy_texts.hpp"
#include "kube/access/kubeconfig.hpp"
#include "support/memory_peak.hpp"
#include "text/json/json_patch_reader.hpp"
#include "text/yaml/yaml.hpp"
#include "text/yaml/yaml_stream.hpp"

#include <doctest/doctest.h>

#include <functional>
#include <string>
#include <vector>

namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20;

/// Reads texts of several lengths, up to the longest allowed text.
template <class Read>
void check_memory(std::size_t bytes_max, const Read& read) {
  for (const auto& greedy : test::greedy_texts())
    for (const std::size_t bytes : {mebibyte / 16, mebibyte / 4, mebibyte}) {
      if (bytes > bytes_max) continue;
      const auto text = greedy.make(bytes);
      const std::string content = greedy.name;
      CAPTURE(content);
      CAPTURE(text.size());
      const test::memory_peak peak;
      read(text);
      CHECK(peak.bytes() < test::memory_allowed(text.size()));
    }
}

core::store::values_book book_with(const std::string& section) {
  core::store::values_book book;
  core::config::static_values files;
  files.sections["web"].layers.push_back(*text::parse_json(R"({"x":{},"l":[1,2]})"));
  book.load(std::move(files));
  book.apply_configuration(core::config::read_configuration({{"webEnabled", "true"}, {"web", section}}), 1);
  return book;
}

std::string repeated(const std::string& part, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += part;
  return all;
}

void patch_values(const std::string& text) {
  const auto book = book_with("a: 1\n");
  if (auto prepared = book.prepare_hook_commit({"web"}, text, ""))
    static_cast<void>(core::store::values_book(book).commit(std::move(*prepared), 2));
}

void apply_metrics(const std::string& text) {
  const auto batch = core::hooks::parse_hook_metrics(text);
  core::metrics::metric_registry registry;
  if (batch)
    static_cast<void>(
      core::metrics::apply_metric_operations(registry, "", {.module = "web", .hook = "hooks/a.sh"}, *batch));
}

void read_schema(const std::string& text) {
  const auto schemas = core::schema::make_section_schemas({.config_values = text, .values = std::nullopt});
  if (schemas && schemas->config) static_cast<void>(schemas->config->with_defaults(text::json::object()));
}

void read_kubeconfig(const std::string& text) {
  static_cast<void>(
    kube::access::load_kubeconfig({.paths = {"kubeconfig"}, .context = {}, .now = {}},
                                  [&](const std::string&) -> base::result<std::string> { return text; }));
}

} // namespace

TEST_CASE("reading YAML costs less than 32 MiB and 20 times its bytes, whatever it is") {
  check_memory(mebibyte, [](const auto& x) { static_cast<void>(text::parse_yaml(x)); });
  check_memory(mebibyte, [](const auto& x) {
    text::yaml_stream documents(x);
    for (auto next = documents.next(); next && *next; next = documents.next()) {
    }
  });
}

TEST_CASE("the answer to a conversion costs less than 1 MiB and three times its bytes") {
  const auto object =
    R"({"apiVersion":"x.io/v2","kind":"Tab","metadata":{"name":"a"},"list":[)" + repeated("0,", 500) + "0]}";
  const auto text = R"({"convertedObjects":[)" + repeated(object + ",", 4000) + object + "]}";
  const test::memory_peak peak;
  CHECK(core::webhooks::parse_conversion_answer(text));
  CHECK(peak.bytes() < mebibyte + 3 * text.size());
}

TEST_CASE("a review of the API server costs less than 1 MiB and twice its bytes, wherever it is greedy") {
  const auto check = [](const std::string& text) {
    CAPTURE(text.substr(0, 100));
    const test::memory_peak peak;
    static_cast<void>(core::webhooks::read_review(text));
    CHECK(peak.bytes() < mebibyte + 2 * text.size());
  };
  const std::string head = R"({"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1",)";
  auto greedy = test::greedy_texts();
  greedy.push_back({"members", [](std::size_t bytes) {
                      std::string text = "{";
                      while (text.size() < bytes) text += "\"\":0,";
                      return text + "\"\":0}";
                    }});
  greedy.push_back({"a name", [](std::size_t bytes) { return '"' + std::string(bytes, 'x') + '"'; }});
  for (const auto& each : greedy) {
    const auto value = each.make(mebibyte);
    check(value);
    for (const auto* member : {"uid", "kind", "name", "object"})
      check(head + R"("request":{"uid":"u",")" + member + "\":" + value + "}}");
    check(head + R"("request":)" + value + "}");
    check(R"({"apiVersion":)" + value + "}");
    check("{" + value + ":1}");
  }
}

TEST_CASE("reading JSON costs no more") {
  check_memory(4 * mebibyte, [](const auto& x) { static_cast<void>(text::parse_json(x)); });
}

TEST_CASE("a section of the ConfigMap costs no more, until its values are there") {
  check_memory(mebibyte, [](const auto& x) { static_cast<void>(book_with(x)); });
}

TEST_CASE("a patch of values costs no more, until it is committed") {
  check_memory(4 * mebibyte, patch_values);
  check_memory(mebibyte,
               [](const auto& x) { static_cast<void>(book_with("a: 1\n").prepare_hook_commit({"web"}, "", x)); });
}

TEST_CASE("metrics of a hook cost no more, until their series are there") {
  check_memory(mebibyte / 4, apply_metrics);
}

TEST_CASE("operations on objects cost no more") {
  check_memory(mebibyte, [](const auto& x) { static_cast<void>(core::hooks::parse_object_patch(x)); });
}

TEST_CASE("the configuration of a hook costs no more") {
  check_memory(mebibyte, [](const auto& x) {
    static_cast<void>(core::hooks::parse_hook_config(x, core::hooks::hook_owner::module));
  });
}

TEST_CASE("a schema costs no more, with its defaults") {
  check_memory(mebibyte, read_schema);
}

TEST_CASE("a kubeconfig costs no more") {
  check_memory(mebibyte, read_kubeconfig);
}

TEST_CASE("a text that a rule in CEL makes of a text costs no more") {
  const std::string text(mebibyte, 'a');
  const auto self = text::json::object({{"t", text}});
  const auto source = "'%s'.format([[bytes(self.t)" + repeated(", bytes(self.t)", 200) + "]]) != ''";
  const auto rule =
    core::cel::program::compile(source, {.variables = {"self"}, .functions = core::cel::function_set::kubernetes})
      .value();
  const std::vector<core::cel::value> variables{core::cel::from_json(self, core::cel::json_numbers::doubles)};
  core::cel::budget steps(core::cel::steps_max);
  const test::memory_peak peak;
  const auto made = rule.evaluate(variables, steps, {});
  CHECK(made.has_failed());
  CHECK(peak.bytes() < test::memory_allowed(text.size()));
}
