#pragma once

#include "base/error.hpp"

#include <memory>
#include <string>
#include <vector>

namespace sys::http {

/// The files of an HTTPS server, all in PEM.
struct https_identity_files {
  std::string certificate;            ///< with its chain
  std::string key;                    ///< of the certificate
  std::vector<std::string> clients{}; ///< authorities of clients; empty: each client is served
};

/// The certificate of an HTTPS server, read again from its files when they change: each handshake asks for
/// it, so that a renewed certificate needs no restart. While the files are not a pair, or are missing, the
/// last good pair stays. Used by the thread of a single listener.
class https_identity {
public:
  /// Reads the files. Errors name the file: `io`, `invalid_input`.
  [[nodiscard]] static base::result<std::shared_ptr<https_identity>> load(https_identity_files files);
  ~https_identity();
  https_identity(const https_identity&) = delete;
  https_identity& operator=(const https_identity&) = delete;

  /// Handshakes on this thread show this identity from now on.
  void use_on_this_thread();
  /// The function for MHD_OPTION_HTTPS_CERT_CALLBACK, as that option takes it.
  [[nodiscard]] static void* certificate_callback();

  /// The authorities of clients in PEM; empty: each client is served.
  [[nodiscard]] const std::string& client_authorities() const noexcept { return clients_pem_; }
  /// Whether an authority vouches for the client. @param session of GnuTLS
  [[nodiscard]] bool trusts_client(void* session) const;

private:
  struct pair;
  struct state;
  explicit https_identity(https_identity_files files);
  [[nodiscard]] base::result<void> read();
  void refresh();
  friend struct handshake;

  https_identity_files files_;
  std::string clients_pem_;
  std::unique_ptr<state> state_;
};

} // namespace sys::http
