#pragma once

#include "e2e/given.hpp"
#include "e2e/run.hpp"
#include "support/http_client.hpp"
#include "support/operator_process.hpp"
#include "sys/files/temp_dir.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace moving {

/// A tree of a user that moves over: a copy of `test/moving/NAME/tree`, removed at the end of the test. It
/// may be changed, but the subject of the case should be in the folder.
class tree {
public:
  explicit tree(const std::string& name);

  [[nodiscard]] std::string path(const std::string& name) const { return root_.file(name); }
  /// Applies a manifest of the tree with kubectl, as its owner would.
  /// @param space for objects that name no namespace; empty: `default`
  void apply(const std::string& manifest, const std::string& space = {}) const;
  /// Replaces all of a text in a file, which must have it: a path that differs in the image, or a repair by
  /// the owner.
  void replace(const std::string& file, const std::string& from, const std::string& to) const;

private:
  sys::files::temp_dir root_;
};

/// How the owner of a tree starts the program: by variables of the environment, as images and Deployments do.
struct start {
  std::string kubeconfig{};               ///< empty: the administrator's
  std::vector<std::string> environment{}; ///< "NAME=value"
  std::vector<std::string> arguments{};   ///< options, if a case is about an option
};

/// The variables that an image of the predecessor's kind and its Deployment set.
[[nodiscard]] std::vector<std::string> platform_variables(const tree& files, const std::string& space);

/// A running operator with the tree as working directory.
class moved_operator : public test::operator_process {
public:
  moved_operator(const tree& files, const start& how);

  /// Waits until the modules are as wanted; again after each change.
  void await_converged() { await({{"event", "converge_finished"}}); }
  /// Waits until `/readyz` is as wanted: it follows the log by a message. @returns the page, after 10 s as it
  /// is
  [[nodiscard]] std::string page_when(const std::function<bool(const std::string&)>& wanted);
  /// The page with this text.
  [[nodiscard]] std::string page_with(const std::string& text);
  /// The page without problems, for example when an API server has made its stores for a new definition.
  [[nodiscard]] std::string page_when_well();
  [[nodiscard]] std::string readyz() const { return test::http_client(test::connect_tcp(port_)).get("/readyz").body; }

private:
  moved_operator(const tree& files, const start& how, std::uint16_t port);

  std::uint16_t port_;
};

/// The whole page of an operator that is ready and knows no problem.
inline const std::string all_is_well = "Startup converge done.\n";

} // namespace moving
