#include "study/trace/kanata_trace.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "study/pixel_maps/message_follower.h"

namespace texpipe::study {

namespace {

std::uint32_t index_in(std::vector<std::string>& list, std::string_view name) {
  const auto known = std::find(list.begin(), list.end(), name);
  if (known != list.end()) return static_cast<std::uint32_t>(known - list.begin());
  list.emplace_back(name);
  return static_cast<std::uint32_t>(list.size() - 1);
}

/// A line of the file, in the order in which lines of one cycle stand.
struct Command {
  Cycles at;
  std::uint32_t id;
  enum class Kind : std::uint8_t { kEnd, kBegin, kStart, kRetire } kind;
  std::uint32_t stage;

  auto key() const { return std::tuple{at.value(), id, passage, kind}; }
  std::uint32_t passage;
};

}  // namespace

void KanataTrace::on(const TracedFootprint& footprint) {
  const std::size_t dot = footprint.stage.rfind('.');
  const std::uint32_t stage = index_in(stages_, footprint.stage.substr(dot + 1));
  const Place place = footprint.subspan << 16 | footprint.index;
  auto& open = open_[footprint.work];
  const auto [known, added] = open.emplace(place, footprints_.size());
  if (added) {
    footprints_.push_back({footprint.number,
                           static_cast<std::uint16_t>(footprint.subspan),
                           static_cast<std::uint16_t>(footprint.index),
                           static_cast<std::uint8_t>(footprint.level),
                           static_cast<std::uint8_t>(footprint.tap),
                           index_in(samplers_, footprint.stage.substr(0, dot)),
                           {}});
  }
  footprints_[known->second].passages.push_back({stage, footprint.entered, footprint.left});
}

void KanataTrace::finish() {
  out_ << "Kanata\t0004\n";
  std::vector<std::uint32_t> order(footprints_.size());
  std::iota(order.begin(), order.end(), 0u);
  const auto entered = [&](std::uint32_t i) { return footprints_[i].passages.front().entered; };
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::tuple{entered(a).value(), footprints_[a].sampler} <
           std::tuple{entered(b).value(), footprints_[b].sampler};
  });
  std::vector<Command> commands;
  for (std::uint32_t id = 0; id < order.size(); ++id) {
    const Whole& whole = footprints_[order[id]];
    commands.push_back({whole.passages.front().entered, id, Command::Kind::kBegin, 0, 0});
    std::uint32_t passage = 0;
    for (const Passage& p : whole.passages) {
      commands.push_back({p.entered, id, Command::Kind::kStart, p.stage, passage});
      commands.push_back({p.left, id, Command::Kind::kEnd, p.stage, ++passage});
    }
    commands.push_back({whole.passages.back().left, id, Command::Kind::kRetire, 0, passage});
  }
  std::stable_sort(commands.begin(), commands.end(),
                   [](const Command& a, const Command& b) { return a.key() < b.key(); });
  Cycles now;
  std::uint64_t retired = 0;
  bool first = true;
  for (const Command& command : commands) {
    if (first || command.at > now) {
      if (first) {
        out_ << "C=\t" << command.at.value() << '\n';
      } else {
        out_ << "C\t" << (command.at - now).value() << '\n';
      }
      first = false;
      now = command.at;
    }
    const Whole& whole = footprints_[order[command.id]];
    switch (command.kind) {
      case Command::Kind::kBegin:
        out_ << "I\t" << command.id << '\t' << command.id << '\t' << whole.sampler << '\n'
             << "L\t" << command.id << "\t0\tmessage " << MessageName::of(whole.number).text() << " subspan "
             << whole.subspan << " level " << unsigned{whole.level} << " tap " << unsigned{whole.tap} << '\n'
             << "L\t" << command.id << "\t1\t" << samplers_[whole.sampler] << ", footprint " << whole.index
             << " of the subspan\n";
        break;
      case Command::Kind::kStart:
        out_ << "S\t" << command.id << "\t0\t" << stages_[command.stage] << '\n';
        break;
      case Command::Kind::kEnd:
        out_ << "E\t" << command.id << "\t0\t" << stages_[command.stage] << '\n';
        break;
      case Command::Kind::kRetire:
        out_ << "R\t" << command.id << '\t' << retired++ << "\t0\n";
        break;
    }
  }
}

}  // namespace texpipe::study
