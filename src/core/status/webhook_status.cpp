#include "core/status/webhook_status.hpp"

#include "text/plain/printable.hpp"
#include "text/plain/wrapped_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace core::status {

namespace {

using webhooks::webhook_standing;

text::json json_of_webhook(const webhook_standing& x) {
  text::json::object_type members{{"name", x.name}, {"kind", webhooks::name(x.what)}};
  if (!x.module.empty()) members.emplace_back("module", x.module);
  members.emplace_back("hook", x.hook);
  members.emplace_back("state", name(x.now));
  if (!x.why.empty()) members.emplace_back("reason", x.why);
  return text::json::object(std::move(members));
}

} // namespace

const char* name(webhook_standing::state x) noexcept {
  switch (x) {
    case webhook_standing::state::asked: return "asked";
    case webhook_standing::state::unasked: return "notAsked";
    case webhook_standing::state::waits: return "waits";
    case webhook_standing::state::closed: return "closed";
    case webhook_standing::state::given_back: return "off";
  }
  return "";
}

std::string state_text_of(const webhook_standing& x) {
  const std::string word = x.now == webhook_standing::state::unasked ? "not asked" : name(x.now);
  return x.why.empty() ? word : word + ": " + x.why;
}

std::string text_of(const webhook_standing& x) {
  return fmt::format("{} {}: {}", webhooks::name(x.what), x.name, state_text_of(x));
}

webhook_standings webhooks_of(const webhook_standings& all, std::string_view module) {
  webhook_standings of_module;
  std::copy_if(all.begin(), all.end(), std::back_inserter(of_module),
               [module](const auto& x) { return x.module == module; });
  return of_module;
}

text::json json_of(const webhook_standings& all) {
  text::json::array_type list;
  for (const auto& x : all) list.push_back(json_of_webhook(x));
  return text::json::array(std::move(list));
}

std::string text_of(const webhook_standings& all, std::size_t columns) {
  if (all.empty()) return {};
  std::string out = "\nWebhooks\n";
  for (const auto& x : all) {
    const auto owner = x.module.empty() ? "global " + x.hook : x.module + " " + x.hook;
    out += "    " + text::wrapped(text::printable(owner + ": " + text_of(x)), {.columns = columns, .indent = 6}) + "\n";
  }
  return out;
}

} // namespace core::status
