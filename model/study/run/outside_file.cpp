#include "study/run/outside_file.h"

#include <algorithm>

#include "base/diagnostic.h"

namespace texpipe::study {

void refuse_inside(const std::filesystem::path& folder, const std::filesystem::path& file, const char* option) {
  const std::filesystem::path outer = std::filesystem::absolute(folder).lexically_normal();
  const std::filesystem::path inner = std::filesystem::absolute(file).lexically_normal();
  if (std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end()).first != outer.end()) return;
  throw Error{ExitCode::kUsage, Diagnostic{.path = option,
                                           .problem = file.string() + " lies in the run folder",
                                           .hint = "name a file beside it"}};
}

}  // namespace texpipe::study
