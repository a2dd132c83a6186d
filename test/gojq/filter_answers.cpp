#include "core/bindings/object_filter.hpp"

#include <iostream>
#include <string>

/// Reads a program and an input from two lines, applies the program to the input as filters of hooks are, and
/// so on; as main.go does by gojq. Each program gives a single result.
int main() {
  std::string program, input;
  while (std::getline(std::cin, program) && std::getline(std::cin, input)) {
    const auto filter = core::bindings::object_filter::compile(program);
    const auto answer = filter ? filter->apply(input) : base::result<std::string>("refused");
    std::cout << answer.value_or("failed") << '\n';
  }
}
