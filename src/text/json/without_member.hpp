#pragma once

#include "text/json/json.hpp"
#include "text/json/json_pointer.hpp"

namespace text {

/// The document without the member at the place, and without the objects around it that become empty. If
/// there is no such member, the document as it is. An item of a list is no member.
[[nodiscard]] json without_member(const json& document, const json_pointer& place);

} // namespace text
