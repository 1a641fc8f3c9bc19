#include "host/files/hidden_place.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstring>

#include "base/diagnostic.h"

namespace texpipe::study {

namespace fs = std::filesystem;

namespace {

/// Hidden names stay within the 255 bytes of a name.
constexpr std::size_t kMostOfName = 200;

std::string prefix_of(const fs::path& final_path) {
  return '.' + final_path.filename().string().substr(0, kMostOfName) + ".partial-";
}

bool is_hidden_name(const std::string& name, const std::string& prefix) {
  return name.size() > prefix.size() && name.starts_with(prefix) &&
         name.find_first_not_of("0123456789-", prefix.size()) == std::string::npos;
}

/// The last places that were made, as a signal handler can read them. Names are never used twice, so that those of
/// places that were renamed or removed do no harm.
constexpr unsigned kPlacesKept = 8;
std::array<std::array<char, PATH_MAX>, kPlacesKept> places_made{};
std::atomic<unsigned> count_made{0};

void keep_name(const fs::path& place) {
  const unsigned count = count_made.load();
  auto& slot = places_made[count % kPlacesKept];
  const std::string& name = place.native();
  if (name.size() >= slot.size()) return;  // longer than the system takes
  std::copy_n(name.c_str(), name.size() + 1, slot.begin());
  count_made.store(count + 1);
}

/// The files of a folder, without the allocations of readdir(3).
void remove_files_of(const char* path) noexcept {
  const int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return;
  alignas(dirent64) std::array<char, 4096> entries;
  for (long bytes; (bytes = syscall(SYS_getdents64, folder, entries.data(), entries.size())) > 0;) {
    for (long at = 0; at < bytes;) {
      const auto* entry = reinterpret_cast<const dirent64*>(entries.data() + at);
      unlinkat(folder, entry->d_name, 0);
      at += entry->d_reclen;
    }
  }
  close(folder);
}

enum class Kind { kFile, kFolder };

Descriptor create(const fs::path& path, Kind kind) {
  if (kind == Kind::kFile) return Descriptor{open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666)};
  if (mkdir(path.c_str(), 0777) != 0) return {};
  return Descriptor{open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
}

/// False when another writer took the new place for a leftover, between its making and its lock.
bool lock(const Descriptor& place) {
  if (flock(place.number(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) return false;
  struct stat status {};  // file systems without locks stay without; their leftovers are left alone
  return fstat(place.number(), &status) == 0 && status.st_nlink > 0;
}

HiddenPlace make_hidden(const fs::path& final_path, Kind kind) {
  const std::string stem = prefix_of(final_path) + std::to_string(getpid()) + '-';
  for (unsigned n = 0;; ++n) {
    HiddenPlace place{.path = final_path.parent_path() / (stem + std::to_string(n)), .lock = {}};
    place.lock = create(place.path, kind);
    if (place.lock && lock(place.lock)) {
      keep_name(place.path);
      return place;
    }
    // Another writer may clean up a folder between its making and its opening; some file systems never make one.
    constexpr unsigned kCleanedUp = 100;
    const bool taken = place.lock || errno == EEXIST || (kind == Kind::kFolder && errno == ENOENT && n < kCleanedUp);
    if (!taken) fail_from_system(final_path, "cannot be written");
  }
}

/// A lock that can be had belongs to nobody.
bool is_abandoned(const Descriptor& place) {
  return place && flock(place.number(), LOCK_EX | LOCK_NB) == 0;
}

Descriptor open_hidden(const fs::path& path) {
  return Descriptor{open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)};
}

}  // namespace

bool write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(file, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

HiddenPlace make_hidden_file(const fs::path& final_path) {
  return make_hidden(final_path, Kind::kFile);
}

HiddenPlace make_hidden_folder(const fs::path& final_path) {
  return make_hidden(final_path, Kind::kFolder);
}

std::vector<fs::path> hidden_places(const fs::path& final_path, Writer writer) {
  const std::string prefix = prefix_of(final_path);
  std::vector<fs::path> places;
  std::error_code error;
  for (fs::directory_iterator entry{final_path.parent_path(), error}, end; !error && entry != end;
       entry.increment(error)) {
    if (!is_hidden_name(entry->path().filename().string(), prefix)) continue;
    const Descriptor place = open_hidden(entry->path());
    if (is_abandoned(place) == (writer == Writer::kDead)) places.push_back(entry->path());
  }
  std::sort(places.begin(), places.end());
  return places;
}

void abandon_hidden_places() noexcept {
  const unsigned count = std::min(count_made.load(), kPlacesKept);
  for (unsigned i = 0; i < count; ++i) {
    const char* const path = places_made[i].data();
    if (unlink(path) == 0 || errno != EISDIR) continue;
    remove_files_of(path);
    rmdir(path);
  }
}

void remove_leftover_files(const fs::path& final_path) {
  for (const fs::path& path : hidden_places(final_path, Writer::kDead)) {
    const Descriptor place = open_hidden(path);
    if (is_abandoned(place) && fs::is_regular_file(path)) unlink(path.c_str());
  }
}

bool rename_to_new(const fs::path& from, const fs::path& to) {
  if (renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return true;
  if (errno == EEXIST) return false;
  if (errno != EINVAL && errno != ENOSYS) fail_from_system(to, "cannot be given its name");
  // A file system without the flag: a link never replaces either, and folders replace empty ones only.
  const bool folder = fs::is_directory(from);
  if ((folder ? rename(from.c_str(), to.c_str()) : link(from.c_str(), to.c_str())) == 0) {
    if (!folder) unlink(from.c_str());
    return true;
  }
  if (errno == EEXIST || errno == ENOTEMPTY || errno == ENOTDIR) return false;
  fail_from_system(to, "cannot be given its name");
}

void flush_folder(const fs::path& folder) {
  const Descriptor open_folder{open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
  if (open_folder) fsync(open_folder.number());
}

void fail_from_system(const fs::path& path, const std::string& what) {
  const int reason = errno;
  throw Error{ExitCode::kInternalError,
              Diagnostic{.position = {path.string()}, .problem = what + ": " + std::strerror(reason)}};
}

}  // namespace texpipe::study
