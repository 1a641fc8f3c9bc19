#include "workload/scene/warp_file.h"

#include <algorithm>

#include "host/files/byte_reader.h"
#include "parameters/yaml/indexed_path.h"
#include "parameters/yaml/node_reader.h"
#include "parameters/yaml/yaml_document.h"
#include "workload/scene/warp_scene.h"

namespace texpipe::study {

namespace {

constexpr std::uint32_t kAll = 0xFFFF'FFFF;
constexpr std::uint32_t kMostBankWords = 16384;  // 64 KiB
constexpr std::uint32_t kLargestHeader = 0xF'FFFF;
constexpr std::uint32_t kLargestSampler = 0xFFF;

spa::TextureHeader read_header_texture(const ConfigNode& node, const std::string& path,
                                       std::vector<Diagnostic>& problems) {
  spa::TextureHeader header;
  NodeReader reader{node, path, problems};
  reader.name("type", header.type);
  reader.name("multisample", header.multisample);
  const bool buffer = header.type == spa::TextureType::kOneDBuffer;
  reader.value("width", header.width, 1u, buffer ? kAll : 65536u);
  reader.value("height", header.height, 1u, 65536u);
  reader.value("depth", header.depth, 1u, 16384u);
  std::uint32_t lowest = 0, highest = 0, levels = 0;
  reader.value("view_min_mip", lowest, 0u, 15u);
  reader.value("view_max_mip", highest, 0u, 15u);
  reader.value("max_mip", levels, 0u, 15u);
  reader.finish();
  header.view_min_mip = static_cast<std::uint8_t>(lowest);
  header.view_max_mip = static_cast<std::uint8_t>(highest);
  header.max_mip = static_cast<std::uint8_t>(levels);
  return header;
}

void read_textures(NodeReader& reader, WarpFile& file) {
  const ConfigNode* list = reader.find_list("textures");
  if (list == nullptr) return;
  for (std::size_t i = 0; i < list->items.size(); ++i) {
    const std::string path = indexed("textures", i);
    if (list->items[i].kind == ConfigNode::Kind::kMapping) {
      file.textures.push_back(read_header_texture(list->items[i], path, reader.problems()));
    } else {
      reader.refuse(list->items[i], path, "is not a group of keys", "expected {type: TWO_D, width: 64, ...}");
    }
  }
}

/// A word of a constant bank: a number, or a packed texture pointer by its parts.
std::uint32_t read_word(NodeReader& reader, const ConfigNode& node, const std::string& path) {
  std::uint32_t word = 0;
  if (node.kind != ConfigNode::Kind::kMapping) {
    reader.read(node, path, word);
    return word;
  }
  spa::TexturePointer pointer;
  NodeReader parts{node, path, reader.problems()};
  parts.value("header", pointer.header, 0u, kLargestHeader);
  parts.value("sampler", pointer.sampler, 0u, kLargestSampler);
  parts.finish();
  return packed(pointer);
}

void read_banks(NodeReader& reader, WarpFile& file) {
  const ConfigNode* list = reader.find_list("constant_banks");
  if (list == nullptr) return;
  for (std::size_t i = 0; i < list->items.size(); ++i) {
    const ConfigNode& item = list->items[i];
    const std::string path = indexed("constant_banks", i);
    if (item.kind != ConfigNode::Kind::kMapping) {
      reader.refuse(item, path, "is not a group of keys", "expected {bank: 0, words: [...]}");
      continue;
    }
    NodeReader bank{item, path, reader.problems()};
    WarpFile::ConstantWords words;
    bank.value("bank", words.bank, 0u, functional::kConstantBanks - 1);
    if (const ConfigNode* values = bank.find_list("words")) {
      if (values->items.size() > kMostBankWords)
        bank.refuse(*values, path + ".words", "has too many words", "expected at most 16384");
      for (std::size_t w = 0; w < values->items.size() && w < kMostBankWords; ++w)
        words.words.push_back(read_word(bank, values->items[w], indexed(path + ".words", w)));
    }
    bank.finish();
    file.constant_banks.push_back(std::move(words));
  }
}

/// Number of a key such as R12; nothing when it is not of that form or not below `limit`.
std::optional<unsigned> numbered(std::string_view key, char letter, unsigned limit) {
  std::uint32_t number = 0;
  if (key.size() < 2 || key[0] != letter || parse_text(key.substr(1), number) || number >= limit) return std::nullopt;
  return number;
}

void read_registers(NodeReader& reader, functional::WarpState& warp) {
  const ConfigNode* mapping = reader.find_mapping("registers");
  if (mapping == nullptr) return;
  for (const ConfigEntry& entry : mapping->entries) {
    const std::string path = "registers." + entry.key;
    const auto number = numbered(entry.key, 'R', spa::Register::kZero);
    if (!number) {
      reader.problems().push_back(
          {.position = entry.position, .path = path, .problem = "is not a register", .hint = "expected R0 to R254"});
      continue;
    }
    functional::LaneVector& lanes = warp.registers[*number];
    if (entry.value.kind != ConfigNode::Kind::kSequence) {
      std::uint32_t value = 0;
      if (reader.read(entry.value, path, value)) lanes.fill(value);
      continue;
    }
    if (entry.value.items.size() != lanes.size()) {
      reader.refuse(entry.value, path, "lists " + std::to_string(entry.value.items.size()) + " values",
                    "expected one value for all lanes, or 32");
      continue;
    }
    for (std::size_t lane = 0; lane < lanes.size(); ++lane)
      reader.read(entry.value.items[lane], indexed(path, lane), lanes[lane]);
  }
}

void read_predicates(NodeReader& reader, functional::WarpState& warp) {
  const ConfigNode* mapping = reader.find_mapping("predicates");
  if (mapping == nullptr) return;
  for (const ConfigEntry& entry : mapping->entries) {
    const std::string path = "predicates." + entry.key;
    const auto number = numbered(entry.key, 'P', spa::Predicate::kTrue);
    if (!number) {
      reader.problems().push_back(
          {.position = entry.position, .path = path, .problem = "is not a predicate", .hint = "expected P0 to P6"});
      continue;
    }
    reader.read(entry.value, path, warp.predicates[*number]);
  }
}

void read_program(NodeReader& reader, const ConfigNode& root, const std::filesystem::path& folder, WarpFile& file) {
  std::string name;
  const ConfigNode* node = reader.find("program");
  if (node == nullptr) {
    reader.refuse(root, "program", "is missing", "expected a file of SPA instructions");
    return;
  }
  if (!reader.read(*node, "program", name)) return;
  file.program_path = (folder / name).lexically_normal();
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file.program_path, ignored)) {
    reader.refuse(*node, "program", "no file " + file.program_path.string(), "");
    return;
  }
  try {
    file.program = spa::parse_program(read_text(file.program_path), file.program_path.string());
  } catch (const Error& error) {
    if (error.code() != ExitCode::kMalformedInput) throw;
    reader.problems().insert(reader.problems().end(), error.diagnostics().begin(), error.diagnostics().end());
  }
}

void read_pools(NodeReader& reader, WarpFile::Pools& pools) {
  const ConfigNode* mapping = reader.find_mapping("pools");
  if (mapping == nullptr) return;
  NodeReader keys{*mapping, "pools", reader.problems()};
  std::uint32_t header = kAll;
  keys.value("maximum_header", header, 0u, kLargestHeader);
  if (header != kAll) pools.maximum_header = header;
  keys.value("maximum_sampler", pools.maximum_sampler, 0u, kLargestHeader);
  keys.value("via_header_binding", pools.via_header_binding);
  keys.finish();
}

}  // namespace

WarpFile parse_warp_file(std::string_view text, const std::string& name, const std::filesystem::path& folder) {
  std::vector<Diagnostic> problems;
  const ConfigNode root = parse_yaml(text, name, problems);
  if (problems.empty() && root.kind != ConfigNode::Kind::kMapping)
    problems.push_back(
        {.position = {name, 1, 1}, .problem = "is not a group of keys", .hint = "expected program: ..."});
  if (!problems.empty()) {
    if (problems.back().hint.empty())
      problems.back().hint =
          "expected a file of keys, as program: FILE; the text of a program is for `texpipe spa check`";
    throw Error{ExitCode::kInvalidConfiguration, std::move(problems)};
  }

  WarpFile file;
  NodeReader reader{root, "", problems};
  read_program(reader, root, folder, file);
  reader.value("warps", file.warps, 1u, 65536u);
  if (const ConfigNode* scene = reader.find_mapping("scene")) file.scene = read_scene(*scene, problems);
  read_textures(reader, file);
  read_pools(reader, file.pools);
  read_banks(reader, file);
  reader.value("bundle_bank", file.bundle_bank, 0u, functional::kConstantBanks - 1);
  read_registers(reader, file.initial);
  read_predicates(reader, file.initial);
  reader.value("active", file.initial.active);
  reader.value("killed", file.initial.killed);
  reader.finish();
  if (!problems.empty()) {
    // Mistakes of the program alone are malformed input; keys and values of this file are configuration.
    const bool program_alone = std::all_of(problems.begin(), problems.end(),
                                           [&](const Diagnostic& each) { return each.position.file != name; });
    throw Error{program_alone ? ExitCode::kMalformedInput : ExitCode::kInvalidConfiguration, std::move(problems)};
  }
  return file;
}

WarpFile read_warp_file(const std::filesystem::path& path) {
  return parse_warp_file(read_text(path), shown_name(path), path.parent_path());
}

}  // namespace texpipe::study
