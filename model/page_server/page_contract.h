// Agreement of a run and the program that serves its page.
#pragma once

#include <string_view>

namespace texpipe::page_server {

/// File of the program, in the folder of libraries.
inline constexpr std::string_view kProgram = "texpipe_page_server";

/// Descriptor of the program by which it talks to the run: a stream socket, closed when the run is over. The program
/// writes a line `port N`, or `error REASON` and ends. From then on it writes a word of a line and reads a line with
/// the number of bytes of the answer, and the answer.
inline constexpr int kRun = 3;

/// Environment variable with the token that every request needs: arguments are seen by all users of a host.
inline constexpr const char* kTokenVariable = "TEXPIPE_PAGE_TOKEN";

/// Words of the program, which are the paths of the page's requests without their slash.
inline constexpr std::string_view kState = "state", kPause = "pause", kResume = "resume", kTraceStart = "trace_start",
                                  kTraceStop = "trace_stop";

}  // namespace texpipe::page_server
