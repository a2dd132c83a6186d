#pragma once

#include "core/status/platform_status.hpp"

#include <string>
#include <vector>

namespace core::status {

/// Puts a single problem, with the number of the rest, in the place of all problems that come from the
/// refusal of the operator's own login (401). The login counts as refused if the API server has answered 401
/// to a watch, or to the request for its version.
void fold_refused_login(std::vector<status_problem>& problems, const login_facts& login);

/// Whether the problem is the hold of a release.
[[nodiscard]] bool is_hold(const status_problem& x);

/// The step that comes before a user gives up the hold of a release. If a problem names a hook that the hold
/// names, the step is to solve this problem, named by its number; else the step follows from the text of the
/// hold. Empty: the hold names no hook, no lack of all hooks, and no command by which a user gives it up.
[[nodiscard]] std::string step_before_hold(const std::string& hold, const std::vector<status_problem>& problems);

/// A foreign failure behind its cause in the operator's words: `CAUSE; in full: FAILURE`.
/// @param cause empty: the failure alone
[[nodiscard]] std::string with_cause(const std::string& cause, const std::string& failure);

/// The text of a problem with its cause in the operator's words behind the name of the problem. A cause that
/// an earlier problem has is not repeated: `watch of Bucket is lost since TIME: the cause is that of problem
/// 1`.
/// @param cause empty: the text as it is
[[nodiscard]] std::string cause_first(const std::string& text, const std::string& cause,
                                      const std::vector<status_problem>& earlier);

/// Some problems name a hook that has not run yet. Adds the number of the problem about this hook, if that is
/// in the list, because its repair ends both.
void tie_hooks(std::vector<status_problem>& problems);

/// The advice, or the number of the problem that has the same advice as its step already.
[[nodiscard]] std::string advice_once(const std::string& advice, const std::vector<status_problem>& problems);

} // namespace core::status
