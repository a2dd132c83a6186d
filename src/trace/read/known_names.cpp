#include "trace/read/known_names.hpp"

#include "base/edit_distance.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace trace::read {

namespace {

constexpr std::size_t names_shown = 20;

} // namespace

base::result<std::string> nothing_of(const std::string& what, const known_names& known) {
  if (known.empty())
    return base::fail(base::error_code::not_found, "this trace has " + what + ", and none of another name");
  const auto wanted = what.find('\'') == what.npos ? std::string() : what.substr(what.find('\'') + 1);
  const auto near = base::did_you_mean(wanted.substr(0, wanted.find('\'')), {known.begin(), known.end()});
  if (!near.empty()) return base::fail(base::error_code::not_found, "this trace has " + what + near);
  const auto shown = std::min(known.size(), names_shown);
  auto list =
    fmt::format("{}", fmt::join(known.begin(), std::next(known.begin(), static_cast<std::ptrdiff_t>(shown)), ", "));
  if (shown < known.size()) list += fmt::format(" and {} more", known.size() - shown);
  return base::fail(base::error_code::not_found, "this trace has " + what + "; it has " + list);
}

} // namespace trace::read
