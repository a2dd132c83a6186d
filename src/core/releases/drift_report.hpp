#pragma once

#include "base/error.hpp"
#include "core/releases/drift.hpp"
#include "core/releases/manifest.hpp"
#include "text/json/json.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core::releases {

/// The answer of the operator to drift.
enum class drift_mode {
  off,    ///< objects are not compared
  warn,   ///< drift is shown
  repair, ///< drift is shown, and the fields get the values of the chart again
};

/// `off`, `warn` or `repair`.
[[nodiscard]] const char* name(drift_mode x) noexcept;
/// @returns nullopt for any other text
[[nodiscard]] std::optional<drift_mode> read_drift_mode(std::string_view text);

/// An object of a release with drift, without the values of its fields.
struct drifted_object {
  manifest_object object;
  std::vector<std::string> fields;        ///< paths, see `field_difference::path`
  std::string manager;                    ///< the client that has changed the first field
  std::optional<std::int64_t> since_us{}; ///< wall clock: the last write of this client; empty: not known
  unsigned times = 0;                     ///< how often it was found again after a repair; 0: not counted
  std::chrono::microseconds wait{0};      ///< before its repair

  friend bool operator==(const drifted_object&, const drifted_object&) = default;
};

/// Sums drift up. @pre `fields` is not empty
[[nodiscard]] drifted_object sum_of(const manifest_object& object, const std::vector<drifted_field>& fields);

/// A line: `default/Deployment/web: spec.replicas, changed by kubectl at 2026-11-26 03:00:00`.
[[nodiscard]] std::string describe(const drifted_object& x);

/// The objects of a release with drift, on a line; a few are named, and the rest is counted.
[[nodiscard]] std::string describe(const std::vector<drifted_object>& all);

/// An object of a release as the chart has it, and as it is.
struct compared_object {
  manifest_object object;
  base::result<text::json> wanted = text::json(); ///< in the manifest of the release
  base::result<text::json> live = text::json();   ///< in the cluster
};

/// The drift of a release, with values, for `addon-operator module drift`.
struct shown_drift {
  struct entry {
    manifest_object object;
    std::vector<drifted_field> fields;
    std::string problem{}; ///< why the object could not be compared; empty: it was
  };
  std::string module;
  std::vector<entry> objects; ///< with drift, or not comparable
};

/// @param view hides secrets
[[nodiscard]] shown_drift show_drift(std::string module, const std::vector<compared_object>& objects,
                                     const object_view& view);

/// `{"modules": [{"name": …, "objects": [{"object": …, "fields": [{"path", "chart", "cluster", "manager",
/// "since"}]}]}]}`; only modules with such objects. An object that could not be compared has the reason in
/// `notKnown`.
[[nodiscard]] text::json json_of(const std::vector<shown_drift>& modules);

/// The same for people, a line for each field.
[[nodiscard]] std::string text_of(const std::vector<shown_drift>& modules);

} // namespace core::releases
