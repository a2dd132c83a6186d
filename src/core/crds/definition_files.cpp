#include "core/crds/definition_files.hpp"

#include "text/plain/checksum.hpp"

#include <fmt/format.h>

namespace core::crds {

std::string definition_files::take(const definition& x) {
  const std::pair now(x.file, text::md5_hex(x.object.dump()));
  auto& last = last_[x.name];
  const auto before = std::exchange(last, now);
  // A file that comes again may have changed; only two files can disagree.
  if (before.first.empty() || before.first == now.first || before.second == now.second) return {};
  return fmt::format("CustomResourceDefinition '{}' is in {} and, with another content, in {}: the module that runs "
                     "last writes it. Keep one of them",
                     x.name, before.first, now.first);
}

std::vector<std::string> definition_files::names() const {
  std::vector<std::string> all;
  for (const auto& [name, file] : last_) all.push_back(name);
  return all;
}

} // namespace core::crds
