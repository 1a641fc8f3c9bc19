#include "cli/output_option.h"

#include <filesystem>
#include <iostream>

#include "base/diagnostic.h"
#include "base/printable.h"

namespace texpipe::cli {

CLI::Option* add_output_option(CLI::App& verb, OutputOption& output, const std::string& help) {
  CLI::Option* option = verb.add_option("-o,--output", output.file, help);
  verb.add_flag("--force", output.force, "replace the file that -o names when it exists")->needs(option);
  return option;
}

void write_output(const OutputOption& output, std::string_view bytes, const GlobalOptions& globals) {
  study::write_output(output.file, bytes, existing_of(output));
  say_written(output.file, globals);
}

void write_output(const OutputOption& output, std::span<const std::byte> bytes, const GlobalOptions& globals) {
  write_output(output, std::string_view{reinterpret_cast<const char*>(bytes.data()), bytes.size()}, globals);
}

study::Existing existing_of(const OutputOption& output) {
  return output.force ? study::Existing::kReplace : study::Existing::kRefuse;
}

void say_written(const std::string& file, const GlobalOptions& globals) {
  if (!globals.quiet) std::cerr << "wrote " << printable(file) << '\n';
}

void require_page_name(const OutputOption& output, const std::string& hint) {
  const std::string extension = std::filesystem::path{output.file}.extension().string();
  if (!output.given() || extension.empty() || extension == ".html" || extension == ".htm") return;
  throw Error{ExitCode::kUsage,
              Diagnostic{.path = "-o", .problem = "'" + output.file + "' is no .html file", .hint = hint}};
}

}  // namespace texpipe::cli
