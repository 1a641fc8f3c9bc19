#include "cli/state_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "base/diagnostic.h"
#include "base/unit_text.h"
#include "host/files/byte_reader.h"
#include "workload/dump/error_state.h"

namespace texpipe::cli {

namespace {

std::string ranges_text(const std::vector<gen9::DumpBlock>& blocks) {
  constexpr std::size_t kMost = 8;
  std::string text;
  std::size_t listed = 0;
  for (const gen9::DumpBlock& block : blocks) {
    if (!block.address) continue;
    if (++listed > kMost) return text + ", ...";
    text += fmt::format("{}0x{:x} to 0x{:x}", text.empty() ? "it has " : ", ", *block.address,
                        *block.address + block.words.size() * 4 - 1);
  }
  return text.empty() ? "its lines have no addresses" : text;
}

gen9::DumpBlock block_at(std::vector<gen9::DumpBlock> blocks, std::uint64_t at, const std::string& file) {
  for (gen9::DumpBlock& block : blocks) {
    if (!block.address || at < *block.address || at >= *block.address + block.words.size() * 4 || at % 4 != 0) continue;
    block.words.erase(block.words.begin(),
                      block.words.begin() + static_cast<std::ptrdiff_t>((at - *block.address) / 4));
    block.address = at;
    return std::move(block);
  }
  throw Error{ExitCode::kMalformedInput, Diagnostic{.position = {study::shown_name(file), 0, 0},
                                                    .problem = fmt::format("no word at 0x{:x}", at),
                                                    .hint = ranges_text(blocks)}};
}

bool is_batch(const gen9::DumpBlock& block) {
  return block.name.ends_with("--- batch") || block.name.ends_with("--- gtt_offset");
}

/// The block that is meant without an address. Errors: Error (kUsage) where several sections may be.
gen9::DumpBlock only_block(std::vector<gen9::DumpBlock> blocks, const WordSource& source, const std::string& file) {
  const auto batch = std::find_if(blocks.begin(), blocks.end(), is_batch);
  if (source.is_batch) return std::move(batch == blocks.end() ? blocks.front() : *batch);
  const bool sections = std::any_of(blocks.begin(), blocks.end(),
                                    [&](const gen9::DumpBlock& block) { return block.name != blocks.front().name; });
  if (sections) {
    throw Error{ExitCode::kUsage, Diagnostic{.path = "--at",
                                             .problem = fmt::format("{} has {} sections; where the words begin is open",
                                                                    study::shown_name(file), blocks.size()),
                                             .hint = "texpipe state sections lists their addresses"}};
  }
  return std::move(blocks.front());
}

}  // namespace

std::uint64_t parse_address(const std::string& text, const char* option) {
  std::uint64_t value = 0;
  if (const auto problem = parse_text(text, value))
    throw Error{ExitCode::kUsage,
                Diagnostic{.path = option, .problem = problem->problem, .hint = "expected an address, as 0x10040"}};
  return value;
}

std::vector<gen9::DumpBlock> read_dump_file(const std::string& file) {
  return study::read_dump(study::read_text(file), study::shown_name(file));
}

gen9::DumpBlock source_words(const WordSource& source) {
  if (source.arguments.size() == 1) {
    const std::string& only = source.arguments.front();
    std::error_code ignored;
    const bool pasted = only.find_first_of(" :\n") != std::string::npos;
    if (only == study::kStandardInput || std::filesystem::exists(only, ignored) ||
        (!pasted && !gen9::hexadecimal_words({only}))) {
      std::vector<gen9::DumpBlock> blocks = read_dump_file(only);
      return source.at ? block_at(std::move(blocks), *source.at, only) : only_block(std::move(blocks), source, only);
    }
  }
  const auto words = gen9::hexadecimal_words(source.arguments);
  if (!words) {
    if (auto block = pasted_words(source.arguments)) return std::move(*block);
    const std::string& first = source.arguments.front();
    if (source.arguments.size() == 1 && first.find_first_of("./") != std::string::npos) read_dump_file(first);
    const auto wrong = std::find_if(source.arguments.begin(), source.arguments.end(),
                                    [](const std::string& text) { return !gen9::hexadecimal_words({text}); });
    throw Error{ExitCode::kUsage,
                Diagnostic{.problem = fmt::format("\"{}\" is no DWord", *wrong), .hint = word_hint(*wrong)}};
  }
  if (words->empty())
    throw Error{ExitCode::kUsage,
                Diagnostic{.problem = "no words", .hint = "expected DWords in hexadecimal, or a dump"}};
  if (source.at)
    throw Error{ExitCode::kUsage, Diagnostic{.path = "--at",
                                             .problem = "words on the command line have no addresses",
                                             .hint = "expected a dump"}};
  return {{}, std::nullopt, *words, {}};
}

std::string word_hint(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc{} && end == text.data() + text.size() && value <= 0xFFFF'FFFF)
    return fmt::format("words are hexadecimal; in decimal this is 0x{:08x}", value);
  return "expected 1 to 8 hexadecimal digits, as 0x23000000 or 23000000";
}

std::optional<gen9::DumpBlock> pasted_words(const std::vector<std::string>& arguments) try {
  std::string text;
  for (const std::string& argument : arguments) text += (text.empty() ? "" : " ") + argument;
  std::vector<gen9::DumpBlock> blocks = study::read_dump(text, "WORDS");
  if (blocks.size() != 1 || !blocks.front().address) return std::nullopt;
  return std::move(blocks.front());
} catch (const Error&) {
  return std::nullopt;
}

}  // namespace texpipe::cli
