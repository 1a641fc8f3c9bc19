#include "pictures/npy/npz.h"

#include <minizip/unzip.h>

#include <algorithm>
#include <cstring>

#include "host/files/byte_reader.h"

namespace texpipe::study {

namespace {

constexpr const char* kArchiveExpected = "an archive as numpy.savez writes it";
constexpr std::uint64_t kMostExpansion = 1032;  // Deflate's: 258 bytes in two bits
constexpr std::uint64_t kEncrypted = 1;         // in an entry's flags

/// An archive's bytes, opened by minizip as if they were a file.
class OpenArchive {
 public:
  OpenArchive(std::span<const std::byte> bytes, const std::string& name) : bytes_{bytes}, name_{name} {
    zlib_filefunc64_def functions{};
    functions.opaque = this;
    functions.zopen64_file = [](voidpf archive, const void*, int) { return archive; };
    functions.zread_file = [](voidpf, voidpf stream, void* to, uLong count) {
      return static_cast<OpenArchive*>(stream)->copy(to, count);
    };
    functions.ztell64_file = [](voidpf, voidpf stream) -> ZPOS64_T {
      return static_cast<OpenArchive*>(stream)->position_;
    };
    functions.zseek64_file = [](voidpf, voidpf stream, ZPOS64_T offset, int origin) {
      return static_cast<OpenArchive*>(stream)->seek(offset, origin);
    };
    functions.zclose_file = [](voidpf, voidpf) { return 0; };
    functions.zerror_file = [](voidpf, voidpf stream) -> int { return static_cast<OpenArchive*>(stream)->ended_; };
    zip_ = unzOpen2_64("", &functions);
    if (zip_ == nullptr) malformed(name_, "is no zip file with members, or is cut short", kArchiveExpected);
  }
  ~OpenArchive() { unzClose(zip_); }
  OpenArchive(const OpenArchive&) = delete;
  OpenArchive& operator=(const OpenArchive&) = delete;

  unzFile zip() const { return zip_; }

  /// Facts of the archive's current entry, whose name goes to `entry`.
  unz_file_info64 info(std::string& entry) const {
    unz_file_info64 info{};
    if (unzGetCurrentFileInfo64(zip_, &info, nullptr, 0, nullptr, 0, nullptr, 0) == UNZ_OK) {
      entry.resize(info.size_filename);
      if (unzGetCurrentFileInfo64(zip_, &info, entry.data(), entry.size(), nullptr, 0, nullptr, 0) == UNZ_OK)
        return info;
    }
    malformed(name_, "has a damaged directory", kArchiveExpected);
  }

 private:
  uLong copy(void* to, uLong count) {
    ended_ = count > bytes_.size() - position_;
    count = std::min<uLong>(count, bytes_.size() - position_);
    if (count != 0) std::memcpy(to, bytes_.data() + position_, count);
    position_ += count;
    return count;
  }

  /// Not 0 where there is no such place.
  long seek(ZPOS64_T offset, int origin) {
    const std::size_t start = origin == ZLIB_FILEFUNC_SEEK_SET   ? 0
                              : origin == ZLIB_FILEFUNC_SEEK_CUR ? position_
                                                                 : bytes_.size();
    if (offset > bytes_.size() - start) return -1;
    position_ = start + offset;
    return 0;
  }

  std::span<const std::byte> bytes_;
  std::size_t position_ = 0;
  bool ended_ = false;  // the last read would have gone past the end
  const std::string& name_;
  unzFile zip_ = nullptr;
};

[[noreturn]] void damaged(const std::string& path, const std::string& how) {
  malformed(path, "is damaged: " + how, kArchiveExpected);
}

/// Refuses what is not read, and sizes that the packed bytes cannot have.
void check_entry(const unz_file_info64& info, std::size_t archive_bytes, const std::string& path) {
  if ((info.flag & kEncrypted) != 0) malformed(path, "is encrypted", "a plain member");
  if (info.compression_method != 0 && info.compression_method != Z_DEFLATED) {
    malformed(path, "is packed by zip's method " + std::to_string(info.compression_method),
              "a stored member or Deflate");
  }
  if (info.compressed_size > archive_bytes) damaged(path, "it is longer than its archive");
  if (info.uncompressed_size > (info.compressed_size + 1) * kMostExpansion) {
    damaged(path, std::to_string(info.compressed_size) + " packed bytes are never " +
                      std::to_string(info.uncompressed_size) + " unpacked ones");
  }
}

/// The current entry, unpacked.
std::vector<std::byte> unpacked(const OpenArchive& archive, std::uint64_t size, const std::string& path) {
  constexpr std::size_t kPart = std::size_t{1} << 30;
  if (unzOpenCurrentFile(archive.zip()) != UNZ_OK) damaged(path, "its two headers differ");
  std::vector<std::byte> bytes(size);
  std::size_t done = 0;
  while (done < bytes.size()) {
    const int count = unzReadCurrentFile(archive.zip(), bytes.data() + done,
                                         static_cast<unsigned>(std::min(kPart, bytes.size() - done)));
    if (count <= 0) break;
    done += static_cast<std::size_t>(count);
  }
  const int closed = unzCloseCurrentFile(archive.zip());
  if (done < bytes.size()) damaged(path, "byte " + std::to_string(done) + " cannot be unpacked");
  if (closed != UNZ_OK) damaged(path, "its checksum is not the archive's");
  return bytes;
}

}  // namespace

NpzArchive::NpzArchive(const std::filesystem::path& file) : NpzArchive{read_file(file), file.string()} {}

NpzArchive::NpzArchive(std::vector<std::byte> bytes, std::string name)
    : bytes_{std::move(bytes)}, name_{std::move(name)} {
  const OpenArchive archive{bytes_, name_};
  unz_global_info64 global{};
  unzGetGlobalInfo64(archive.zip(), &global);
  for (std::uint64_t i = 0; i < global.number_entry; ++i) {
    if ((i == 0 ? unzGoToFirstFile(archive.zip()) : unzGoToNextFile(archive.zip())) != UNZ_OK)
      malformed(name_, "has a damaged directory", std::to_string(global.number_entry) + " members");
    std::string member;
    archive.info(member);
    unz64_file_pos place{};
    unzGetFilePos64(archive.zip(), &place);
    if (!places_.emplace(member, Place{place.pos_in_zip_directory, place.num_of_file}).second)
      malformed(name_, "has two members " + member, "names that differ");
  }
}

std::vector<std::string> NpzArchive::members() const {
  std::vector<std::string> names;
  for (const auto& [name, place] : places_) names.push_back(name);
  return names;
}

NpyArray NpzArchive::read(std::string_view member) const {
  const Place& place = places_.find(member)->second;
  const OpenArchive archive{bytes_, name_};
  const unz64_file_pos position{place.offset, place.number};
  const std::string path = name_ + '/' + std::string{member};
  std::string entry;
  if (unzGoToFilePos64(archive.zip(), &position) != UNZ_OK) damaged(path, "its entry cannot be found");
  const unz_file_info64 info = archive.info(entry);
  check_entry(info, bytes_.size(), path);
  return parse_npy(unpacked(archive, info.uncompressed_size, path), path);
}

}  // namespace texpipe::study
