#include "core/values/cached_json_text.hpp"

#include "core/values/names.hpp"

#include <mutex>
#include <utility>

namespace core::values {
namespace {

void append_member(std::string& out, std::string_view key, std::string_view text) {
  text::append_json_string(out, key);
  out += ':';
  out += text;
}

text::shared_text share(std::string text) {
  return std::make_shared<const std::string>(std::move(text));
}

/// Appends parts of an object's text, with commas between the parts that are not empty.
template <class... Parts>
void append_object(text::text_pieces& out, const Parts&... parts) {
  out.end() += '{';
  bool first = true;
  const auto append = [&](const text::shared_text& part) {
    if (part->empty()) return;
    if (!std::exchange(first, false)) out.end() += ',';
    out.append(part);
  };
  (append(parts), ...);
  out.end() += '}';
}

} // namespace

/// The text of an object in parts, without its brackets. If the value is not an object, `before` holds its
/// whole text.
struct cached_json_text::pieces {
  text::json value;
  std::once_flag once;
  text::shared_text before; ///< members whose keys come before `enabledModules`
  text::shared_text own;    ///< the member `enabledModules`; empty: it is absent
  text::shared_text after;
};

cached_json_text::cached_json_text(text::json value) : pieces_(std::make_shared<pieces>()) {
  pieces_->value = std::move(value);
}

void cached_json_text::make(pieces& x) {
  std::string before;
  std::string own;
  std::string after;
  if (!x.value.is_object()) {
    x.value.dump_to(before);
  } else {
    for (const auto& [key, member] : x.value.as_object()) {
      // Cut at `enabledModules`, because this member differs for each `enabled` script while the rest is
      // shared.
      auto& part = key < enabled_modules_key ? before : key == enabled_modules_key ? own : after;
      if (!part.empty()) part += ',';
      append_member(part, key, {});
      member.dump_to(part);
    }
  }
  x.before = share(std::move(before));
  x.own = share(std::move(own));
  x.after = share(std::move(after));
}

const cached_json_text::pieces& cached_json_text::made() const {
  // Runs on several threads may need the text at the same time.
  std::call_once(pieces_->once, [this] { make(*pieces_); });
  return *pieces_;
}

void cached_json_text::append_to(text::text_pieces& out) const {
  const auto& x = made();
  if (x.value.is_object())
    append_object(out, x.before, x.own, x.after);
  else
    out.append(x.before);
}

void cached_json_text::append_with_modules(text::text_pieces& out, std::string_view modules) const {
  const auto& x = made();
  std::string member;
  append_member(member, enabled_modules_key, modules);
  append_object(out, x.before, share(std::move(member)), x.after);
}

} // namespace core::values
