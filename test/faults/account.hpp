#pragma once

#include "text/json/json.hpp"

#include <string>

namespace faults {

/// A service account of a namespace, and its right to everything. A second one has another name. What fails throws.
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
  /// None of its tokens so far is valid any more, once the API server has forgotten that they were (10 s).
  void revoke_tokens();

private:
  void make();

  std::string space_;
};

} // namespace faults
