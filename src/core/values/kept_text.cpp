#include "core/values/kept_text.hpp"

#include <mutex>
#include <utility>

namespace core {
namespace {

constexpr std::string_view modules_key = "enabledModules";

void append_member(std::string& out, std::string_view key, std::string_view text) {
  append_json_string(out, key);
  out += ':';
  out += text;
}

/// Appends parts of an object's text, with commas between those that are not empty.
template <class... Parts>
void append_object(std::string& out, const Parts&... parts) {
  out += '{';
  bool first = true;
  const auto append = [&](std::string_view part) {
    if (part.empty()) return;
    if (!std::exchange(first, false)) out += ',';
    out += part;
  };
  (append(parts), ...);
  out += '}';
}

} // namespace

/// Members without the brackets around them; of a value that is no object its text is in `before`.
struct kept_text::pieces {
  json value;
  std::once_flag once;
  std::string before; ///< members whose keys come before `enabledModules`
  std::string own;    ///< the member itself; empty: there is none
  std::string after;
};

kept_text::kept_text(json value) : pieces_(std::make_shared<pieces>()) {
  pieces_->value = std::move(value);
}

const kept_text::pieces& kept_text::made() const {
  auto& x = *pieces_;
  std::call_once(x.once, [&x] {
    if (!x.value.is_object()) return x.value.dump_to(x.before);
    for (const auto& [key, member] : x.value.as_object()) {
      auto& part = key < modules_key ? x.before : key == modules_key ? x.own : x.after;
      if (!part.empty()) part += ',';
      append_member(part, key, {});
      member.dump_to(part);
    }
  });
  return x;
}

void kept_text::append_to(std::string& out) const {
  const auto& x = made();
  if (x.value.is_object())
    append_object(out, x.before, x.own, x.after);
  else
    out += x.before;
}

void kept_text::append_with_modules(std::string& out, std::string_view modules) const {
  const auto& x = made();
  std::string member;
  append_member(member, modules_key, modules);
  append_object(out, x.before, member, x.after);
}

} // namespace core
