// Neither the log nor /readyz shows content of a Secret.
#include "worlds/rule.hpp"

namespace worlds {

namespace {

class secrecy_rule final : public rule {
public:
  using rule::rule;

  void shows(const std::string& text) override {
    if (!api().objects("Secret", apps_namespace).empty()) holds();
    // jq shows only the beginning of a value.
    if (text.find(std::string_view(secret_marker).substr(0, 8)) != text.npos)
      broken("a Secret's content stands in: " + text);
  }
};

const registered<secrecy_rule> entry{"secrecy"};

} // namespace

} // namespace worlds
