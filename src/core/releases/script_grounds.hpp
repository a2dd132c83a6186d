#pragma once

#include "core/releases/release.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace core::releases {

/// Label of a revision: the grounds on which the `enabled` script of its module has said yes. Grounds are a
/// digest of the script and of the values that it got, without values that hooks of the module itself had
/// set. A "no" of the same script to exactly these values comes from something that is written neither in the
/// script nor in the values. The label has the last few different grounds, because values of late global
/// hooks are missing at each start.
inline constexpr std::string_view script_grounds_label = "moduleScriptGrounds";

/// Whether a label has these grounds.
/// @param grounds empty: not known
[[nodiscard]] bool has_grounds(std::string_view label, std::string_view grounds);

/// The label with these grounds beside the grounds of before.
/// @param last nullopt: there is no release
[[nodiscard]] std::string label_with_grounds(const std::optional<release>& last, std::string_view grounds);

/// Limits the requests that bring only this label up to date: values that hold a time would cost a request in
/// each reload. Bound: an entry for each release.
class notes_of_grounds {
public:
  /// Takes the label out of the labels that are due, if too many requests have written it alone. The next
  /// upgrade writes it in any case.
  void limit(const std::string& release, std::map<std::string, std::string>& due);

private:
  std::map<std::string, unsigned> written_;
};

} // namespace core::releases
