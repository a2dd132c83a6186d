#pragma once

#include "base/error.hpp"
#include "core/releases/unpacked_record.hpp"
#include "text/json/json.hpp"

#include <string>
#include <vector>

namespace test {

/// Reads the objects of a manifest without the program's own readers of YAML and manifests, so that a mistake
/// of these readers fails a test. It knows only the YAML that the charts of tests use, and refuses all else:
/// documents between lines of `---`, maps by indentation or in braces, lists in brackets, plain and quoted
/// scalars without escapes, comments in lines of their own. Documents without content are left out; all other
/// documents need apiVersion, kind and metadata.name.
///
/// An error names the line: `line 3: …`.
[[nodiscard]] base::result<std::vector<text::json>> read_manifest(const std::string& text);

} // namespace test
