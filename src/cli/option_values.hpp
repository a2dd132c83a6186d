#pragma once

#include "base/error.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace cli {

// Texts of options as values. Errors name the expected form and the given text; the caller puts the name of
// the option in front.

[[nodiscard]] base::result<std::uint64_t> number_within(const std::string& text, std::uint64_t max);

/// A number of bytes, as a quantity of Kubernetes with or without a binary suffix: `4Mi`, `512Ki`, `1000`.
[[nodiscard]] base::result<std::uint64_t> bytes(const std::string& text);
/// A number of bytes as text, with the largest suffix that loses no byte.
[[nodiscard]] std::string text_of_bytes(std::uint64_t x);

/// `true`, `false`, `1`, `0`, `yes`, `no`, in any case.
[[nodiscard]] base::result<bool> yes_or_no(const std::string& text);

/// The URL of an API server. A URL with a login, a query or a fragment is refused, as the address is in the
/// log and in metrics.
[[nodiscard]] base::result<std::string> server_address(const std::string& text);

/// The URL of a collector for OTLP over HTTP, `http://` or `https://`, without a slash and the path of traces
/// at its end. A URL with a login, a query or a fragment is refused. An empty text stays empty.
[[nodiscard]] base::result<std::string> otlp_endpoint(const std::string& text);

/// `https://HOST[:PORT]`, as the API server takes it for webhooks.
/// @returns the URL without a slash at the end; an empty text stays empty.
[[nodiscard]] base::result<std::string> webhook_url(const std::string& text);

/// The name of a Service: a label of a DNS name.
[[nodiscard]] base::result<std::string> service_name(const std::string& text);

/// A name or namespace of an object, which becomes a part of the path of requests.
[[nodiscard]] base::result<std::string> object_name(const std::string& text);

/// A Go duration that is not negative, rounded up to milliseconds.
[[nodiscard]] base::result<std::chrono::milliseconds> duration(const std::string& text);

/// Parts between separators, without empty parts.
[[nodiscard]] std::vector<std::string> parts(const std::string& text, char separator);

} // namespace cli
