// `run --serve PORT`: a page of this host that shows how a run goes, and holds it.
#pragma once

#include <cstdint>
#include <memory>

#include "study/run/run_watcher.h"

namespace texpipe::cli {

/// State in which a run with a page begins. kPaused: it waits until somebody resumes it.
enum class LivePageStart : std::uint8_t { kRunning, kPaused };

/// Listens on 127.0.0.1 and says on stderr where; every request needs the token of that address.
/// @param port  0: one that is free
/// Errors: those of PageServer.
std::unique_ptr<study::RunWatcher> live_page(unsigned port, LivePageStart start);

}  // namespace texpipe::cli
