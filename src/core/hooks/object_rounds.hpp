#pragma once

#include "core/hooks/object_patch.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace core::hooks {

/// Counts the runs of hooks that an event of an object has caused and that have written this object: two
/// hooks that set a field in turn wake each other without end, and a hook that writes the object that it
/// watches wakes itself. Hooks with ten such runs in a minute do not come to rest. A run that changes no
/// object causes no event, so a hook at rest has no rounds. Times are of a steady clock, in microseconds.
///
/// Bound: 60 runs of each of 64 objects. The object with the oldest last run leaves first.
class object_rounds {
public:
  /// A run of a hook that was woken by an object and has written it.
  struct round {
    std::string hook;    ///< for people: `hook 'hooks/a.sh' of module 'web'`
    std::string object;  ///< `ConfigMap default/shared`
    std::string field;   ///< a field that it has written, `data.mtu`; empty: not known
    std::string value{}; ///< of the field, if it is short and no secret; for private readers; may be empty
  };

  /// Runs that come again and again.
  struct finding {
    std::string object;
    std::vector<std::string> hooks;              ///< in byte order
    std::vector<std::string> fields;             ///< in byte order
    std::map<std::string, std::string> values{}; ///< hook -> its last value of the field; for private readers
    std::size_t times = 0;
    std::int64_t within_us = 0;

    friend bool operator==(const finding&, const finding&) = default;
  };

  /// @returns the runs of the object if a warning is due: they do not come to rest, and there was no warning
  ///   about the object in the last ten minutes
  std::optional<finding> note(round x, std::int64_t now_us);

  /// The runs that do not come to rest, by object.
  [[nodiscard]] std::vector<finding> now(std::int64_t now_us) const;

private:
  struct run {
    std::int64_t at_us;
    std::string hook;
    std::string field;
    std::string value;
  };
  struct known_object {
    std::deque<run> runs;
    std::optional<std::int64_t> warned_us;
  };

  [[nodiscard]] static std::optional<finding> finding_of(const std::string& object, const known_object& x,
                                                         std::int64_t now_us);

  std::map<std::string, known_object> by_object_;
};

/// The maximal number of objects in the events of a run that are noted as `woken_by`. Further objects of the
/// events are ignored.
inline constexpr std::size_t woken_by_max = 32;

/// The operations on objects of `woken_by`, each object once, with a field that is written.
/// @param woken_by names by `woken_name`
/// @param default_namespace for operations that name no namespace; the object may be
///   cluster-scoped, so both names count
[[nodiscard]] std::vector<object_rounds::round> rounds_in(const std::vector<object_operation>& operations,
                                                          const std::set<std::string>& woken_by,
                                                          const std::string& default_namespace,
                                                          const std::string& hook);

/// `ConfigMap default/shared`, `Node worker-1`
[[nodiscard]] std::string woken_name(const std::string& kind, const std::string& namespace_name,
                                     const std::string& name);

/// For people: `hook 'a' of module 'x' and hook 'b' of module 'y' have run 40 times in 60 s: both write
/// ConfigMap default/shared (field data.mtu), and watch it`.
[[nodiscard]] std::string describe(const object_rounds::finding& x);

/// The values that the hooks write, for a private reader: `hook 'a' of module 'x' writes "1450", …`; empty:
/// they are not known.
[[nodiscard]] std::string values_of(const object_rounds::finding& x);

/// The next step of a person.
[[nodiscard]] std::string next_step(const object_rounds::finding& x);

} // namespace core::hooks
