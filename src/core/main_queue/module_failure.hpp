#pragma once

namespace core::main_queue {

/// Whether the modules behind a failed module wait until it has run (`--on-module-failure`).
enum class module_failure { wait, go_on };

} // namespace core::main_queue
