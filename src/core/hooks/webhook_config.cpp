#include "core/hooks/webhook_config.hpp"

#include "core/hooks/selector_config.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace core::hooks {

namespace {

constexpr std::size_t name_bytes_max = 253;
constexpr std::size_t label_bytes_max = 63;
constexpr std::size_t labels_min = 3;
/// The maximal number of match conditions of a webhook (ValidatingWebhook, field `matchConditions`).
constexpr std::size_t conditions_max = 64;

bool is_dns_label(std::string_view x) {
  const auto is_inner = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
  return !x.empty() && x.size() <= label_bytes_max && std::all_of(x.begin(), x.end(), is_inner) && x.front() != '-'
         && x.back() != '-';
}

/// The number of DNS labels in a name; 0 if it is no DNS name.
std::size_t labels_of(std::string_view name) {
  std::size_t labels = 0;
  for (std::size_t at = 0; at <= name.size(); ++labels) {
    const auto end = std::min(name.find('.', at), name.size());
    if (!is_dns_label(name.substr(at, end - at))) return 0;
    at = end + 1;
  }
  return labels;
}

std::string read_name(document_reader& item) {
  auto name = item.required_string("name");
  if (name.empty()) return name;
  if (name.size() > name_bytes_max || labels_of(name) < labels_min)
    item.add_error("name", "'" + name
                             + "' must be a DNS name of at least three labels in lower case, for example "
                               "limits.web.example.com: the API server refuses any other name of a webhook");
  return name;
}

/// One of the words, or the default if the member is absent.
std::string read_word(document_reader& item, std::string_view key, std::span<const std::string_view> words,
                      std::string otherwise) {
  auto word = item.string_or(key, std::move(otherwise));
  if (std::find(words.begin(), words.end(), word) != words.end() || !item.has(key)) return word;
  std::string all;
  for (std::size_t i = 0; i < words.size(); ++i)
    all += (i == 0 ? "" : i + 1 < words.size() ? ", " : " or ") + std::string(words[i]);
  item.add_error(key, "expected " + all + ", got '" + word + "'");
  return word;
}

std::vector<std::string> read_filled(document_reader& rule, std::string_view key) {
  auto words = rule.strings(key);
  if (words.empty()) rule.add_error(key, "must have at least one item");
  return words;
}

void check_operations(document_reader& rule, const std::vector<std::string>& operations) {
  constexpr std::array<std::string_view, 5> words{"*", "CREATE", "UPDATE", "DELETE", "CONNECT"};
  for (std::size_t i = 0; i < operations.size(); ++i)
    if (std::find(words.begin(), words.end(), operations[i]) == words.end())
      rule.add_error("operations[" + std::to_string(i) + "]",
                     "expected CREATE, UPDATE, DELETE, CONNECT or *, got '" + operations[i] + "'");
  if (operations.size() > 1 && std::find(operations.begin(), operations.end(), "*") != operations.end())
    rule.add_error("operations", "'*' stands for all operations: it must be the only item");
}

bindings::webhook_rule read_rule(document_reader& item) {
  constexpr std::array<std::string_view, 3> scopes{"Cluster", "Namespaced", "*"};
  bindings::webhook_rule rule;
  rule.api_groups = read_filled(item, "apiGroups");
  rule.api_versions = read_filled(item, "apiVersions");
  rule.resources = read_filled(item, "resources");
  rule.operations = read_filled(item, "operations");
  check_operations(item, rule.operations);
  rule.scope = read_word(item, "scope", scopes, {});
  item.refuse_others();
  return rule;
}

void read_conditions(document_reader& item, bindings::webhook_binding& x) {
  std::set<std::string> names;
  for (auto& condition : item.objects("matchConditions")) {
    bindings::match_condition read{condition.required_string("name"), condition.required_string("expression")};
    condition.refuse_others();
    if (!read.name.empty() && !names.insert(read.name).second)
      condition.add_error("name", "'" + read.name + "' is the name of another condition of this webhook");
    x.conditions.push_back(std::move(read));
  }
  if (x.conditions.size() > conditions_max)
    item.add_error("matchConditions", "has " + std::to_string(x.conditions.size()) + " items, the API server allows "
                                        + std::to_string(conditions_max));
}

void read_selectors(document_reader& item, bindings::webhook_binding& x) {
  if (auto labels = item.object("labelSelector")) x.objects = read_label_selector(std::move(*labels));
  auto namespaces = item.object("namespace");
  if (!namespaces) return;
  if (auto labels = namespaces->object("labelSelector"))
    x.namespaces = read_label_selector(std::move(*labels));
  else
    namespaces->add_error("labelSelector", "is required");
  namespaces->refuse_others();
}

std::chrono::seconds read_timeout(document_reader& item) {
  constexpr std::int64_t most = 30;
  const auto seconds = item.integer("timeoutSeconds");
  if (seconds && (*seconds < 1 || *seconds > most))
    item.add_error("timeoutSeconds", "expected 1 to 30 seconds, got " + std::to_string(*seconds));
  return std::chrono::seconds(seconds.value_or(10));
}

} // namespace

bindings::webhook_binding read_webhook(document_reader& item, bindings::webhook_kind kind) {
  constexpr std::array<std::string_view, 2> policies{"Fail", "Ignore"};
  constexpr std::array<std::string_view, 2> effects{"None", "NoneOnDryRun"};
  constexpr std::array<std::string_view, 2> matches{"Equivalent", "Exact"};
  constexpr std::array<std::string_view, 2> reinvocations{"Never", "IfNeeded"};
  bindings::webhook_binding x;
  x.kind = kind;
  x.name = read_name(item);
  x.group = item.string_or("group", {});
  x.snapshots_from = item.strings("includeSnapshotsFrom");
  if (item.has("includeSnapshotsFrom") && x.snapshots_from.empty())
    item.add_error("includeSnapshotsFrom", "must have at least one item");
  for (auto& rule : item.objects("rules", empty_list::refused)) x.rules.push_back(read_rule(rule));
  if (!item.has("rules")) item.add_error("rules", "is required: without rules the API server never asks the hook");
  x.on_failure = read_word(item, "failurePolicy", policies, "Fail") == "Ignore" ? bindings::failure_policy::ignore
                                                                                : bindings::failure_policy::fail;
  x.side_effects = read_word(item, "sideEffects", effects, x.side_effects);
  x.match_policy = read_word(item, "matchPolicy", matches, x.match_policy);
  if (kind == bindings::webhook_kind::mutating)
    x.reinvocation = read_word(item, "reinvocationPolicy", reinvocations, x.reinvocation);
  x.timeout = read_timeout(item);
  read_selectors(item, x);
  read_conditions(item, x);
  item.refuse_others();
  return x;
}

} // namespace core::hooks
