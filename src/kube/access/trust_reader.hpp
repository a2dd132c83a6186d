#pragma once

#include "kube/access/cluster.hpp"

#include <memory>
#include <string>

namespace kube::access {

/// Reads the certificate authorities of a cluster anew for each request, because the kubelet and other
/// programs renew the file of the authorities. If the file cannot be read, or holds no certificate, the
/// previous authorities stay: while another program writes the file, a stranger must not become trusted, and
/// the API server must not become untrusted.
class trust_reader {
public:
  /// @param pem the authorities at first; empty: the machine's, if there is no file.
  /// @param file holds the authorities; empty: they do not change.
  trust_reader(std::string pem, std::string file, file_reader read);

  /// The authorities that count now: the same pointer until they change.
  [[nodiscard]] std::shared_ptr<const std::string> read();

private:
  std::shared_ptr<const std::string> current_;
  std::string file_;
  file_reader read_;
};

} // namespace kube::access
