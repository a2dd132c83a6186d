#pragma once

#include "core/webhooks/registration.hpp"
#include "text/json/json.hpp"

#include <optional>
#include <string>

namespace core::webhooks {

/// A certificate and its key, both in PEM.
struct key_pair {
  std::string certificate;
  std::string key;

  friend bool operator==(const key_pair&, const key_pair&) = default;
};

/// The certificates in the Secret of an operator. While an authority is changed, two authorities are trusted.
struct certificate_set {
  key_pair authority; ///< has signed `server`
  key_pair server;
  std::optional<key_pair> next{}; ///< trusted already; signs the next certificate of the server
  std::string former{};           ///< certificate of the authority before; empty: not trusted any more

  /// The authorities that clients have to trust, in PEM.
  [[nodiscard]] std::string trusted() const;

  friend bool operator==(const certificate_set&, const certificate_set&) = default;
};

/// The set in a Secret; empty if the authority lacks its certificate or key, or one of these is not base64.
/// The server has empty texts if it lacks one of the two: the authority can sign another. `next` and `former`
/// may be missing.
[[nodiscard]] std::optional<certificate_set> certificates_of(const text::json& secret);

/// The Secret with a set. With `known`, a merge patch (RFC 7386) that fails if the Secret has changed.
/// @param known the Secret as it was read; null: it did not exist
[[nodiscard]] text::json secret_with(const certificate_set& set, const registration& place, const text::json* known);

} // namespace core::webhooks
