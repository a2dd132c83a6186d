// An upgrade that removes an object has named it before, in the log.
#include "worlds/rule.hpp"

#include "core/releases/unpacked_record.hpp"
#include "support/manifest_reader.hpp"
#include "worlds/log_lines.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace worlds {

namespace {

/// `KIND/NAME` of each object.
std::vector<std::string> objects_of(const std::string& manifest) {
  std::vector<std::string> found;
  const auto objects = test::read_manifest(manifest);
  if (!objects) return found;
  for (const auto& object : *objects)
    found.push_back(object.string_at("kind").value_or("") + "/"
                    + object.find("metadata")->string_at("name").value_or(""));
  return found;
}

class names_removed_objects_rule final : public rule {
public:
  using rule::rule;

  void logs(const std::string& line) override {
    if (line.find(" release_objects_removed ") != line.npos) named_[field_of(line, "module")] += line + "\n";
  }

  void upgrade_begins(const std::string& release) override {
    const auto made = helm().latest(release);
    const auto before = made ? helm().stored(release, made->revision - 1) : std::nullopt;
    if (!before) return;
    const auto now = objects_of(made->manifest);
    for (const auto& object : objects_of(before->manifest)) {
      if (std::find(now.begin(), now.end(), object) != now.end()) continue;
      holds();
      if (named_[release].find("/" + object) == std::string::npos)
        broken("object " + object + " of release " + release + " goes without a word before");
    }
  }

private:
  std::map<std::string, std::string> named_; ///< release -> lines of the log
};

const registered<names_removed_objects_rule> entry{"named"};

} // namespace

} // namespace worlds
