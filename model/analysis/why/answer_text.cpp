#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "analysis/verify/row_trace_text.h"
#include "analysis/why/coverage_text.h"
#include "analysis/why/pixel_history.h"
#include "base/printable.h"

namespace texpipe::study {

namespace {

using machine::LineLookup;

std::string_view result_word(LineLookup result) {
  switch (result) {
    case LineLookup::kHit:
      return "hit";
    case LineLookup::kMerge:
      return "on its way";
    case LineLookup::kMiss:
      break;
  }
  return "miss";
}

std::string line_text(const LineHistory& line) {
  std::string text =
      fmt::format("line of 0x{:x}: {} at cycle {}", line.address, result_word(line.result), line.looked_up.value());
  for (const LevelLookup& level : line.levels)
    text += fmt::format("; {} {} at {}", level.cache, result_word(level.result), level.time.value());
  if (line.there) text += fmt::format("; there at {}", line.there->value());
  return text;
}

class AnswerText {
 public:
  explicit AnswerText(const QueryAnswer& answer) : answer_{answer} {}

  /// One message without a run around it.
  std::string text_of(const AnsweredMessage& message) {
    add_words(message);
    for (const ChannelHistory& channel : message.channels) add_channel(message, channel);
    if (!message.colors) add_registers(message.history.response);
    if (const std::string legend = rules_legend(rules_); !legend.empty()) add("\n{}", legend);
    return std::move(text_);
  }

  std::string text() {
    add("{} on {}, {}\n", printable(answer_.study), printable(answer_.machine), timing_words());
    add("{}: {}\n", asked(), found());
    if (answer_.paints) add_paints(*answer_.paints);
    text_ += coverage_text(answer_);
    for (const AnsweredMessage& message : answer_.answered) add_message(message);
    if (const std::string legend = rules_legend(rules_); !legend.empty()) add("\n{}", legend);
    return std::move(text_);
  }

 private:
  template <class... Arguments>
  void add(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
  }

  std::string timing_words() const {
    std::string words = answer_.timing;
    std::replace(words.begin(), words.end(), '_', ' ');
    return words;
  }

  std::string asked() const {
    const HistoryQuery& query = answer_.query;
    if (query.pixel) {
      const PixelQuery& pixel = *query.pixel;
      std::string text = fmt::format("pixel ({}, {})", pixel.place.x, pixel.place.y);
      if (pixel.draw) return text + fmt::format(" of draw {}", *pixel.draw);
      return pixel.picture ? text + fmt::format(" of picture {}", *pixel.picture) : text;
    }
    if (query.message) return "message " + query.message->text();
    return fmt::format("texel ({}, {}) of level {} of surface {}", query.texel->x, query.texel->y, query.texel->level,
                       query.texel->surface);
  }

  std::string found() const {
    if (answer_.query.message) return "as it was sent";
    std::string text = fmt::format("{} message{} read{} it", answer_.messages, answer_.messages == 1 ? "" : "s",
                                   answer_.messages == 1 ? "s" : "");
    if (answer_.query.pixel)
      text = fmt::format("comes from {} message{}", answer_.messages, answer_.messages == 1 ? "" : "s");
    if (answer_.answered.size() < answer_.messages) text += fmt::format(", here the first {}", answer_.answered.size());
    return text;
  }

  /// A line for each paint, in the order in which they were sent.
  void add_paints(const FoundPaints& paints) {
    for (const SampledPaint& one : paints.paints) {
      add("  painted     by draw {}, thread {}", one.paint.draw, one.paint.thread);
      for (const SampledChannel& sampled : one.sampled)
        add("{} {}", &sampled == &one.sampled.front() ? ", of" : ",", MessageName::of(sampled.message).text());
      text_ += '\n';
    }
    for (const std::uint64_t draw : paints.copies) add("  copied      by draw {} of the driver\n", draw);
  }

  void add_message(const AnsweredMessage& message) {
    const MessageHistory& history = message.history;
    add("\nmessage {}{}{}\n", history.name.text(), history.sender.empty() ? "" : " of ", history.sender);
    if (message.phase) {
      const std::string draw = message.phase->draw ? fmt::format("draw {}, ", message.phase->draw->number) : "";
      add("  sent by     {}{}\n", draw, message.phase->stage);
    }
    add_words(message);
    if (answer_.query.texel) {
      add_readers(message);
    } else {
      for (const ChannelHistory& channel : message.channels) add_channel(message, channel);
    }
    if (history.times) add_times(*history.times);
    add_footprints(message);
  }

  /// Results that are no colours of 32 bits.
  void add_registers(const functional::MessageResponse& response) {
    for (std::size_t i = 0; i < response.registers.size(); ++i) {
      add("  response[{}]", i);
      for (const std::uint32_t word : response.registers[i]) add(" {:08x}", word);
      text_ += '\n';
    }
  }

  void add_words(const AnsweredMessage& message) {
    const functional::Message& sent = message.history.message;
    add("  descriptor  0x{:08x} 0x{:08x}: {}\n", sent.extended_descriptor, sent.descriptor, message.descriptor);
    add("  surface     {}\n", message.surface);
    if (!message.sampler.empty()) add("  sampler     {}\n", message.sampler);
  }

  void add_readers(const AnsweredMessage& message) {
    text_ += "  read by    ";
    for (const ChannelHistory& channel : message.channels) {
      add(" channel {}", channel.channel);
      if (channel.pixel) add(" = pixel ({}, {})", channel.pixel->x, channel.pixel->y);
      text_ += &channel == &message.channels.back() ? "\n" : ",";
    }
  }

  void add_channel(const AnsweredMessage& message, const ChannelHistory& channel) {
    add("  channel {}", channel.channel);
    if (channel.pixel) add(", pixel ({}, {})", channel.pixel->x, channel.pixel->y);
    text_ += "\n";
    if (!message.explained) {
      add("    {} has no texels to show\n", message.operation);
      return;
    }
    std::size_t width = 0;
    for (const TraceStep& step : channel.steps) width = std::max(width, step.rule.size());
    for (const TraceStep& step : channel.steps) {
      add("    {:{}}  {}\n", step.rule, width, step.text);
      rules_ += step.rule + " ";
    }
    for (const ProbedTexel& texel : channel.texels) {
      if (texel.missing) {
        add("    {:{}}  level {} tap {}: beyond a cube's corner, the mean of the other three\n", "texel", width,
            texel.level, texel.tap);
        continue;
      }
      const std::string place = texel.border ? "border"
                                             : fmt::format("({}, {}) slice {} at 0x{:x}", texel.place.x, texel.place.y,
                                                           texel.place.slice, texel.address.stored.value());
      add("    {:{}}  level {} tap {}: {} = {}, weight {}/65536, {:.6g} of the result\n", "texel", width, texel.level,
          texel.tap, place, color_text(texel.value), texel.corner_weight, texel.weight);
    }
    add("    {:{}}  {}\n", "sum", width, color_text(channel.result));
    if (channel.returned) add("    {:{}}  {}\n", "returned", width, color_text(*channel.returned));
  }

  void add_times(const MessageTimes& times) {
    add("  time        sent at cycle {}, in the registers at {}: {} cycles\n", times.sent_at.value(),
        times.answered_at.value(), (times.answered_at - times.sent_at).value());
    for (const TimeShare& share : times.shares)
      add("    {:>6}  {:<18} {}\n", share.cycles.value(), share.where, share.what);
  }

  void add_footprints(const AnsweredMessage& message) {
    for (const FootprintHistory& footprint : message.history.footprints) {
      if (footprint.token || !concerns(message, footprint)) continue;
      add("  footprint   subspan {}, level {}, tap {}:", footprint.subspan, footprint.level, footprint.tap);
      for (const StagePassage& passage : footprint.stages) {
        const std::string name = passage.stage.substr(passage.stage.rfind('.') + 1);
        add(" {} {} to {}{}", name, passage.entered.value(), passage.left.value(),
            &passage == &footprint.stages.back() ? "\n" : ",");
      }
      for (const LineHistory& line : footprint.lines) add("    {}\n", line_text(line));
    }
  }

  /// Whether one of the channels that were asked for takes part.
  static bool concerns(const AnsweredMessage& message, const FootprintHistory& footprint) {
    return std::any_of(message.channels.begin(), message.channels.end(), [&](const ChannelHistory& channel) {
      return channel.channel / functional::kPixelsPerSubspan == footprint.subspan &&
             (footprint.pixels >> channel.channel % functional::kPixelsPerSubspan & 1) != 0;
    });
  }

  const QueryAnswer& answer_;
  std::string text_;
  std::string rules_;  // that the steps name
};

}  // namespace

std::string answer_text(const QueryAnswer& answer) {
  return AnswerText{answer}.text();
}

std::string answered_message_text(const AnsweredMessage& message) {
  const QueryAnswer no_run;
  return AnswerText{no_run}.text_of(message);
}

}  // namespace texpipe::study
