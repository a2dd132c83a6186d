#include "cli/version.hpp"

namespace cli {

std::string version_text() {
  return "addon-operator " ADDON_OPERATOR_VERSION "\n";
}

} // namespace cli
