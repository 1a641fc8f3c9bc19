#include "capture/capture_report.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <mutex>
#include <vector>

#include "capture/capture_contract.h"

namespace texpipe::capture {

namespace {

std::mutex reporting;

/// Lines that were written. Never freed: threads of the program may report while it ends.
std::vector<std::string>& lines_written() {
  static auto* const lines = new std::vector<std::string>;
  return *lines;
}

}  // namespace

std::string folder_file(const char* name) {
  const char* const folder = std::getenv(kFolderVariable);
  return folder == nullptr ? std::string{} : std::string{folder} + '/' + name;
}

void report(const std::string& line) {
  const std::string file = folder_file(kReportFile);
  if (file.empty()) return;
  const std::lock_guard guard{reporting};
  std::vector<std::string>& lines = lines_written();
  if (std::find(lines.begin(), lines.end(), line) != lines.end()) return;
  lines.push_back(line);
  const int descriptor = open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (descriptor < 0) return;
  const std::string text = line + '\n';
  if (write(descriptor, text.data(), text.size()) < 0) lines.pop_back();  // to be told the next time
  close(descriptor);
}

unsigned long long number_variable(const char* name, unsigned long long otherwise) {
  const char* const text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

}  // namespace texpipe::capture
