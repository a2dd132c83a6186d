#pragma once

#include "base/error.hpp"
#include "sys/http/refused_clients.hpp"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace sys::http {

/// The files of an HTTPS server, all in PEM.
struct https_identity_files {
  std::string certificate;            ///< with its chain; empty: `https_identity::offer` gives it
  std::string key;                    ///< of the certificate
  std::vector<std::string> clients{}; ///< authorities of clients; empty: each client is served
};

/// The certificate of an HTTPS server, read again from its files when they change: each handshake asks for
/// it, so that a new certificate needs no restart. While certificate and key do not belong together, or a
/// file is missing, the last good pair stays; without an earlier pair handshakes fail. The certificate may
/// also come from the program (`offer`). Used by the thread of a single listener.
class https_identity {
public:
  /// Called when the certificate becomes usable (an empty text) or unusable (the reason, with the file), at
  /// most once for each change of the files.
  using on_change = std::function<void(const std::string& why_not)>;

  /// Protocols and ciphers, as GnuTLS has them: TLS 1.2 and later, as the API server speaks them (RFC 8996).
  static constexpr auto versions = "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2";

  /// Reads the files. A certificate that cannot be used is no error: `why_not` has the reason. Errors are
  /// only about the authorities of clients, and name the file: codes as in files.hpp.
  [[nodiscard]] static base::result<std::shared_ptr<https_identity>> load(https_identity_files files);
  ~https_identity();
  https_identity(const https_identity&) = delete;
  https_identity& operator=(const https_identity&) = delete;

  /// The reason why the files, as they were read last, have no usable certificate; empty: the certificate is
  /// usable. Handshakes may still show an earlier certificate. To be called before the listener starts.
  [[nodiscard]] const std::string& why_not() const noexcept { return why_not_; }
  /// Sets the callback for later changes, which is called on the thread of the listener. To be called before
  /// the listener starts.
  void notify(on_change changed) { changed_ = std::move(changed); }

  /// Gives the certificate with its chain, and its key, both in PEM, if they have no files. The next
  /// handshake shows them. Thread-safe. Errors: `invalid_input` if they are not a pair; the last good pair
  /// stays.
  [[nodiscard]] base::result<void> offer(const std::string& certificate, const std::string& key);

  /// Handshakes on this thread show this identity from now on.
  void use_on_this_thread();
  /// The function for MHD_OPTION_HTTPS_CERT_CALLBACK, as that option takes it.
  [[nodiscard]] static void* certificate_callback();

  /// Called on the thread of the listener. @param connection as named by `begin_handshake`
  using on_handshake = std::function<void(const void* connection)>;
  /// Sets the callback for connections whose clients have finished their handshakes. To be called before
  /// the listener starts.
  void notify_handshakes(on_handshake finished) { finished_ = std::move(finished); }
  /// A connection begins its handshake. @param session of GnuTLS
  void begin_handshake(void* session, const void* connection);
  /// The connection has ended.
  void end_handshake(const void* connection);

  /// The clients that the listener with this identity has refused. Not null.
  [[nodiscard]] const std::shared_ptr<refused_clients>& refused() const noexcept { return refused_; }

  /// The authorities of clients in PEM; empty: each client is served.
  [[nodiscard]] const std::string& client_authorities() const noexcept { return clients_pem_; }
  /// Whether an authority vouches for the client, as a client (RFC 5280 §4.2.1.12, id-kp-clientAuth). True
  /// without authorities of clients.
  /// @param session of GnuTLS
  [[nodiscard]] bool trusts_client(void* session) const;

private:
  struct pair;
  struct state;
  explicit https_identity(https_identity_files files);
  /// @param names of certificate and key, for errors
  [[nodiscard]] static base::result<std::unique_ptr<pair>>
  pair_of(const https_identity_files& names, const std::string& certificate, const std::string& key);
  [[nodiscard]] base::result<void> read();
  void refresh();
  void use(std::unique_ptr<pair> next);
  void take_offered();
  friend struct handshake;

  https_identity_files files_;
  std::string clients_pem_;
  std::string why_not_;
  on_change changed_;
  on_handshake finished_;
  std::map<const void*, const void*> handshakes_; ///< session -> connection; bound: the connections of the listener
  std::shared_ptr<refused_clients> refused_ = std::make_shared<refused_clients>();
  std::unique_ptr<state> state_;
};

} // namespace sys::http
