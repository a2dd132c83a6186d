#pragma once

#include "support/test_certificate.hpp"

#include <memory>
#include <string>

namespace test {

/// An authority that vouches for servers of this machine: its certificates are for 127.0.0.1 and localhost.
class certificate_authority {
public:
  explicit certificate_authority(const std::string& name);
  ~certificate_authority();

  [[nodiscard]] const std::string& pem() const noexcept { return pem_; }
  /// The name under which OpenSSL looks for it in a directory of authorities.
  [[nodiscard]] std::string file_name() const;
  /// A certificate for a server, with its key.
  [[nodiscard]] certificate_and_key issue() const;
  /// A certificate that has the address only as the common name of its subject.
  [[nodiscard]] certificate_and_key issue_by_common_name() const;

  /// A certificate for a single purpose, `clientAuth` or `serverAuth` (RFC 5280 §4.2.1.12).
  [[nodiscard]] certificate_and_key issue_for(const char* purpose) const;

private:
  [[nodiscard]] certificate_and_key issue(const std::string& subject, const char* names,
                                          const char* purpose = nullptr) const;

  struct parts;
  std::unique_ptr<parts> parts_;
  std::string pem_;
};

} // namespace test
