#pragma once

#include "base/error.hpp"
#include "base/evaluation_limit.hpp"
#include "core/bindings/object_filter.hpp"
#include "core/bindings/snapshot.hpp"
#include "kube/objects/object_bytes.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <string>

namespace cluster::views {

/// The jq filters of a watch. A filter is applied once to each state of an object, however many subscriptions
/// share it.
///
/// A filter that uses up the limit holds up the actor for as long. So a filter that was stopped on three
/// objects in a row is not run for a minute: on further objects it fails at once, on the rest of a long list
/// for example. Then it has a single try, and a minute of rest if that is stopped too.
class filter_set {
public:
  /// A clock that only rises, in microseconds.
  using clock = std::function<std::int64_t()>;

  /// @param limit of a run of a filter on an object.
  filter_set(base::evaluation_limit_ptr limit, clock now_us);

  /// Compiles the program if it is new.
  [[nodiscard]] base::result<void> add(const std::string& program);

  /// The next object is filtered, even if its state is equal to the last object.
  void forget_results();

  /// The result for that state of an object. Errors as of `core::bindings::object_filter::apply`; `timeout` also if the
  /// filter is not run.
  /// @pre the program was added.
  [[nodiscard]] base::result<text::shared_text> apply(const std::string& program,
                                                      const kube::objects::object_ptr& object);

private:
  struct filter {
    core::bindings::object_filter program;
    int stopped = 0;             ///< on so many objects in a row
    std::int64_t stopped_us = 0; ///< when last
  };

  [[nodiscard]] base::result<std::string> run(filter& x, const kube::objects::object_ptr& object);
  [[nodiscard]] bool rests(const filter& x) const;

  base::evaluation_limit_ptr limit_;
  clock now_us_;
  std::map<std::string, filter> filters_;
  kube::objects::object_ptr object_; ///< of the results
  std::map<std::string, base::result<text::shared_text>> results_;
};

} // namespace cluster::views
