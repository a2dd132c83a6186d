#pragma once

#include <initializer_list>
#include <memory>
#include <set>
#include <string>
#include <utility>

namespace core::values {

/// A set of names that never changes. Copies share it: it goes along with each run of each module, and may
/// name all modules.
class shared_names {
public:
  shared_names(std::initializer_list<std::string> names) : shared_names(std::set<std::string>(names)) {}
  explicit shared_names(std::set<std::string> names)
    : names_(std::make_shared<const std::set<std::string>>(std::move(names))) {}

  [[nodiscard]] bool contains(const std::string& name) const { return names_->contains(name); }
  [[nodiscard]] const std::set<std::string>& names() const noexcept { return *names_; }

  friend bool operator==(const shared_names& a, const shared_names& b) {
    return a.names_ == b.names_ || *a.names_ == *b.names_;
  }

private:
  std::shared_ptr<const std::set<std::string>> names_; ///< never null
};

} // namespace core::values
