#include "analysis/verify/pixel_class_map.h"

#include <algorithm>
#include <span>

#include "isa/gen9/shared_function.h"

namespace texpipe::study {

using functional::ObservedElement;
using functional::ObservedPixel;

namespace {

constexpr unsigned kPixels = functional::kPixelsPerSubspan;
constexpr int kMostRoundings = 4;  // more passes blur what earlier ones rounded

PixelClass joined(PixelClass a, PixelClass b) {
  return {static_cast<std::uint8_t>(a.doubts | b.doubts), std::max(a.roundings, b.roundings)};
}

/// Whether another level of detail, up to one level off, changes what a pixel reads.
bool level_decides(const functional::SamplerRequest& request, const functional::TextureBinding& binding,
                   const functional::PixelLevels& levels) {
  const gen9::SamplerState& sampler = binding.sampler.state;
  const bool filters_differ = sampler.min_filter != sampler.mag_filter;
  const bool mipmapped = sampler.mip_filter != gen9::MipFilter::kNone && binding.surface.last_level != 0;
  if (!mipmapped && !filters_differ) return false;
  // A level that a shader names itself is exact, but for how far it is between two levels.
  if (!request.operation->has_derivatives()) return levels.second_weight != 0;
  constexpr std::int32_t kBand = 256;
  const std::int32_t low = levels.unclamped - kBand, high = levels.unclamped + kBand;
  if (filters_differ && low <= 0 && high > 0) return true;
  const std::int32_t least = std::max<std::int32_t>(0, sampler.min_lod.raw);
  const std::int32_t most =
      std::max(least, std::min<std::int32_t>(sampler.max_lod.raw, binding.surface.last_level * 256));
  return mipmapped && std::clamp(low, least, most) != std::clamp(high, least, most);
}

}  // namespace

std::uint32_t PixelClassMap::content(std::uint64_t address, unsigned bytes) const {
  std::uint32_t word = 0;
  memory_->read(ByteAddress{address}, std::as_writable_bytes(std::span{&word, 1}).first(std::min(bytes, 4u)));
  return word;
}

PixelClass PixelClassMap::find(std::uint64_t address) const {
  const auto found = elements_.find(address);
  if (found == elements_.end()) return {};
  const Entry& entry = found->second;
  return content(address, entry.bytes) == entry.content ? entry.of : PixelClass{};
}

void PixelClassMap::set(const ObservedElement& element, PixelClass of) {
  elements_[element.address.value()] = {of, content(element.address.value(), element.bytes), element.bytes};
}

void PixelClassMap::join(const ObservedElement& element, PixelClass of) {
  set(element, joined(find(element.address.value()), of));
}

PixelClass& PixelClassMap::lane(const ObservedPixel& pixel) {
  const std::size_t place = std::size_t{pixel.slot} * kPixels + pixel.pixel;
  if (place >= lanes_.size()) lanes_.resize(place + kPixels);
  return lanes_[place];
}

void PixelClassMap::wrote(const ObservedPixel& pixel, const ObservedElement& element,
                          const functional::ObservedStore& store, std::uint8_t doubts) {
  PixelClass of = lane(pixel);
  of.doubts |= doubts;
  if (store.keeps) of = joined(of, find(element.address.value()));
  if (store.rounds)
    of.roundings = static_cast<std::uint8_t>(std::min(of.roundings + (store.keeps ? 2 : 1), kMostRoundings));
  set(element, of);
}

void PixelClassMap::left_out(const ObservedPixel& pixel, const ObservedElement& element, std::uint8_t doubts) {
  PixelClass of = lane(pixel);
  of.doubts |= doubts;
  if (of.doubts != 0) join(element, of);
}

void PixelClassMap::beside(const ObservedElement& element, std::uint8_t doubts) {
  join(element, {doubts, 0});
}

void PixelClassMap::wrote_test(const ObservedElement& element, std::uint8_t doubts) {
  set(element, {doubts, 0});
}

std::uint8_t PixelClassMap::doubts_of(const ObservedElement& element) const {
  return find(element.address.value()).doubts;
}

void PixelClassMap::sent(const functional::MessageSend& send) {
  const functional::Message& message = send.message;
  if (message.shared_function != static_cast<std::uint8_t>(gen9::SharedFunction::kSampler)) return;
  if (message.variant != functional::OperationVariant::kGen9 || message.context->pixels == nullptr) return;
  decode_sampler_request(message, request_);
  if (request_.operation->type == gen9::SamplerMessageType::kCacheFlush || request_.operation->queries()) return;
  const functional::TextureBinding& binding = *cache_.find(*memory_, message, request_).binding;
  execute_sampler_message(*memory_, message, functional::PlanDetail::kIntermediates, outcome_);
  for (unsigned subspan = 0; subspan < outcome_.subspans.size(); ++subspan) {
    const unsigned place = send.first_channel / kPixels + subspan;
    if (place >= message.subspan_slots.size()) break;
    for (unsigned pixel = 0; pixel < kPixels; ++pixel) {
      if ((message.execution_mask >> (subspan * kPixels + pixel) & 1) == 0) continue;
      read_texels(request_, binding, outcome_.subspans[subspan], pixel,
                  lane({message.subspan_slots[place], static_cast<std::uint8_t>(pixel)}));
    }
  }
}

void PixelClassMap::read_texels(const functional::SamplerRequest& request, const functional::TextureBinding& binding,
                                const functional::SubspanPlan& plan, unsigned pixel, PixelClass& of) const {
  if (pixel < plan.levels.size() && level_decides(request, binding, plan.levels[pixel])) {
    of.doubts |= PixelClass::kLevel;
    if (binding.sampler.anisotropic) of.doubts |= PixelClass::kAnisotropic;
  }
  for (std::size_t f = 0; f < plan.addresses.size(); ++f) {
    const functional::Footprint& footprint = plan.footprints[f];
    if (footprint.filter == functional::FilterClass::kAnisotropic) of.doubts |= PixelClass::kAnisotropic;
    for (unsigned corner = 0; corner < functional::kTexelsPerPixel; ++corner) {
      const unsigned texel = pixel * functional::kTexelsPerPixel + corner;
      if ((footprint.texels >> texel & 1) == 0) continue;
      if (!request.operation->gathers() && f < plan.intermediates.size() && plan.intermediates[f].weight[texel] == 0)
        continue;
      of = joined(of, find(plan.addresses[f][texel].stored.value()));
    }
  }
}

void PixelClassMap::picture(std::uint32_t number, ByteAddress address, std::uint32_t width, std::uint32_t height,
                            std::uint32_t row_bytes) {
  constexpr unsigned kPixelBytes = 4;
  PictureClasses& classes = pictures_[number];
  classes = {.width = width, .height = height, .pixels = {}};
  classes.pixels.reserve(std::size_t{width} * height);
  for (std::uint64_t y = 0; y < height; ++y) {
    for (std::uint64_t x = 0; x < width; ++x)
      classes.pixels.push_back(find(address.value() + y * row_bytes + x * kPixelBytes));
  }
}

}  // namespace texpipe::study
