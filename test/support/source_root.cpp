#include "support/source_root.hpp"

namespace test {

std::string source_root() {
  return SOURCE_ROOT;
}

} // namespace test
