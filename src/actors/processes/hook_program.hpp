#pragma once

#include "actors/messages/hook_runner.hpp"
#include "actors/messages/values.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace actors::processes {

/// The variables of the files that each hook may leave.
inline constexpr auto config_patch_path = "CONFIG_VALUES_JSON_PATCH_PATH";
inline constexpr auto values_patch_path = "VALUES_JSON_PATCH_PATH";
inline constexpr auto metrics_path = "METRICS_PATH";
inline constexpr auto object_patch_path = "KUBERNETES_PATCH_PATH";

/// The program that runs a hook, with its files and without its time limit.
/// @param context for the file at BINDING_CONTEXT_PATH. The program alone holds it afterwards, so that its
///   memory is freed after it is written to its file.
/// @param number makes the names of files unique
[[nodiscard]] messages::run_program hook_program(const messages::run_hook& what,
                                                 std::shared_ptr<const text::text_pieces> context,
                                                 const messages::values_read& values, std::uint64_t number);

/// The size of the program's input files in bytes.
[[nodiscard]] std::size_t input_bytes(const messages::run_program& x);

/// `hook 'hooks/a.sh' of module 'web'`.
[[nodiscard]] std::string subject_of(const messages::run_hook& x);

} // namespace actors::processes
