#pragma once

#include <string_view>

namespace fuzz {

/// Starts an operator over an input, and asks for all pages for users. The first bytes choose the reader of
/// its parts (operator_readers.hpp). Otherwise the parts are the section of the module, the global section,
/// the flag, patches of values and of config values, operations on objects, metrics, the schema of the
/// module. Ends the program if a claim about every input is broken.
void play(std::string_view text);

} // namespace fuzz
