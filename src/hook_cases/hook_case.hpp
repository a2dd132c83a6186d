#pragma once

#include "base/error.hpp"
#include "hook_cases/occasion.hpp"
#include "text/json/json.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hook_cases {

/// A run of a hook with all that it sees, and the outcome that is expected.
struct hook_case {
  std::string title{};                      ///< may be empty
  std::string hook{};                       ///< path of the hook's file, relative to the case
  std::string name{};                       ///< of the hook in a program with several hooks; else empty
  std::optional<occasion> why{};            ///< nullopt: see `usual_occasion`
  std::vector<text::json> objects{};        ///< the content of the cluster
  text::json values = text::json::object(); ///< laid over the values files: `{webApp: {…}}`
  text::json config = text::json::object(); ///< keys of the ConfigMap: `{webApp: {…}, webAppEnabled: true}`
  text::json expected{};                    ///< see `as_json(case_outcome)`; null: the case has no expectation yet
};

/// Reads a file that a case names, relative to the case.
using read_named_file = std::function<base::result<std::string>(const std::string& name)>;

/// Reads a case, in YAML. An entry of `objects` that is a text names a file with objects. An error
/// (`invalid_input`) names the member that is missing, wrong or unknown.
[[nodiscard]] base::result<hook_case> read_case(std::string_view text, const read_named_file& read);

/// The text of a file with this case.
[[nodiscard]] std::string write_case(const hook_case& x);

/// The text of a case with another `expect`. The part above it stays as its author has written it, with
/// comments.
/// @returns an error if `expect` is not the last key of the text
[[nodiscard]] base::result<std::string> with_expected(const std::string& text, const text::json& expected);

/// The differences between the expected outcome and the found outcome, each with its place. Members that
/// `expect` does not name are free; each changed value must be named.
[[nodiscard]] std::vector<std::string> differences(const text::json& expected, const text::json& found);

} // namespace hook_cases
