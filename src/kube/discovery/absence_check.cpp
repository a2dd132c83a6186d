#include "kube/discovery/absence_check.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>

namespace kube::discovery {

namespace {

struct check {
  std::vector<absence_question> questions;
  absence_verdicts verdicts;
  std::size_t outstanding = 0;
  std::function<void(const absence_verdicts&)> done;

  void end_answer() {
    if (--outstanding == 0) done(verdicts);
  }
};
using check_ptr = std::shared_ptr<check>;

void ask_for_document(const check_ptr& x, const absence_question& about, const api::send_request& send) {
  send({.target = target_of_version(about.group, about.version)},
       [x, about](const base::result<api::http_response>& response) {
         for (const auto& [kind, verdict] : judge_by_document(about, response)) add_verdict(x->verdicts, kind, verdict);
         x->end_answer();
       });
}

void ask_for_definition(const check_ptr& x, const api::resource& about, const api::send_request& send) {
  send(definition_request(about), [x, about](const base::result<api::http_response>& response) {
    add_verdict(x->verdicts, id_of(about), judge_by_definition(about, response));
    x->end_answer();
  });
}

void ask_for_services(const check_ptr& x, const api::send_request& send) {
  send(services_request(), [x](const base::result<api::http_response>& response) {
    const auto services = read_services(response);
    for (const auto& question : x->questions)
      for (const auto& kind : question.kinds) add_verdict(x->verdicts, kind, judge_by_services(question, services));
    x->end_answer();
  });
}

} // namespace

void check_absence(std::vector<absence_question> questions, const api::send_request& send,
                   std::function<void(const absence_verdicts&)> done) {
  if (questions.empty()) return done({});
  auto x = std::make_shared<check>();
  x->questions = std::move(questions);
  x->done = std::move(done);
  const bool asks_services =
    std::any_of(x->questions.begin(), x->questions.end(), [](const auto& question) { return question.is_whole; });
  // Counted before the first request: an answer may come at once.
  x->outstanding = x->questions.size() + (asks_services ? 1 : 0);
  for (const auto& question : x->questions) x->outstanding += question.known.size();
  for (const auto& question : x->questions) {
    ask_for_document(x, question, send);
    for (const auto& kind : question.known) ask_for_definition(x, kind, send);
  }
  if (asks_services) ask_for_services(x, send);
}

} // namespace kube::discovery
