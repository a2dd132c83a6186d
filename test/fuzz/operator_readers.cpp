#include "fuzz/operator_readers.hpp"

#include "core/hooks/enabled_answer.hpp"
#include "fuzz/claim.hpp"
#include "kube/access/kubeconfig.hpp"
#include "kube/access/kubeconfig_text.hpp"
#include "support/release_secret.hpp"
#include "text/json/json.hpp"
#include "text/plain/base64.hpp"
#include "text/plain/utf8.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

namespace fuzz {

namespace {

constexpr std::size_t objects_max = 20;
constexpr std::size_t message_max = std::size_t{16} << 10U;

reach give_hook_configs(test::operator_fixture& at, std::string_view parts) {
  at.hook("web/b.sh", take_part(parts));
  at.hook("web/c.sh", take_part(parts));
  if (parts.empty()) return reach::web_only;
  at.hook("global/a.sh", take_part(parts));
  return reach::everything;
}

reach give_enabled_answer(test::operator_fixture& at, std::string_view parts) {
  const auto answer = take_part(parts);
  const auto words = take_part(parts);
  at.enabled_script("web", [answer, words](test::hook_run& run) {
    run.enabled = answer;
    run.words = words;
  });
  // The discovery of all modules waits until each script has an answer.
  return core::hooks::parse_enabled_result(answer, {}) ? reach::web_only : reach::everything;
}

reach give_values_files(test::operator_fixture& at, std::string_view parts) {
  at.write("modules/010-web/values.yaml", take_part(parts));
  at.write("modules/010-web/openapi/values.yaml", take_part(parts));
  if (parts.empty()) return reach::web_only;
  at.write("modules/values.yaml", take_part(parts));
  return reach::everything;
}

reach give_definitions(test::operator_fixture& at, std::string_view parts) {
  at.write("modules/010-web/crds/a.yaml", take_part(parts));
  at.write("modules/010-web/crds/b.yaml", take_part(parts));
  // The definitions of all modules come before all runs.
  return reach::everything;
}

reach give_objects(test::operator_fixture& at, std::string_view parts) {
  const auto filter = text::json(take_part(parts));
  if (is_text(filter.as_string()))
    at.hook("web/b.sh", test::v1("kubernetes: [{name: all, kind: ConfigMap, apiVersion: v1, namespace: {nameSelector: "
                                 "{matchNames: [default]}}, jqFilter: "
                                 + filter.dump() + "}]"));
  for (std::size_t number = 0; !parts.empty() && number < objects_max; ++number) {
    const auto part = take_part(parts);
    if (!is_text(part)) continue;
    if (const auto data = text::parse_json(part); data)
      at.api().put_object(test::object_of("v1", "ConfigMap", "o" + std::to_string(number)).with("data", *data));
  }
  return reach::web_only;
}

reach give_records(test::operator_fixture& at, std::string_view parts) {
  const auto record = take_part(parts);
  test::release_secret other{.name = "gone", .namespace_name = test::operator_fixture::namespace_name};
  for (auto left = take_part(parts); !left.empty();) {
    const auto line = left.substr(0, left.find('\n'));
    left.erase(0, line.size() + 1);
    const auto equal = std::min(line.find('='), line.size());
    if (is_text(line)) other.labels[line.substr(0, equal)] = line.substr(std::min(equal + 1, line.size()));
  }
  other.manifest = take_part(parts);
  if (const auto status = take_part(parts); !status.empty() && is_text(status)) other.status = status;
  if (is_text(other.manifest)) at.api().put_object(test::secret_of(other));
  auto secret = test::secret_of({.name = "web", .namespace_name = test::operator_fixture::namespace_name});
  at.api().put_object(secret.with("data", text::json::object({{"release", text::encode_base64(record)}})));
  return reach::web_only;
}

/// The characters that Kubernetes allows in keys of a ConfigMap.
bool is_key(std::string_view x) {
  constexpr std::size_t key_max = 253;
  const auto may_stand = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_'
           || c == '.';
  };
  return !x.empty() && x.size() <= key_max && std::all_of(x.begin(), x.end(), may_stand);
}

reach give_config_map(test::operator_fixture& at, std::string_view parts) {
  std::map<std::string, std::string> data;
  auto reaches = reach::web_only;
  while (!parts.empty()) {
    const auto key = take_part(parts);
    const auto value = take_part(parts);
    if (!is_key(key) || !is_text(value)) continue;
    data[key] = value;
    // A misspelt or displaced key may be about module `db`, too.
    if (!key.starts_with("web")) reaches = reach::everything;
  }
  at.set_config(data);
  return reaches;
}

reach give_global_outputs(test::operator_fixture& at, std::string_view parts) {
  test::hook_run answer;
  for (const auto part : {&test::hook_run::values_patch, &test::hook_run::config_patch, &test::hook_run::object_patch,
                          &test::hook_run::metrics})
    answer.*part = take_part(parts);
  at.hook("global/a.sh", test::v1("beforeAll: 1"), [answer](test::hook_run& run) {
    run.values_patch = answer.values_patch;
    run.config_patch = answer.config_patch;
    run.object_patch = answer.object_patch;
    run.metrics = answer.metrics;
  });
  return reach::everything;
}

reach give_kubeconfig(test::operator_fixture&, std::string_view parts) {
  const auto config = take_part(parts);
  const auto file = take_part(parts);
  const auto read = [&](const std::string& path) -> base::result<std::string> {
    return path == "/k/config" ? config : file;
  };
  const auto cluster = kube::access::load_kubeconfig({.paths = {"/k/config"}, .context = {}, .now = {}}, read);
  if (!cluster)
    claim(!cluster.error().message.empty() && cluster.error().message.size() < message_max, "an error is short");
  else
    claim(!kube::access::kubeconfig_text(*cluster).empty(), "a cluster has a kubeconfig");
  return reach::web_only;
}

} // namespace

give_parts reader_of(std::string_view input) {
  if (input.size() < 2 || input.front() != '!') return nullptr;
  switch (input[1]) {
    case 'h': return give_hook_configs;
    case 'e': return give_enabled_answer;
    case 'v': return give_values_files;
    case 'c': return give_definitions;
    case 'o': return give_objects;
    case 'r': return give_records;
    case 'm': return give_config_map;
    case 'a': return give_config_map;
    case 'g': return give_global_outputs;
    case 'k': return give_kubeconfig;
    default: return nullptr;
  }
}

bool comes_while_it_runs(std::string_view input) {
  return input.starts_with("!a");
}

std::string take_part(std::string_view& parts) {
  constexpr std::string_view separator = "\n===\n";
  const auto end = parts.find(separator);
  const std::string part(parts.substr(0, end));
  parts.remove_prefix(end == parts.npos ? parts.size() : end + separator.size());
  return part;
}

bool is_text(std::string_view x) {
  while (!x.empty()) {
    const auto length = text::utf8_length(x);
    if (length == 0) return false;
    x.remove_prefix(length);
  }
  return true;
}

} // namespace fuzz
