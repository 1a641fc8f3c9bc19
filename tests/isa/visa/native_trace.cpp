#include "isa/visa/native_trace.h"

#include <array>
#include <iterator>
#include <sstream>

namespace texpipe::visa {

namespace {

struct Line {
  std::string opcode;
  unsigned lanes = 0;
  std::string execution;
  std::vector<std::string> operands;
};

std::optional<Line> split_line(std::string text) {
  const std::size_t code = text.find("*/");
  if (code == std::string::npos) return std::nullopt;
  text = text.substr(code + 2);
  if (const std::size_t comment = text.find("//"); comment != std::string::npos) text.resize(comment);
  if (const std::size_t options = text.find('{'); options != std::string::npos) text.resize(options);
  std::istringstream in{text};
  std::vector<std::string> words{std::istream_iterator<std::string>{in}, {}};
  if (!words.empty() && words[0][0] == '(') words.erase(words.begin());
  Line line{.opcode = words.at(0),
            .lanes = static_cast<unsigned>(std::stoul(words.at(1).substr(1))),
            .execution = words.at(1).substr(1, words.at(1).size() - 2)};
  line.operands.assign(words.begin() + 2, words.end());
  return line;
}

/// `r10.2<1>:ud` is register 10, sub-register 2.
struct Place {
  unsigned number = 0;
  unsigned sub = 0;
};

std::optional<Place> place_of(const std::string& operand) {
  if (operand.size() < 2 || operand[0] != 'r' || operand[1] < '0' || operand[1] > '9') return std::nullopt;
  Place place{.number = static_cast<unsigned>(std::stoul(operand.substr(1)))};
  if (const std::size_t dot = operand.find('.'); dot != std::string::npos)
    place.sub = static_cast<unsigned>(std::stoul(operand.substr(dot + 1)));
  return place;
}

class Tracer {
 public:
  Tracer() {
    for (unsigned i = 0; i < registers_.size(); ++i)
      registers_[i] = {.kind = Origin::Kind::kInput, .register_number = i};
  }

  void take(const Line& line) {
    if (line.opcode == "send" || line.opcode == "sends") return send(line);
    const std::optional<Place> target = place_of(line.operands[0]);
    if (!target) return;
    const std::optional<Place> source = place_of(line.operands.at(1));
    if (line.lanes == 1) return scalar(line, *target);
    for (unsigned i = 0; i < std::max(1u, line.lanes / 8); ++i) {
      registers_[target->number + i] = source ? registers_[source->number + i] : Origin{.kind = Origin::Kind::kZero};
    }
  }

  NativeTrace result;

 private:
  void scalar(const Line& line, Place target) {
    Origin& origin = registers_[target.number];
    if (target.sub == 2 && line.opcode == "mov")
      origin.dword2 = static_cast<std::uint32_t>(std::stoul(line.operands[1], nullptr, 0));
    if (target.sub == 2 && line.opcode == "or") {
      origin.dword2 = static_cast<std::uint32_t>(std::stoul(line.operands[2], nullptr, 0));
      origin.dword2_from_register = true;
    }
    if (target.sub == 3) origin.dword3_added = static_cast<std::uint32_t>(std::stoul(line.operands[2], nullptr, 0));
  }

  std::vector<Origin> block(const std::string& operand, unsigned count) {
    const std::optional<Place> place = place_of(operand);
    std::vector<Origin> origins;
    for (unsigned i = 0; place && i < count; ++i) origins.push_back(registers_.at(place->number + i));
    return origins;
  }

  void send(const Line& line) {
    const bool two = line.opcode == "sends";
    const auto extended = static_cast<std::uint32_t>(std::stoul(line.operands.at(two ? 3 : 2), nullptr, 0));
    const std::string& descriptor_text = line.operands.at(two ? 4 : 3);
    const bool known = descriptor_text[0] != 'a';
    const auto descriptor = known ? static_cast<std::uint32_t>(std::stoul(descriptor_text, nullptr, 0)) : 0;
    constexpr unsigned kSampler = 2;
    constexpr unsigned kDataCache0 = 10;
    const unsigned shared_function = extended & 0xF;
    const unsigned second = extended >> 6 & 0xF;
    // A descriptor in a register hides the first length: these kernels send one parameter there.
    const unsigned first = known ? descriptor >> 25 & 0xF : line.lanes / 8;
    if (shared_function == kSampler) {
      std::vector<Origin> payload = block(line.operands[1], first);
      if (two) {
        for (const Origin& origin : block(line.operands[2], second)) payload.push_back(origin);
      }
      result.sampler_messages.push_back(
          {line.opcode, line.execution, extended, known ? std::optional{descriptor} : std::nullopt});
      const auto number = static_cast<unsigned>(result.sampler_payloads.size());
      result.sampler_payloads.push_back(std::move(payload));
      const std::optional<Place> target = place_of(line.operands[0]);
      const unsigned length = known ? descriptor >> 20 & 0x1F : line.lanes / 2;
      for (unsigned i = 0; target && i < length; ++i) {
        registers_.at(target->number + i) = {.kind = Origin::Kind::kResponse, .message = number, .register_number = i};
      }
    } else if (shared_function == kDataCache0) {
      result.writes.push_back(block(line.operands[2], second));
    }
  }

  std::array<Origin, 128> registers_;
};

}  // namespace

NativeTrace trace_native(const std::string& listing) {
  Tracer tracer;
  std::istringstream lines{listing};
  for (std::string text; std::getline(lines, text);) {
    if (const std::optional<Line> line = split_line(text)) tracer.take(*line);
  }
  return tracer.result;
}

}  // namespace texpipe::visa
