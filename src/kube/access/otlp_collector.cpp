#include "kube/access/otlp_collector.hpp"

#include "kube/access/certificate.hpp"

namespace kube::access {

base::result<cluster> load_collector(std::string address, std::string authority_file, const file_reader& read) {
  cluster collector{.address = std::move(address), .ca_pem = {}, .tls_server_name = {}, .identity = {}};
  collector.origin = "--otlp-endpoint";
  if (authority_file.empty()) return collector;
  auto authorities = read(authority_file);
  if (!authorities) return base::fail("--otlp-certificate", authorities.error());
  // A file without an authority is an error, because otherwise the machine's authorities would count.
  if (auto usable = expiry_of_certificate(*authorities); !usable)
    return base::fail("--otlp-certificate: " + authority_file, usable.error());
  collector.ca_pem = std::move(*authorities);
  collector.ca_file = std::move(authority_file);
  return collector;
}

} // namespace kube::access
