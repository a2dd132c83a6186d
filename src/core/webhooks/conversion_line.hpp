#pragma once

#include "core/webhooks/conversion_review.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace core::webhooks {

/// The stages of conversions that wait for the runs of their hook. The API server asks for most objects one
/// by one, and a process for each object would be far too slow: so requests for the same stage wait while
/// `runs_max` runs of the stage are under way, and waiting requests become a single run, within `objects_max`
/// and `bytes_max`. A request with more than a quarter of these bounds does not wait, and does not count for
/// `runs_max`. A failed run is repeated for each request alone, so that no object fails because of another
/// object.
///
/// A hook may find its objects by name or by uid, because an API server never puts an object twice into a
/// review. So requests whose objects share a name or a uid are never in the same run: the hook would mistake
/// two states of an object for each other.
class conversion_line {
public:
  /// Runs of a stage at the same time, without the runs of long requests. More than one, because a run may
  /// hang until its deadline.
  static constexpr std::size_t runs_max = 4;
  /// Bounds of a run of several requests.
  static constexpr std::size_t objects_max = 500;
  static constexpr std::size_t bytes_max = std::size_t{1} << 20;

  /// The objects of a review that need the same stage.
  struct request {
    std::uint64_t review; ///< identifies the request: a review has one stage at a time
    std::size_t objects;
    std::size_t bytes;
    /// `identities_of` all objects. Two requests that have a number in common are never in the same run.
    std::vector<std::size_t> identities{};
  };
  struct run {
    std::uint64_t number;
    std::vector<std::uint64_t> reviews; ///< in the order of their arrival
  };

  /// Hashes of the names under which a hook may find the object: its kind with namespace and name, and its
  /// uid. An empty name counts, too. Equal hashes of other names cost a wait, and nothing else.
  [[nodiscard]] static std::vector<std::size_t> identities_of(const conversion_object& x);

  /// A review needs a stage.
  /// @param stage requests with the same text may become a single run
  /// @returns the run that begins at once; empty: the request waits for the end of a run
  [[nodiscard]] std::optional<run> add(const std::string& stage, request x);
  /// A run has ended.
  /// @returns the runs that begin now
  [[nodiscard]] std::vector<run> end(std::uint64_t run);
  /// The same for a failed run: its requests have to run alone, unless there was a single one.
  [[nodiscard]] std::vector<run> fail(std::uint64_t run);

  [[nodiscard]] std::size_t waiting() const noexcept;

private:
  struct stage_state {
    std::size_t runs = 0;       ///< that count for `runs_max`
    std::vector<request> alone; ///< of failed runs
    std::vector<request> waiting;
  };
  struct run_state {
    std::string stage;
    std::vector<request> requests;
  };

  [[nodiscard]] static bool is_long(const request& x) noexcept;
  [[nodiscard]] run begin(const std::string& stage, std::vector<request> requests);
  [[nodiscard]] std::vector<run> go_on(const std::string& stage);

  std::map<std::string, stage_state> stages_; ///< with runs; bound: the runs
  std::map<std::uint64_t, run_state> runs_;   ///< by number; bound: the reviews
  std::uint64_t last_run_ = 0;
};

} // namespace core::webhooks
