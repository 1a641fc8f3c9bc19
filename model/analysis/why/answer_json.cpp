#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "analysis/why/coverage_text.h"
#include "analysis/why/pixel_history.h"
#include "isa/rule_words.h"

namespace texpipe::study {

namespace {

using Json = nlohmann::ordered_json;
using machine::LineLookup;

const char* result_name(LineLookup result) {
  switch (result) {
    case LineLookup::kHit:
      return "hit";
    case LineLookup::kMerge:
      return "merge";
    case LineLookup::kMiss:
      break;
  }
  return "miss";
}

std::string address_text(std::uint64_t address) {
  return fmt::format("0x{:x}", address);
}

Json line_json(const LineHistory& line) {
  Json json{{"address", address_text(line.address)},
            {"decoded", line.decoded},
            {"looked_up", line.looked_up.value()},
            {"result", result_name(line.result)}};
  if (line.there) json["there"] = line.there->value();
  Json levels = Json::array();
  for (const LevelLookup& level : line.levels)
    levels.push_back({{"cache", level.cache}, {"cycle", level.time.value()}, {"result", result_name(level.result)}});
  json["levels"] = std::move(levels);
  return json;
}

Json footprint_json(const FootprintHistory& footprint) {
  Json json{{"subspan", footprint.subspan}, {"index", footprint.index},   {"level", footprint.level},
            {"tap", footprint.tap},         {"pixels", footprint.pixels}, {"last", footprint.last}};
  json["stages"] = Json::array();
  for (const StagePassage& passage : footprint.stages) {
    Json stage{{"stage", passage.stage},
               {"entered", passage.entered.value()},
               {"issued", passage.issued.value()},
               {"ready", passage.ready.value()}};
    if (passage.lines_there != Cycles{}) stage["lines_there"] = passage.lines_there.value();
    stage["left"] = passage.left.value();
    json["stages"].push_back(std::move(stage));
  }
  json["lines"] = Json::array();
  for (const LineHistory& line : footprint.lines) json["lines"].push_back(line_json(line));
  return json;
}

Json texel_json(const ProbedTexel& texel) {
  Json json{{"level", texel.level}, {"tap", texel.tap}, {"corner", texel.corner}};
  if (texel.missing) {
    json["missing"] = true;
  } else if (texel.border) {
    json["border"] = true;
  } else {
    json["x"] = texel.place.x;
    json["y"] = texel.place.y;
    json["slice"] = texel.place.slice;
    json["address"] = address_text(texel.address.stored.value());
  }
  json["code"] = texel.code;
  json["value"] = texel.value;
  json["corner_weight"] = texel.corner_weight;
  json["weight"] = texel.weight;
  return json;
}

Json channel_json(const ChannelHistory& channel) {
  Json json{{"channel", channel.channel}};
  if (channel.pixel) json["pixel"] = {channel.pixel->x, channel.pixel->y};
  json["steps"] = Json::array();
  for (const TraceStep& step : channel.steps)
    json["steps"].push_back({{"rule", step.rule}, {"words", rules_with_words(step.rule)}, {"text", step.text}});
  json["texels"] = Json::array();
  for (const ProbedTexel& texel : channel.texels) json["texels"].push_back(texel_json(texel));
  json["result"] = channel.result;
  if (channel.returned) json["returned"] = *channel.returned;
  return json;
}

Json times_json(const MessageTimes& times) {
  Json json{{"sampler", times.sampler},
            {"sent", times.sent_at.value()},
            {"accepted", times.accepted_at.value()},
            {"responded", times.responded_at.value()},
            {"answered", times.answered_at.value()},
            {"latency", (times.answered_at - times.sent_at).value()}};
  json["shares"] = Json::array();
  for (const TimeShare& share : times.shares)
    json["shares"].push_back({{"where", share.where}, {"what", share.what}, {"cycles", share.cycles.value()}});
  return json;
}

Json message_json(const AnsweredMessage& message) {
  const MessageHistory& history = message.history;
  Json json{{"message", history.name.text()},
            {"descriptor", address_text(history.message.descriptor)},
            {"extended_descriptor", address_text(history.message.extended_descriptor)},
            {"execution_mask", address_text(history.message.execution_mask)},
            {"operation", message.operation},
            {"in_words", message.descriptor},
            {"surface", message.surface},
            {"sampler", message.sampler}};
  if (message.phase) {
    if (message.phase->draw) json["draw"] = message.phase->draw->number;
    json["stage"] = message.phase->stage;
  }
  if (!history.sender.empty()) json["sender"] = history.sender;
  if (history.times) json["times"] = times_json(*history.times);
  json["channels"] = Json::array();
  for (const ChannelHistory& channel : message.channels) json["channels"].push_back(channel_json(channel));
  json["footprints"] = Json::array();
  for (const FootprintHistory& footprint : history.footprints) {
    if (!footprint.token) json["footprints"].push_back(footprint_json(footprint));
  }
  return json;
}

Json paint_json(const SampledPaint& one) {
  Json messages = Json::array();
  for (const SampledChannel& sampled : one.sampled) messages.push_back(MessageName::of(sampled.message).text());
  return {{"draw", one.paint.draw}, {"thread", one.paint.thread}, {"messages", messages}};
}

}  // namespace

Json answer_json(const QueryAnswer& answer) {
  Json json{{"schema_version", 1}, {"study", answer.study}, {"machine", answer.machine}, {"timing", answer.timing}};
  if (answer.cycles) json["cycles"] = *answer.cycles;
  json["found"] = answer.messages;
  if (answer.paints) {
    json["paints"] = Json::array();
    for (const SampledPaint& one : answer.paints->paints) json["paints"].push_back(paint_json(one));
    json["copied_by"] = answer.paints->copies;
    json["covered"] = coverage_json(answer);
  }
  json["messages"] = Json::array();
  for (const AnsweredMessage& message : answer.answered) json["messages"].push_back(message_json(message));
  return json;
}

Json answered_message_json(const AnsweredMessage& message) {
  Json json = message_json(message);
  json["response"] = Json::array();
  for (const functional::Grf& words : message.history.response.registers) {
    Json list = Json::array();
    for (const std::uint32_t word : words) list.push_back(fmt::format("0x{:08x}", word));
    json["response"].push_back(std::move(list));
  }
  return json;
}

}  // namespace texpipe::study
