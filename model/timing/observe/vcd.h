// Waves as a value change dump (IEEE 1364).
#pragma once

#include <ostream>
#include <vector>

#include "timing/observe/wave_file.h"

namespace texpipe::timing {

class VcdFile final : public WaveFile {
 public:
  explicit VcdFile(std::ostream& out);

  void begin_scope(const std::string& name) override;
  void end_scope() override;
  void declare(const WaveSignal& signal) override;
  void end_declarations() override;
  void reach(std::uint64_t time) override;
  void change(std::size_t signal, std::uint64_t value) override;
  void change(std::size_t signal, std::string_view bits) override;
  void end(std::uint64_t time) override { reach(time); }
  void close(std::string_view unfinished) override;

 private:
  struct Signal {
    std::string code;  // identifier in the dump
    unsigned bits;
    bool is_real;
  };

  std::ostream& out_;
  std::vector<Signal> signals_;
};

}  // namespace texpipe::timing
