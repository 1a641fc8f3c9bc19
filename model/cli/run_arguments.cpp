#include "cli/run_arguments.h"

#include "base/unit_text.h"
#include "cli/asked_place.h"
#include "study/trace/fst_file.h"
#include "study/trace/run_trace.h"

namespace texpipe::cli {

namespace {

Cycles parse_cycles(const std::string& text, std::string_view option) {
  Cycles cycles;
  if (const auto problem = parse_text(text, cycles)) {
    throw Error{ExitCode::kUsage,
                Diagnostic{.path = std::string{option}, .problem = problem->problem, .hint = problem->hint}};
  }
  return cycles;
}

/// FROM..TO, either of which may be left out.
void read_window(const std::string& text, study::TraceRequest& request) {
  const std::size_t dots = text.find("..");
  if (dots == std::string::npos) {
    throw Error{ExitCode::kUsage, Diagnostic{.path = "--trace-window",
                                             .problem = "`" + text + "` is no window",
                                             .hint = "expected FROM..TO, as 1000..2000"}};
  }
  if (dots > 0) request.from = parse_cycles(text.substr(0, dots), "--trace-window");
  if (dots + 2 < text.size()) request.to = parse_cycles(text.substr(dots + 2), "--trace-window");
}

}  // namespace

std::optional<study::WaveRequest> wave_request(const RunArguments& arguments) {
  if (arguments.waves.empty()) return {};
  study::WaveRequest request{.file = arguments.waves, .format = study::wave_format(arguments.waves, "--waves")};
  request.window.from = parse_cycles(arguments.waves_from, "--waves-from");
  if (!arguments.waves_to.empty()) request.window.to = parse_cycles(arguments.waves_to, "--waves-to");
  request.window.blocks = arguments.waves_blocks;
  return request;
}

std::optional<study::TraceRequest> trace_request(const RunArguments& arguments) {
  if (arguments.trace.empty()) return {};
  study::TraceRequest request{.file = arguments.trace, .format = study::trace_format(arguments.trace, "--trace")};
  if (!arguments.trace_window.empty()) read_window(arguments.trace_window, request);
  if (!arguments.trace_pixel.empty()) {
    const auto [x, y] = parse_numbers<2>(arguments.trace_pixel, "--trace-pixel", "X,Y");
    request.pixel =
        study::PixelQuery{.place = {x, y}, .picture = arguments.trace_picture, .draw = arguments.trace_draw};
  }
  for (const std::string& message : arguments.trace_messages)
    request.messages.push_back(parse_message(message, "--trace-message"));
  if (arguments.trace_off) request.start = study::TraceStart::kWhenTold;
  return request;
}

}  // namespace texpipe::cli
