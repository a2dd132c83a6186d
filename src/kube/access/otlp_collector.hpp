#pragma once

#include "kube/access/cluster.hpp"

#include <string>

namespace kube::access {

/// The server of an OpenTelemetry collector, which takes requests without credentials.
/// @param address as `cluster::address`; may begin with `http://`
/// @param authority_file the only trusted authorities, read again for each request because other programs
/// renew them; empty: the machine's. (`OTEL_EXPORTER_OTLP_CERTIFICATE` of the OpenTelemetry specification,
/// "Protocol Exporter")
/// @returns an error if the file cannot be read, or holds no certificate
[[nodiscard]] base::result<cluster> load_collector(std::string address, std::string authority_file,
                                                   const file_reader& read);

} // namespace kube::access
