#pragma once

#include "support/operator_fixture.hpp"

#include <string_view>

namespace fuzz {

/// The places that an input has changed, besides module `web`.
enum class reach { web_only, everything };

/// Gives the parts of an input to a reader of an operator that has module `web`.
using give_parts = reach (*)(test::operator_fixture& at, std::string_view parts);

/// The reader that the first two bytes of an input choose:
///
/// | Bytes | Parts |
/// |---|---|
/// | `!h` | what hooks print for `--config`: two hooks of the module, a global hook |
/// | `!e` | an `enabled` script: its answer, its words on stderr |
/// | `!v` | `values.yaml` of the module, its `openapi/values.yaml`, `modules/values.yaml` |
/// | `!c` | two files in `crds/` |
/// | `!o` | a jqFilter, then the `data` of watched objects |
/// | `!r` | the text of a record of Helm, then labels, manifest and status of another record |
/// | `!m` | keys and values of the ConfigMap, in turns |
/// | `!a` | the same, while the operator runs |
/// | `!g` | a global hook's patches of values and of config values, operations on objects, metrics |
/// | `!k` | a kubeconfig, then a file that it names |
///
/// @returns null for all other bytes
[[nodiscard]] give_parts reader_of(std::string_view input);

/// Whether the input comes while the operator runs; the others come before its start.
[[nodiscard]] bool comes_while_it_runs(std::string_view input);

/// Takes the next part of an input; a line of `===` separates parts.
[[nodiscard]] std::string take_part(std::string_view& parts);
/// Whether a text is UTF-8: an API server takes no other texts.
[[nodiscard]] bool is_text(std::string_view x);

} // namespace fuzz
