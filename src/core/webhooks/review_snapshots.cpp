#include "core/webhooks/review_snapshots.hpp"

#include "core/bindings/snapshot_text.hpp"

#include <memory>
#include <set>
#include <string_view>
#include <utility>
#include <variant>

namespace core::webhooks {

base::result<void> append_snapshots(text::json_text& out, const std::vector<std::string>& names,
                                    const review_snapshots& snapshots, std::size_t bytes_max) {
  if (names.empty()) return {};
  out.key("snapshots");
  out.open('{');
  for (const std::string_view name : std::set<std::string_view>(names.begin(), names.end())) {
    const auto known = snapshots.find(name);
    const auto* unknown = known == snapshots.end() ? nullptr : std::get_if<bindings::unlisted>(&known->second);
    if (known == snapshots.end() || unknown != nullptr)
      return base::fail(base::error_code::unavailable,
                        "objects of binding '" + std::string(name) + "' are not known"
                          + (unknown == nullptr ? std::string() : ": " + unknown->reason));
    out.key(name);
    bindings::append_objects(out, *std::get<std::shared_ptr<const bindings::object_list>>(known->second));
    if (out.size() > bytes_max) break;
  }
  out.close('}');
  return {};
}

base::result<text::text_pieces> context_within(text::json_text out, std::size_t bytes_max) {
  if (out.size() > bytes_max)
    return base::fail(base::error_code::invalid_input,
                      "the binding context would be larger than " + std::to_string(bytes_max >> 10U) + " KiB");
  return out.take_pieces();
}

} // namespace core::webhooks
