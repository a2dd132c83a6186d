#include "core/config/module_pause.hpp"

#include "base/excerpt.hpp"
#include "text/plain/printable.hpp"

#include <algorithm>

namespace core::config {

namespace {

/// The mode of the predecessor that means the same. Its letters may be small.
constexpr std::string_view no_reconciliation = "NoResourceReconciliation";

bool is_equal_but_for_case(std::string_view a, std::string_view b) {
  const auto small = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) { return small(x) == small(y); });
}

} // namespace

base::result<std::optional<module_pause>> read_pause(std::string_view text) {
  const auto mark = std::min(text.find('#'), text.size());
  const auto mode = base::trimmed(text.substr(0, mark));
  if (mode.empty()) return std::nullopt;
  if (!is_equal_but_for_case(mode, no_reconciliation))
    return base::fail(base::error_code::invalid_input,
                      "should be " + std::string(no_reconciliation) + " to pause the module, got a text of "
                        + std::to_string(mode.size())
                        + " bytes: correct it, or remove the key so that the module is run; until then nothing "
                          "changes for the module");
  return module_pause{std::string(base::trimmed(text.substr(std::min(mark + 1, text.size()))))};
}

std::string write_pause(const pause_author& x) {
  auto text = std::string(no_reconciliation) + " # since " + x.since + " by " + x.by;
  const auto reason = base::first_bytes(base::trimmed(x.reason), pause_reason_bytes_max);
  if (!reason.empty()) text += ": " + text::printable(reason);
  return text;
}

} // namespace core::config
