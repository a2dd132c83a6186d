#include "core/webhooks/wanted_webhook.hpp"

#include "core/webhooks/webhook_path.hpp"
#include "text/plain/base64.hpp"

#include <array>
#include <charconv>
#include <cstdint>
#include <utility>

namespace core::webhooks {

namespace {

using text::json;

constexpr std::array<unsigned, 2> first_with_conditions{1, 28};
constexpr int https_port = 443;

json texts(const std::vector<std::string>& all) {
  return json::array({all.begin(), all.end()});
}

const char* operator_of(bindings::label_requirement::operation x) {
  using operation = bindings::label_requirement::operation;
  switch (x) {
    case operation::in: return "In";
    case operation::not_in: return "NotIn";
    case operation::exists: return "Exists";
    case operation::does_not_exist: return "DoesNotExist";
  }
  return "In";
}

json selector(const std::optional<bindings::label_selector>& x) {
  json::object_type all;
  if (x && !x->match_labels.empty()) {
    json::object_type labels;
    for (const auto& [key, value] : x->match_labels) labels.emplace_back(key, value);
    all.emplace_back("matchLabels", json::object(std::move(labels)));
  }
  if (x && !x->match_expressions.empty()) {
    json::array_type expressions;
    for (const auto& y : x->match_expressions) {
      json::object_type expression{{"key", y.key}, {"operator", operator_of(y.op)}};
      if (!y.values.empty()) expression.emplace_back("values", texts(y.values));
      expressions.push_back(json::object(std::move(expression)));
    }
    all.emplace_back("matchExpressions", json::array(std::move(expressions)));
  }
  return json::object(std::move(all));
}

json rules(const std::vector<bindings::webhook_rule>& all) {
  json::array_type items;
  for (const auto& x : all)
    items.push_back(json::object({{"apiGroups", texts(x.api_groups)},
                                  {"apiVersions", texts(x.api_versions)},
                                  {"operations", texts(x.operations)},
                                  {"resources", texts(x.resources)},
                                  {"scope", x.scope.empty() ? "*" : x.scope}}));
  return json::array(std::move(items));
}

json conditions_of(const bindings::webhook_binding& x) {
  json::array_type items;
  for (const auto& y : x.conditions) items.push_back(json::object({{"name", y.name}, {"expression", y.expression}}));
  return json::array(std::move(items));
}

} // namespace

bool has_match_conditions(std::string_view version) {
  std::array<unsigned, 2> read{};
  const auto* at = version.data() + (version.starts_with('v') ? 1 : 0);
  const auto* const end = version.data() + version.size();
  for (auto& number : read) {
    const auto [next, problem] = std::from_chars(at, end, number);
    if (problem != std::errc()) return false;
    at = next == end ? next : next + 1;
  }
  return read >= first_with_conditions;
}

json client_config(const webhook_terms& terms, const std::string& path, const json* known) {
  json::object_type config;
  if (!terms.place.url.empty())
    config.emplace_back("url", terms.place.url + path);
  else
    config.emplace_back("service", json::object({{"name", terms.place.service},
                                                 {"namespace", terms.place.namespace_name},
                                                 {"path", path},
                                                 {"port", https_port}}));
  const auto injected = known == nullptr ? std::nullopt : known->string_at("caBundle");
  if (!terms.authorities.empty())
    config.emplace_back("caBundle", text::encode_base64(terms.authorities));
  else if (injected)
    config.emplace_back("caBundle", *injected);
  return json::object(std::move(config));
}

json wanted_webhook(const bindings::webhook_binding& x, const webhook_terms& terms, const json* known) {
  const auto* const config = known == nullptr ? nullptr : known->find("clientConfig");
  json::object_type all{{"name", x.name},
                        {"admissionReviewVersions", texts({"v1", "v1beta1"})},
                        {"clientConfig", client_config(terms, webhook_path(x.name), config)},
                        {"failurePolicy", x.on_failure == bindings::failure_policy::ignore ? "Ignore" : "Fail"},
                        {"matchPolicy", x.match_policy},
                        {"namespaceSelector", selector(x.namespaces)},
                        {"objectSelector", selector(x.objects)},
                        {"rules", rules(x.rules)},
                        {"sideEffects", x.side_effects},
                        {"timeoutSeconds", std::int64_t{x.timeout.count()}}};
  if (x.kind == bindings::webhook_kind::mutating) all.emplace_back("reinvocationPolicy", x.reinvocation);
  if (!terms.has_conditions) return json::object(std::move(all));
  const auto conditions =
    with_own(own_conditions(rules(x.rules), terms.place, terms.user.value_or(""), hook_answers::now), conditions_of(x));
  if (!conditions.empty()) all.emplace_back("matchConditions", json::array(conditions));
  return json::object(std::move(all));
}

json earlier_webhook(const json& known, const std::string& name, const webhook_terms& terms, hook_answers answers) {
  auto entry = known.with("clientConfig", client_config(terms, webhook_path(name), known.find("clientConfig")));
  if (!terms.has_conditions || !terms.user) return entry;
  const auto* const rules = known.find("rules");
  const auto* const conditions = known.find("matchConditions");
  // A webhook with the policy Ignore blocks nobody.
  if (known.string_at("failurePolicy") == "Ignore") answers = hook_answers::now;
  auto all = with_own(own_conditions(rules == nullptr ? json() : *rules, terms.place, *terms.user, answers),
                      conditions == nullptr ? json() : *conditions);
  return all.empty() ? entry.without("matchConditions") : entry.with("matchConditions", json::array(std::move(all)));
}

} // namespace core::webhooks
