#pragma once

#include "sys/http/listener.hpp"

#include <string_view>

namespace cli {

/// The parts of the live page, made of the files in `live_page/` and `trace_page/`.
extern const std::string_view live_page_html;
extern const std::string_view live_page_style;
extern const std::string_view live_page_script;

/// The handler of the live page's listener. It answers `GET` only:
///
/// * `/`, `/live.css`, `/live.js`, `/icon.svg`: the page itself
/// * pages of the debug socket that show state: `/status.json`, `/queue/list.json`, `/hook/list.json`, and
///   `/module/NAME/PART.FORMAT`, where PART is values, config, patches, snapshots, drift or render. The
///   parameter `secrets` is dropped, so that contents which schemas mark stay hidden.
/// * `/timeline.json`: the events in memory as `trace::formats::timeline_json`
/// * `/changes.json?after=N`: waits for an event of the run behind the first N:
///   `{"after": N, "changed": BOOL}`. False: nothing that the page shows has changed.
/// * `/why.txt?about=run|release|disabled|waiting|ready&name=NAME`: the answer of `trace why`
///
/// Requests that `page_refusal` names are refused. Each answer is `guarded`.
///
/// @param ask answers pages of the debug socket, from any thread. Timelines are made on the thread that calls
///   its reply function, which must be no thread of a listener.
/// Why so: docs/decisions/a-live-page-without-a-login.md
[[nodiscard]] sys::http::http_handler live_page(sys::http::http_handler ask);

} // namespace cli
