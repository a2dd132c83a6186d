#pragma once

#include "core/releases/release.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace core::releases {

/// Label of a revision: the grounds of the last "yes" of the module's `enabled` script. Grounds are a digest
/// of the script and of its values, without values of the module's own hooks. If the same script answers no
/// to the same values, the reason is neither in the script nor in the values. The label has the last few
/// different grounds, because at each start the values of late global hooks are missing at first. They begin
/// with digits of the script and of values files alone, which come with an image.
inline constexpr std::string_view script_grounds_label = "moduleScriptGrounds";

/// The grounds of an answer.
/// @param of_image the script, and the values files that its module has
/// @param values of the script
[[nodiscard]] std::string grounds_of(const std::string& of_image, const std::string& values);

/// Whether the label has an answer of the same script with the same values files, whatever the other values
/// were.
[[nodiscard]] bool has_image_of(std::string_view label, std::string_view grounds);

/// Whether a label contains these grounds.
/// @param grounds empty: not known
[[nodiscard]] bool has_grounds(std::string_view label, std::string_view grounds);

/// The label's new value: these grounds, followed by earlier grounds.
/// @param last nullopt: no release
[[nodiscard]] std::string label_with_grounds(const std::optional<release>& last, std::string_view grounds);

/// Limits the requests that change only this label, because values that contain a time would cause a request
/// in each reload. Bound: an entry for each release.
class notes_of_grounds {
public:
  /// Removes the label from `due` if too many requests have changed only this label. The next upgrade writes
  /// it in any case.
  void limit(const std::string& release, std::map<std::string, std::string>& due);

private:
  std::map<std::string, unsigned> written_;
};

} // namespace core::releases
