#pragma once

#include "trace/event.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace trace::read {

/// Describes an external event, or a message that links two tasks, in plain words; `words_of_run` describes
/// runs of tasks.
/// @param writer of an event about an object, see `recorded_run::writer_of`
[[nodiscard]] std::string words_of(const event& x, const event* writer = nullptr);

/// An edit of the ConfigMap that the operator has made itself.
[[nodiscard]] std::string words_of_own_write(const event& config_changed);

/// The outcome of a task for people: `given up` for `superseded`, `put off` for `postponed`. Facts keep
/// the words of the program.
[[nodiscard]] std::string_view words_of_outcome(std::string_view outcome);

/// A run that a queue has asked for: `run of module 'web' in queue main`.
/// @param task its span; null: it has not ended
[[nodiscard]] std::string words_of_run(const event& request, const event* task);

/// The same without its end: `run of module 'web'`.
[[nodiscard]] std::string words_of_task(const event& request);
/// A try of the task, as a line of a run: `run of module 'web': failed, after a wait of 0.100 s: REASON`.
[[nodiscard]] std::string words_of_try(const event& request, const event* task);
/// A Helm run without its reason: `Helm and release 'web': upgrade, revision 3`.
[[nodiscard]] std::string words_of_helm(const event& x);
/// A span within a task: a hook, an `enabled` script, Helm, a commit.
[[nodiscard]] std::string words_of_part(const event& x);

/// `hook 'hooks/a.sh' of module 'web'`, `global hook 'a.sh'`.
[[nodiscard]] std::string words_of_hook(const event& x);
/// The author of a commit: a hook, or `the ConfigMap`.
[[nodiscard]] std::string words_of_author(const event& commit);

/// A line for each value: `web.replicas: 1 -> 3`.
[[nodiscard]] std::vector<std::string> words_of_changes(const event& commit, std::size_t most = 8);
[[nodiscard]] std::string words_of_change(const base::value_change& x);
/// The author of a commit and the keys of its values: `global hook 'a.sh' changed global.a, global.b`.
[[nodiscard]] std::string words_of_changed_keys(const event& commit);

} // namespace trace::read
