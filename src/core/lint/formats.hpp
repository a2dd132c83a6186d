#pragma once

#include "core/lint/finding.hpp"

#include <string>
#include <vector>

namespace core::lint {

/// Lines as compilers print them, `PATH:LINE: error: TEXT [CODE]`, and a line with the counts at the end.
/// @param root paths below it are shown relative to it
[[nodiscard]] std::string as_text(const std::vector<finding>& findings, const std::string& root);

/// A JSON list of objects with `code`, `level`, `path`, `line` (if known) and `text`.
[[nodiscard]] std::string as_json(const std::vector<finding>& findings, const std::string& root);

/// A log of SARIF 2.1.0 (https://docs.oasis-open.org/sarif/sarif/v2.1.0/), which code hosts show in reviews.
/// @param version of the program
[[nodiscard]] std::string as_sarif(const std::vector<finding>& findings, const std::string& root,
                                   const std::string& version);

/// A report in the XML of JUnit: a test case for each finding, a failure for each error. Without findings it
/// has one case that has passed.
[[nodiscard]] std::string as_junit(const std::vector<finding>& findings, const std::string& root);

} // namespace core::lint
