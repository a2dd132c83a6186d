#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

namespace core {

/// The result of a discovery (LIFECYCLE-STEPS 4).
struct discovered_modules {
  std::vector<std::string> enabled; ///< in the order of execution
  std::set<std::string> held_back;  ///< enabled ones that cannot run until something is repaired
  std::vector<std::string>
    to_delete; ///< surely disabled, and either active in this process or released by the operator; in the same order
  std::vector<std::string> to_purge; ///< releases of the operator without a module directory, in byte order
  std::vector<std::string> foreign;  ///< disabled modules whose release somebody else has made; in the order of modules
  std::vector<std::string> spared;   ///< would be in `to_purge` if any module were known; in byte order
  /// Modules among the enabled ones whose `enabled` file is not executable, so that it was not asked; with its path.
  std::map<std::string, std::string> unasked;
};

/// A release in the operator's namespace.
struct found_release {
  std::string name;
  bool owned = false;          ///< made by this operator or its predecessor: it carries a checksum label
  bool is_uninstalled = false; ///< only its record is left: its deletion has not come to its end
};

/// The facts that a discovery decides by.
struct discovery_facts {
  std::vector<std::string> modules; ///< all known ones, in the order of execution
  std::set<std::string> enabled;    ///< by flags and `enabled` scripts
  std::set<std::string> held_back;  ///< cannot run: invalid section, broken schema
  std::set<std::string> undecided;  ///< neither enabled nor disabled: their flags or scripts cannot be read
  std::set<std::string> active;     ///< enabled before in this process and not deleted since
  std::vector<found_release> released;
  bool purges_without_modules = false;        ///< somebody has said that no modules at all means no releases
  std::map<std::string, std::string> unasked; ///< module -> `enabled` file that is not executable
};

/// Makes the lists of LIFECYCLE-STEPS 4. A release that is neither a module's nor the operator's own work is left alone.
/// No modules at all are more likely a directory that is not mounted than a wish, so nothing is purged then.
[[nodiscard]] discovered_modules decide_modules(const discovery_facts& facts);

} // namespace core
