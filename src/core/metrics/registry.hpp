#pragma once

#include "base/error.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace core::metrics {

enum class metric_type { counter, gauge, histogram };

/// `counter`, `gauge` or `histogram`.
[[nodiscard]] const char* name(metric_type x) noexcept;

/// Names and values of labels, in any order.
using metric_labels = std::vector<std::pair<std::string, std::string>>;

/// Observations counted by upper bounds.
struct metric_histogram {
  std::vector<std::uint64_t> counts; ///< a count per bucket of the family, not cumulative; the last is for +Inf
  std::uint64_t count = 0;
  double sum = 0;
};

/// A histogram without observations for buckets with these upper bounds.
[[nodiscard]] metric_histogram empty_histogram(const std::vector<double>& bounds);

/// Counts an observation in the first bucket that holds it.
/// @pre the histogram was made for these bounds.
void observe(metric_histogram& histogram, const std::vector<double>& bounds, double value);

/// The present value of a series, reported by the owner of the state.
struct measured_metric {
  std::string name; ///< without prefix
  metric_labels labels;
  std::variant<double, metric_histogram> value;
};

/// The group and the module that a series belongs to: the series is removed when its group or its module
/// expires.
struct series_owner {
  std::string_view group = {};  ///< empty: no group
  std::string_view module = {}; ///< empty: the series stays when modules go
};

/// A time series.
struct metric_series {
  std::variant<double, metric_histogram> value;
  std::string group;  ///< empty: no group
  std::string module; ///< empty: no module
};

/// All series of a metric name.
struct metric_family {
  metric_type type = metric_type::gauge;
  std::string help;
  std::vector<double> buckets{};                   ///< of a histogram: upper bounds, rising, without +Inf
  std::map<metric_labels, metric_series> series{}; ///< labels are sorted by name
  bool is_declared = false;                        ///< stays when its last series goes
};

/// The holder of a series: its module, and its label `hook`; each is empty if the series lacks it.
using metric_holder = std::pair<std::string, std::string>;

/// The series of a holder, and the bytes that they take by `series_weight`.
struct metric_holdings {
  std::size_t series = 0;
  std::size_t bytes = 0;

  void add(std::size_t weight) noexcept;
  void remove(std::size_t weight) noexcept;
  friend metric_holdings operator+(const metric_holdings& a, const metric_holdings& b) noexcept {
    return {a.series + b.series, a.bytes + b.bytes};
  }
  friend bool operator==(const metric_holdings&, const metric_holdings&) = default;
};

/// True if these labels include all wanted labels.
[[nodiscard]] bool carries(const metric_labels& labels, const metric_labels& wanted);

/// Metrics by name. Operations on a name that exists with another type, or with names that cannot be shown,
/// are errors (`invalid_input`) without effect. Not thread-safe: a single actor owns it.
class metric_registry {
public:
  using families = std::map<std::string, metric_family, std::less<>>;

  /// Makes a family known with its help text. A repeated declaration is allowed if it is equal, including the
  /// buckets of a histogram.
  base::result<void> declare(std::string name, metric_family family);

  /// Adds to a counter, which begins at 0. Negative values are errors.
  base::result<void> add(std::string_view name, metric_labels labels, double value, const series_owner& owner = {});
  /// Sets a gauge.
  base::result<void> set(std::string_view name, metric_labels labels, double value, const series_owner& owner = {});
  /// Counts an observation. `buckets` are the buckets of a new family; for a known family, other buckets are
  /// an error, and an empty list means its buckets.
  base::result<void> observe(std::string_view name, metric_labels labels, double value,
                             const std::vector<double>& buckets = {}, const series_owner& owner = {});

  /// Adds a measured value to a series of a declared family, whatever its type: the values of several owners
  /// of a series add up. A histogram must have been made for the buckets of the family.
  base::result<void> add_measured(std::string_view name, metric_labels labels,
                                  const std::variant<double, metric_histogram>& value);

  // A family without a declaration goes with its last series.

  /// Removes the series with all the labels that were last written for that group and module.
  void expire_group(const series_owner& owner, const metric_labels& labels = {});
  /// The same for many groups of a module: each series is looked at once.
  void expire_groups(const std::set<std::string, std::less<>>& groups, std::string_view module,
                     const metric_labels& labels);
  /// Removes the series that were last written for that module.
  /// @pre it is not empty.
  void expire_module(std::string_view module);

  [[nodiscard]] const families& all() const noexcept { return families_; }
  /// All owners of series.
  [[nodiscard]] const std::map<metric_holder, metric_holdings>& holders() const noexcept { return holders_; }
  [[nodiscard]] metric_holdings holdings_of(const metric_holder& holder) const;
  /// The series of all holders together, and their bytes.
  [[nodiscard]] const metric_holdings& holdings() const noexcept { return holdings_; }

private:
  base::result<metric_series*> series(std::string_view name, metric_type type, metric_labels labels,
                                      const series_owner& owner, const std::vector<double>& buckets);

  base::result<families::iterator> family_for(std::string_view name, metric_type type,
                                              const std::vector<double>& buckets);
  void count(std::string_view module, const metric_labels& labels, std::size_t weight);
  void discount(std::string_view module, const metric_labels& labels, std::size_t weight);
  template <class Predicate>
  void erase_series(Predicate&& goes);

  families families_;
  std::map<metric_holder, metric_holdings> holders_;
  metric_holdings holdings_;
};

} // namespace core::metrics
