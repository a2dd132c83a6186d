#pragma once

#include "base/error.hpp"
#include "base/evaluation_limit.hpp"
#include "cluster/views/filter_pause.hpp"
#include "core/bindings/object_filter.hpp"
#include "kube/objects/object_bytes.hpp"
#include "text/plain/packed_text.hpp"
#include "text/plain/recent_texts.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <string>

namespace cluster::views {

/// The jq filters of a watch. A filter is applied once to each state of an object, however many subscriptions
/// share it.
///
/// A filter that uses up the limit holds up the actor for that time. So it fails on further objects at once
/// during its `filter_pause`.
class filter_set {
public:
  /// A steady clock, in microseconds.
  using clock = std::function<std::int64_t()>;

  /// @param limit of a run of a filter on an object.
  filter_set(base::evaluation_limit_ptr limit, clock now_us);

  /// Compiles the program if it is new.
  [[nodiscard]] base::result<void> add(const std::string& program);

  /// Forgets the results for the last object, so that its filters run again.
  void forget_results();

  /// Returns the result for this state of an object. Errors: those of `core::bindings::object_filter::apply`,
  /// and `timeout` if the filter rests.
  /// @pre the program was added.
  [[nodiscard]] base::result<text::packed_text> apply(const std::string& program,
                                                      const kube::objects::object_ptr& object);

private:
  struct filter {
    core::bindings::object_filter program;
    filter_pause pause{};
  };

  [[nodiscard]] base::result<std::string> run(filter& x, const kube::objects::object_ptr& object);

  base::evaluation_limit_ptr limit_;
  clock now_us_;
  std::map<std::string, filter> filters_;
  kube::objects::object_ptr object_; ///< of the results
  text::recent_texts shared_;        ///< most results of a filter are equal
  std::map<std::string, base::result<text::packed_text>> results_;
};

} // namespace cluster::views
