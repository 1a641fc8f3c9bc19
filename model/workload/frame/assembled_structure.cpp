#include "workload/frame/assembled_structure.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "base/unit_text.h"

namespace texpipe::study {

AssembledStructure::AssembledStructure(const AssemblyLine& line, const Token& name, std::size_t options_from,
                                       std::uint64_t address, Kind kind)
    : address_{address}, line_{line.number()}, kind_{kind} {
  line.placed(name, [&] { text_ = gen9::StructureText::named(name.text); });
  std::uint64_t dwords = text_->usual_dwords();
  line.options(options_from, {{"dwords", &dwords, 1024}});
  line.placed(name, [&] { words_ = text_->blank(static_cast<unsigned>(dwords)); });
  if (kind == Kind::kCommand && !text_->is_command())
    line.refuse(name, fmt::format("{} is no command", name.text),
                fmt::format("expected \"state {} at ADDRESS\"", name.text));
}

void AssembledStructure::take_field(const AssemblyLine& line) {
  const Token& key = line.first();
  std::string_view value = line.text().substr(static_cast<std::size_t>(line.tokens()[1].column));
  while (!value.empty() && is_space(value.front())) value.remove_prefix(1);
  while (!value.empty() && is_space(value.back())) value.remove_suffix(1);
  if (value.empty()) line.refuse_end("a value");
  if (key.text == "raw") return take_raw(line);
  if (key.text.starts_with("reserved[")) return take_reserved(line);
  if (!text_) line.refuse(key, "words have no fields", "expected raw = WORD...");
  line.placed(key, [&] { text_->assign(words_, {std::string{key.text}, std::string{value}}); });
}

void AssembledStructure::take_raw(const AssemblyLine& line) {
  std::vector<std::uint32_t> words = line.words(2);
  if (text_ && words.size() != words_.size())
    line.refuse(line.tokens()[2], fmt::format("{} words for {}", words.size(), text_->name()),
                fmt::format("expected {}", words_.size()));
  words_ = std::move(words);
}

void AssembledStructure::take_reserved(const AssemblyLine& line) {
  const std::string_view key = line.first().text;
  std::uint64_t dword = 0;
  const std::string_view digits = key.substr(9, key.size() - std::min<std::size_t>(key.size(), 10));
  if (!key.ends_with(']') || parse_text(digits, dword) || dword >= words_.size())
    line.refuse(line.first(), fmt::format("\"{}\" is no word of it", key),
                fmt::format("expected reserved[0] to reserved[{}]", words_.size() - 1));
  words_[dword] |= static_cast<std::uint32_t>(line.number_below(2, "word", 0xFFFF'FFFF));
}

}  // namespace texpipe::study
