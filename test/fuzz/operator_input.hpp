#pragma once

#include <string_view>

namespace fuzz {

/// Starts an operator over a whole ConfigMap and the files of a hook, and asks for all pages for users. The
/// parts of `text` are separated by lines of `===`: the section of the module, the global section, the flag,
/// patches of values and of config values, operations on objects, metrics, the schema of the module. Ends the
/// program if a claim about every input is broken.
void play(std::string_view text);

} // namespace fuzz
