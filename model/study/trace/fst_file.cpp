#include "study/trace/fst_file.h"

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <istream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "timing/observe/vcd.h"

#ifdef TEXPIPE_FST
#include <fstapi.h>

#include "study/trace/fst_memory.h"
#endif

namespace texpipe::study {

namespace fs = std::filesystem;

WaveFormat wave_format(const fs::path& file, std::string_view option) {
  if (file.extension() == ".vcd") return WaveFormat::kVcd;
  if (file.extension() == ".fst") return WaveFormat::kFst;
  throw Error{ExitCode::kUsage, Diagnostic{.path = std::string{option},
                                           .problem = "no format of waves is named by " + file.string(),
                                           .hint = "expected a name that ends in .vcd or .fst"}};
}

#ifdef TEXPIPE_FST

namespace {

/// A file of memory with a name, for what is only written by name.
class MemoryFile {
 public:
  MemoryFile() : file_{texpipe_memory_file()} {
    if (file_ == nullptr) throw Error{ExitCode::kInternalError, "waves as FST: there is no memory for them"};
  }
  ~MemoryFile() { std::fclose(file_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  std::string name() const { return "/proc/self/fd/" + std::to_string(::fileno(file_)); }

 private:
  std::FILE* file_;
};

/// Whether a file ends where its last block does: the writer does not tell of bytes that found no room.
bool is_whole(std::istream& file) {
  constexpr char kUnfinished = static_cast<char>(255);
  file.seekg(0, std::ios::end);
  const std::streamoff size = file.tellg();
  std::streamoff at = 0;
  while (at < size) {
    std::array<char, 9> head{};  // kind and length of a block
    file.seekg(at);
    if (!file.read(head.data(), head.size()) || head[0] == kUnfinished) return false;
    std::uint64_t length = 0;
    for (std::size_t byte = 1; byte < head.size(); ++byte)
      length = length << 8 | static_cast<unsigned char>(head[byte]);
    if (length == 0 || length >= static_cast<std::uint64_t>(size - at)) return false;
    at += 1 + static_cast<std::streamoff>(length);
  }
  file.seekg(0);
  return size != 0;
}

/// GTKWave's writer, which knows files by name only, and its result to the stream at the end.
class FstFile final : public timing::WaveFile {
 public:
  explicit FstFile(std::ostream& out) : out_{out}, writer_{fstWriterCreate(file_.name().c_str(), 1)} {
    if (writer_ == nullptr)
      throw Error{ExitCode::kInternalError, file_.name() + ": waves as FST cannot be written there"};
    fstWriterSetPackType(writer_, FST_WR_PT_LZ4);
    fstWriterSetTimescaleFromString(writer_, "1ps");
    fstWriterSetVersion(writer_, "texpipe");
    fstWriterSetDate(writer_, "");  // the same run, the same bytes
  }
  ~FstFile() override {
    if (writer_ != nullptr) fstWriterClose(writer_);
  }
  FstFile(const FstFile&) = delete;
  FstFile& operator=(const FstFile&) = delete;

  void begin_scope(const std::string& name) override {
    fstWriterSetScope(writer_, FST_ST_VCD_MODULE, name.c_str(), nullptr);
  }
  void end_scope() override { fstWriterSetUpscope(writer_); }
  void declare(const timing::WaveSignal& signal) override {
    const std::string range = timing::shown_range(signal), full = signal.name + (range.empty() ? "" : " " + range);
    const fstVarType type = signal.is_real ? FST_VT_VCD_REAL : FST_VT_VCD_WIRE;
    const std::uint32_t length = signal.is_real ? sizeof(double) : signal.bits;
    signals_.push_back({fstWriterCreateVar(writer_, type, FST_VD_IMPLICIT, length, full.c_str(), 0),
                        std::string(signal.bits, '0'), signal.is_real});
  }
  void end_declarations() override {
    reach(0);
    for (std::size_t signal = 0; signal < signals_.size(); ++signal) change(signal, 0);
  }
  void reach(std::uint64_t time) override {
    if (std::exchange(reached_, time) != time || time == 0) fstWriterEmitTimeChange(writer_, time);
  }
  void change(std::size_t signal, std::uint64_t value) override {
    auto& [handle, text, is_real] = signals_[signal];
    if (is_real) return emit(handle, static_cast<double>(value));
    for (std::size_t bit = 0; bit < text.size(); ++bit)
      text[text.size() - 1 - bit] = bit < 64 && (value >> bit & 1) != 0 ? '1' : '0';
    fstWriterEmitValueChange(writer_, handle, text.c_str());
  }
  void change(std::size_t signal, std::string_view bits) override {
    auto& [handle, text, is_real] = signals_[signal];
    text = bits;
    if (is_real) return emit(handle, std::strtod(text.c_str(), nullptr));
    fstWriterEmitValueChange(writer_, handle, text.c_str());
  }
  void end(std::uint64_t time) override { reach(time); }
  void close(std::string_view unfinished) override {
    if (!unfinished.empty()) {
      fstWriterSetComment(writer_, ("unfinished: " + std::string{unfinished}).c_str());
      // The writer maps its file of names without writing out what has come to it since the declarations.
      std::fflush(nullptr);
    }
    fstWriterClose(std::exchange(writer_, nullptr));
    std::ifstream made{file_.name(), std::ios::binary};
    if (!made || !is_whole(made) || !(out_ << made.rdbuf())) out_.setstate(std::ios::failbit);
  }

 private:
  struct Signal {
    fstHandle handle;
    std::string text;  // its value in binary
    bool is_real;
  };

  void emit(fstHandle handle, double number) { fstWriterEmitValueChange(writer_, handle, &number); }

  std::ostream& out_;
  MemoryFile file_;
  void* writer_;
  std::vector<Signal> signals_;
  std::uint64_t reached_ = 0;
};

}  // namespace

#endif

std::unique_ptr<timing::WaveFile> wave_file(WaveFormat format, std::ostream& out) {
  if (format == WaveFormat::kVcd) return std::make_unique<timing::VcdFile>(out);
#ifdef TEXPIPE_FST
  return std::make_unique<FstFile>(out);
#else
  throw Error{ExitCode::kUnsupported,
              Diagnostic{.problem = "waves as FST: this texpipe was built without their writer",
                         .hint = "install verilator, which has it, and build again; .vcd works"}};
#endif
}

}  // namespace texpipe::study
