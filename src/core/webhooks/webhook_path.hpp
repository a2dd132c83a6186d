#pragma once

#include <string>
#include <string_view>

namespace core::webhooks {

/// The path at which a webhook of a hook is asked, for example `/hooks/limits-example-com`: as
/// flant/shell-operator forms it. Each capital letter becomes `-` and the small letter, all further
/// characters except digits, small letters and `/` become `-`, and runs of `-` become a single `-`. Different
/// names may have the same path.
[[nodiscard]] std::string webhook_path(std::string_view name);

} // namespace core::webhooks
