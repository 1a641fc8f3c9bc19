#include "workload/frame/frame_dump_json.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "workload/frame/dump_walk.h"
#include "workload/frame/note_text.h"
#include "workload/frame/structure_lines.h"

namespace texpipe::study {

using Json = nlohmann::ordered_json;

namespace {

class JsonDump final : public DumpWalk {
 public:
  using DumpWalk::DumpWalk;

  Json json;

 private:
  void begin(const FrameHeader& header) override {
    json = {{"pci", fmt::format("0x{:04x}", header.pci_id)},
            {"revision", header.revision},
            {"records", Json::array()},
            {"submissions", Json::array()}};
  }

  void other(const FrameContent& content) override {
    if (const auto* map = std::get_if<FrameMap>(&content)) {
      json["records"].push_back({{"kind", "map"}, {"address", hex(map->address)}, {"size", map->size}});
    } else if (const auto* unmap = std::get_if<FrameUnmap>(&content)) {
      json["records"].push_back({{"kind", "unmap"}, {"address", hex(unmap->address)}, {"size", unmap->size}});
    } else if (const auto* note = std::get_if<FrameNote>(&content)) {
      json["records"].push_back(
          {{"kind", "note"}, {"address", hex(note->address)}, {"size", note->size}, {"text", shown_note(note->text)}});
    } else if (const auto* write = std::get_if<FrameWrite>(&content)) {
      json["records"].push_back({{"kind", "write"}, {"address", hex(write->address)}, {"size", write->bytes.size()}});
    }
  }

  void begin_submission(std::uint64_t index, const FrameSubmit& submit) override {
    json["submissions"].push_back({{"submission", index},
                                   {"number", submit.number},
                                   {"context", submit.context},
                                   {"flags", hex(submit.flags)},
                                   {"first", hex(submit.first_command)},
                                   {"commands", Json::array()}});
    pointed_ = nullptr;
  }

  void command(const WalkedCommand& command) override {
    Json entry = {{"address", hex(command.address)}};
    if (command.layout == nullptr) {
      entry["words"] = words_text(command.words);
    } else {
      entry.update(structure_json(gen9::StructureText{*command.layout}, command.words));
    }
    if (!pointed_.is_null()) entry.update(pointed_);
    pointed_ = nullptr;
    json["submissions"].back()["commands"].push_back(std::move(entry));
  }

  void pointed(const Pointed& pointed) override {
    Json states = Json::array();
    for (const PointedState& state : pointed.states) {
      Json entry = {{"role", state.role}, {"address", hex(state.address)}};
      const auto words = memory().words(state.address, state.dwords);
      entry["mapped"] = words.has_value();
      if (words && state.structure.empty()) entry["words"] = words_text(*words);
      if (words && !state.structure.empty())
        entry.update(structure_json(gen9::StructureText::named(state.structure), *words));
      states.push_back(std::move(entry));
    }
    pointed_ = {{"description", pointed.title}, {"remarks", pointed.remarks}, {"state", states}};
  }

  void end_submission() override {}

  static std::string hex(std::uint64_t value) { return fmt::format("0x{:x}", value); }

  Json pointed_;
};

}  // namespace

Json dump_frames_json(FrameRecording& recording, const DumpOptions& options) {
  JsonDump dump{recording, options};
  dump.run();
  return std::move(dump.json);
}

}  // namespace texpipe::study
