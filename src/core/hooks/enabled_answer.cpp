#include "core/hooks/enabled_answer.hpp"

#include "base/excerpt.hpp"
#include "text/plain/secret_text.hpp"

namespace core::hooks {

base::result<enabled_answer> parse_enabled_result(std::string_view result_text, std::string_view reason_text) {
  auto answer = base::trimmed(result_text);
  if (answer == "true") return enabled_answer{true, {}};
  if (answer == "false") return enabled_answer{false, text::without_secrets(base::trimmed(reason_text))};
  return base::fail(base::error_code::invalid_input,
                    "bad enabled result: expected 'true' or 'false', got '"
                      + base::excerpt(text::without_secrets(answer), 40)
                      + "': the script writes it to the file named by $MODULE_ENABLED_RESULT");
}

} // namespace core::hooks
