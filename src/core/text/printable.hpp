#pragma once

#include <string>

namespace core {

/// Makes a text of whoever fit for a terminal and a line: control characters (C0, C1 and DEL, ECMA-48), and the directions
/// and line ends of Unicode, become spaces.
void make_printable(std::string& text);

} // namespace core
