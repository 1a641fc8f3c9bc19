#include "host/files/folder_name.h"

#include "base/printable.h"

namespace texpipe::study {

std::optional<TextProblem> problem_of_folder_name(std::string_view name) {
  constexpr std::size_t kMostBytes = 200;  // hidden names and endings have to fit a file system's 255
  const char* problem = nullptr;
  if (name.empty()) problem = "is no name";
  if (name.find('/') != std::string_view::npos) problem = "is a path, and not the plain name of a folder";
  if (name.starts_with('.') || name.starts_with('-')) problem = "starts with a dot or a dash";
  if (name.size() > kMostBytes) problem = "is longer than 200 bytes";
  if (printable(name) != name || name.find('\t') != std::string_view::npos) problem = "has control characters";
  if (problem == nullptr) return {};
  return TextProblem{"'" + std::string{name.substr(0, kMostBytes)} + "' " + problem,
                     "it names the run folder, as first_look"};
}

}  // namespace texpipe::study
