// `-o FILE` and `--force` of a verb that writes a file.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "cli/verb.h"
#include "host/files/output_file.h"

namespace texpipe::cli {

struct OutputOption {
  std::string file;  // empty: not given
  bool force = false;

  bool given() const { return !file.empty(); }
};

/// Declares both options; `help` says what is written.
CLI::Option* add_output_option(CLI::App& verb, OutputOption& output, const std::string& help);

/// Writes the file (host/files/output_file.h) and says so on stderr, unless -q is given.
void write_output(const OutputOption& output, std::string_view bytes, const GlobalOptions& globals);
void write_output(const OutputOption& output, std::span<const std::byte> bytes, const GlobalOptions& globals);

/// Errors: kUsage for a name with an ending that is not of pages. @param hint  what gives such a file
void require_page_name(const OutputOption& output, const std::string& hint = {});

study::Existing existing_of(const OutputOption& output);

/// "wrote FILE" on stderr, unless -q is given.
void say_written(const std::string& file, const GlobalOptions& globals);

}  // namespace texpipe::cli
