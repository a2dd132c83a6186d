#pragma once

#include "text/json/json.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace core::releases {

/// The first few names of a list, for a message.
class few_names {
public:
  void add(std::string name);
  /// @param make gives the name; called only for a name that is shown, because a list may be long
  void add(const std::function<std::string()>& make);
  [[nodiscard]] bool empty() const noexcept { return names_.empty(); }
  [[nodiscard]] bool is_single() const noexcept { return names_.size() == 1 && others_ == 0; }
  /// `a, b, c and 2 others`.
  [[nodiscard]] std::string words() const;

private:
  std::vector<std::string> names_;
  std::size_t others_ = 0;
};

/// `value web.a is gone`, `values web.a, web.b are gone`.
[[nodiscard]] std::string sentence(std::string_view noun, const few_names& names, std::string_view state);

/// Places in which two sets of values differ: `web.bucket`.
struct changed_values {
  few_names gone{};
  few_names changed{}; ///< a list with its former and present number of items, if that differs
  few_names added{};

  [[nodiscard]] bool empty() const noexcept { return gone.empty() && changed.empty() && added.empty(); }
};

/// Compares values by the members of objects; null and `{}` count as absent, as for most charts. No content
/// is named, and no name below a key whose name is that of a secret, or below the data of a Secret.
[[nodiscard]] changed_values compare_values(const text::json& before, const text::json& now);

} // namespace core::releases
