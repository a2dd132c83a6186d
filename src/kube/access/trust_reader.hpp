#pragma once

#include "kube/access/cluster.hpp"

#include <memory>
#include <string>

namespace kube::access {

/// Reads the certificate authorities of a cluster anew for each request, because the kubelet and others renew the file
/// that they stand in. A file that cannot be read, and one without a certificate, leaves those that counted before: a moment
/// in which it is written must not make anybody else trusted, or nobody.
class trust_reader {
public:
  /// @param pem the authorities at first; empty: those of the machine, if there is no file.
  /// @param file where they stand; empty: they do not change.
  trust_reader(std::string pem, std::string file, file_reader read);

  /// The authorities that count now: the same pointer until they change.
  [[nodiscard]] std::shared_ptr<const std::string> read();

private:
  std::shared_ptr<const std::string> current_;
  std::string file_;
  file_reader read_;
};

} // namespace kube::access
