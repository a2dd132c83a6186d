// The part of `day_player` that compares findings with expectations.
#include "simulation/day_player.hpp"

#include "actors/telemetry/status_pages.hpp"
#include "base/contains.hpp"
#include "base/edit_distance.hpp"
#include "simulation/tree_differences.hpp"
#include "text/plain/base64.hpp"

#include <algorithm>
#include <utility>
#include <variant>

namespace simulation {

namespace {

using text::json;
using texts = std::vector<std::string>;

std::string joined(const texts& lines) {
  if (lines.empty()) return " nothing";
  std::string text;
  for (const auto& x : lines) text += "\n    " + x;
  return text;
}

bool is_run(const std::string& expected, const std::string& found) {
  if (!found.starts_with(expected)) return false;
  return found.size() == expected.size() || found[expected.size()] == ' ' || found[expected.size()] == ':';
}

/// Adds the texts of a Secret as `stringData`, so that a day can expect them in plain text.
json with_plain_data(const json& secret) {
  const auto* data = secret.find("data");
  if (data == nullptr || !data->is_object()) return secret;
  json::object_type plain;
  for (const auto& [key, value] : data->as_object())
    if (value.is_string())
      if (auto text = text::decode_base64(value.as_string())) plain.emplace_back(key, std::move(*text));
  return secret.with("stringData", json::object(std::move(plain)));
}

texts lines_of(const std::string& text) {
  texts lines;
  for (std::size_t at = 0; at < text.size();) {
    const auto end = std::min(text.find('\n', at), text.size());
    if (end > at) lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

bool is_in_one(const texts& lines, const std::string& text) {
  return std::any_of(lines.begin(), lines.end(), [&](const auto& x) { return x.find(text) != x.npos; });
}

bool fit_from(const texts& expected, std::size_t i, const texts& found, std::size_t k) {
  if (i == expected.size()) return k == found.size();
  if (expected[i] == "...") {
    for (auto next = k; next <= found.size(); ++next)
      if (fit_from(expected, i + 1, found, next)) return true;
    return false;
  }
  return k < found.size() && is_run(expected[i], found[k]) && fit_from(expected, i + 1, found, k + 1);
}

bool names_problems(const expectation& x) {
  if (const auto* readiness = std::get_if<expected_readiness>(&x.what)) return !readiness->ready;
  const auto* problems = std::get_if<expected_problems>(&x.what);
  return problems != nullptr && !problems->texts.empty();
}

constexpr auto not_running = "no operator runs";

} // namespace

std::string run_line(const trace::event& x) {
  if (x.type == trace::trace_span::hook) return (x.summary.starts_with("hooks/") ? "global " : "") + x.summary;
  if (x.type == trace::trace_span::enabled_script) return "enabled " + x.summary;
  if (x.type == trace::trace_span::helm) return "helm " + x.summary;
  return {};
}

bool runs_fit(const texts& expected, const texts& found) {
  return fit_from(expected, 0, found, 0);
}

texts day_player::differences(const day_step& x) {
  texts all;
  if (auto refused = refused_hooks(x); !refused.empty()) all.push_back(std::move(refused));
  for (const auto& each : x.expected)
    for (auto& text : check(each)) all.push_back(day_.file + ":" + std::to_string(each.line) + ": " + text);
  return all;
}

/// Reports global hooks that do not configure, unless the step expects it. Without these hooks the operator
/// does little, so a step with few expectations would pass.
std::string day_player::refused_hooks(const day_step& x) {
  const auto now = life_ ? life_->describe() : std::nullopt;
  if (!now || now->global_hooks == core::modules::hooks_known::all) return {};
  const bool is_expected =
    std::any_of(x.expected.begin(), x.expected.end(), [](const expectation& y) { return names_problems(y); });
  return is_expected ? std::string() : "global hooks do not configure:" + joined(now->problems);
}

texts day_player::check(const expectation& x) {
  return std::visit([this](const auto& concrete) { return check(concrete); }, x.what);
}

texts day_player::check(const expected_values& x) {
  if (!life_) return {not_running};
  const auto path = x.section == "global" ? std::string("/global/") : "/module/" + x.section + "/";
  const auto found = life_->debug_page(path + "values.json?secrets=true");
  if (!found) return {"values of " + x.section + ": " + found.error().message};
  auto all = tree_differences(x.tree, *found);
  for (auto& text : all) text = "values of " + x.section + ": " + text;
  return all;
}

texts day_player::check(const expected_object& x) {
  const auto found = cluster_.find(x.name);
  if (!found) return {found.error().message};
  const auto is = *found ? presence::present : presence::absent;
  if (is != x.is)
    return {x.name.text() + ": expected to be "
            + (x.is == presence::present ? "present, but it is absent" : "absent, but it is present")};
  if (x.tree.is_null() || !*found) return {};
  const bool is_secret = (*found)->string_at("kind") == "Secret";
  auto all = tree_differences(x.tree, is_secret ? with_plain_data(**found) : **found);
  for (auto& text : all) text = x.name.text() + ": " + text;
  return all;
}

texts day_player::check(const expected_release& x) {
  const auto found = cluster_.release(x.name);
  const auto place = "release " + x.name + ": ";
  if (x.is == presence::absent) {
    if (!found) return {};
    return {place + "expected to be absent, found revision " + std::to_string(found->revision) + ", " + found->status};
  }
  if (!found) return {place + "expected, but there is none"};
  texts all;
  if (x.revision && *x.revision != found->revision)
    all.push_back(place + "expected revision " + std::to_string(*x.revision) + ", found "
                  + std::to_string(found->revision) + ", " + found->status);
  // If a day names only a revision, it expects a release that works.
  const auto status = x.status.value_or("deployed");
  if (status != found->status) all.push_back(place + "expected status " + status + ", found " + found->status);
  return all;
}

texts day_player::check(const expected_module& x) {
  const auto now = life_ ? life_->describe() : std::nullopt;
  if (!now) return {not_running};
  if (!base::contains(modules_, x.name))
    return {"module " + x.name + ": there is no such module" + base::did_you_mean(x.name, modules_)};
  const bool is_enabled = base::contains(now->enabled_modules, x.name);
  if (is_enabled == x.enabled) return {};
  return {"module " + x.name + ": expected to be " + (x.enabled ? "enabled" : "disabled") + ", but it is not"};
}

texts day_player::check(const expected_runs& x) {
  if (runs_fit(x.lines, ran_)) return {};
  return {"expected these runs:" + joined(x.lines) + "\n  found:" + joined(ran_)};
}

texts day_player::check(const expected_readiness& x) {
  if (!life_) return {not_running};
  const auto page = life_->page("/readyz");
  const bool has_problems = !page.body.starts_with(actors::telemetry::ready_text);
  if ((page.status == 200) == x.ready && (!x.ready || x.are_problems_expected || !has_problems)) return {};
  if (x.ready && page.status == 200)
    return {"expected to be ready without a problem (`readyz` may name those that are expected), but /readyz answers "
            "200:"
            + joined(lines_of(page.body))};
  return {std::string("expected to be ") + (x.ready ? "ready" : "not ready") + ", but /readyz answers "
          + std::to_string(page.status) + ":" + joined(lines_of(page.body))};
}

texts day_player::check(const expected_problems& x) {
  const auto now = life_ ? life_->describe() : std::nullopt;
  if (!now) return {not_running};
  const auto& found = now->problems;
  const bool all_there =
    std::all_of(x.texts.begin(), x.texts.end(), [&](const auto& text) { return is_in_one(found, text); });
  if (all_there && (!x.texts.empty() || found.empty())) return {};
  return {"expected these lines of /readyz:" + joined(x.texts) + "\n  found:" + joined(found)};
}

texts day_player::check(const expected_log& x) {
  texts all;
  for (const auto& text : x.texts)
    if (!is_in_one(log_, text)) all.push_back("the log has no line with '" + text + "' since the step before");
  return all;
}

} // namespace simulation
