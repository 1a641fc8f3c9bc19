#include "cli/memory_limit.h"

#include "base/diagnostic.h"

namespace texpipe::cli {

void add_memory_limit(CLI::App& verb, std::string& text, const std::string& what) {
  verb.add_option("--max-memory", text, what + "; what needs more is refused")->capture_default_str();
}

ByteSize memory_limit(const std::string& text) {
  ByteSize limit;
  if (const auto problem = parse_text(text, limit)) {
    throw Error{ExitCode::kUsage,
                Diagnostic{.path = "--max-memory", .problem = problem->problem, .hint = problem->hint}};
  }
  return limit;
}

}  // namespace texpipe::cli
