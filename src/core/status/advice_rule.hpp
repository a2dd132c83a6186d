#pragma once

#include "core/status/failure_advice.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace core::status {

/// A failure in which well-known words have been found, and its place. Names that it returns have only the
/// characters of names and kinds in Kubernetes, so that no foreign text becomes a part of a command.
struct known_failure {
  std::string_view text;
  std::size_t at = 0; ///< the words begin there
  std::size_t end = 0;
  const failure_place& place;

  [[nodiscard]] bool has(std::string_view words) const { return text.find(words) != text.npos; }
  /// The name behind the words; empty: no name is there.
  [[nodiscard]] std::string_view name() const;
  /// The name behind the first such mark after the words; empty: no name is there.
  [[nodiscard]] std::string_view name_after(std::string_view mark) const;
  /// The name behind the last such mark before the words; empty: no name is there.
  [[nodiscard]] std::string_view name_before(std::string_view mark) const;
  /// The name that ends where the words begin, before quotes; empty: no name is there.
  [[nodiscard]] std::string_view last_name() const;
  /// The object of that kind and name, if it was read; its namespace is that of the platform, or empty.
  [[nodiscard]] std::optional<text::json> object(const std::string& kind, std::string_view name) const;
  /// The namespace of the platform, or a word in its place.
  [[nodiscard]] std::string namespace_name() const;
};

/// Words that programs write, and the step of a person after them.
struct advice_rule {
  std::string_view words;
  std::string (*step)(const known_failure&); ///< returns an empty step if the rule does not fit
  /// The cause in the words of the operator, for failures whose own words mislead or are long; may be null.
  std::string (*cause)(const known_failure&) = nullptr;
};

/// The rules of a field, in the order in which they are tried.
using advice_rules = std::span<const advice_rule>;

/// Refusals of admission: webhooks, policies, quotas.
[[nodiscard]] advice_rules admission_rules();
/// Warnings of the kubelet and of controllers about Pods.
[[nodiscard]] advice_rules workload_rules();
/// Refusals of an object by the API server.
[[nodiscard]] advice_rules object_rules();
/// Charts, their values, and releases.
[[nodiscard]] advice_rules chart_rules();
/// Rights, credentials, certificates and the network.
[[nodiscard]] advice_rules access_rules();
/// Files, memory and programs of the machine or the image.
[[nodiscard]] advice_rules machine_rules();

/// `orders/templates/_helpers.tpl:3:56`: the place in the innermost template that was executed, or of the
/// call of `fail` or `required`; empty: the failure names no such call.
[[nodiscard]] std::string_view template_place(std::string_view failure);

/// The name, or the placeholder if it is empty.
[[nodiscard]] std::string name_or(std::string_view name, std::string_view placeholder);

} // namespace core::status
