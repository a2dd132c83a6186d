#pragma once

#include "kube/access/cluster.hpp"

#include <curl/curl.h>

#include <string_view>

namespace kube::transport {

struct curl_failure {
  CURLcode code = CURLE_OK;
  std::string_view text; ///< of libcurl's error buffer; may be empty
  CURL* handle = nullptr;
  const access::cluster& cluster;
};

/// What a failure of libcurl means for a user: names the address, the reason and what to look at.
[[nodiscard]] base::error error_of_curl(const curl_failure& failure);

} // namespace kube::transport
