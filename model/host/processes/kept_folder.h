// A folder for temporary files, and programs that work in it: neither outlives this process.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string_view>

#include "host/files/descriptor.h"

namespace texpipe::study {

/// A folder that goes with this object, and also when this process ends in any other way, SIGKILL included: another
/// process (the keeper) sees to it. Programs that are named to it are ended then, too.
class KeptFolder {
 public:
  /// Makes the folder where temporary files belong (TMPDIR), named `stem` and six characters, for this user alone.
  /// Errors: kInternalError when that cannot be done.
  explicit KeptFolder(std::string_view stem);
  ~KeptFolder();
  KeptFolder(const KeptFolder&) = delete;
  KeptFolder& operator=(const KeptFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

  /// Names a process group that must not outlive the folder, and takes the name back when it has ended.
  void keep(pid_t group) { tell(group); }
  void forget(pid_t group) { tell(-group); }

 private:
  void tell(pid_t group);

  std::filesystem::path path_;
  Descriptor to_keeper_;
  pid_t keeper_ = 0;
};

}  // namespace texpipe::study
