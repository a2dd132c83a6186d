#pragma once

#include "base/error.hpp"
#include "core/webhooks/registration.hpp"

#include <functional>
#include <string>

namespace actors::webhooks {

/// The options of the WEBHOOK REGISTRAR.
struct registrar_options {
  core::webhooks::registration registration{};
  /// Reads the authority of the listener's certificate in PEM, with `authority_source::file`.
  std::function<base::result<std::string>()> read_authority{};
  /// The user that the operator's token names, in case that the API server does not say it; empty: no user.
  /// May be null.
  std::function<std::string()> user_of_token{};
  /// Gives the listener its certificate and key, both in PEM, with `authority_source::own`. Thread-safe.
  std::function<base::result<void>(const std::string& certificate, const std::string& key)> serve{};
};

} // namespace actors::webhooks
