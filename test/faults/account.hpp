#pragma once

#include "text/json/json.hpp"

#include <string>

namespace faults {

/// A service account of a namespace, and its right to everything. A second account has another name. Failures
/// throw.
class account {
public:
  explicit account(std::string space);
  account(const account&) = delete;
  account& operator=(const account&) = delete;
  ~account();

  void give_rights();
  void take_rights();

  /// A token that the API server issues now (TokenRequest).
  [[nodiscard]] std::string new_token() const;
  /// All its tokens so far become invalid, once the API server has forgotten that they were valid (10 s).
  void revoke_tokens();

private:
  void make();

  std::string space_;
};

} // namespace faults
