#include <catch2/catch.hpp>

#include "fuzz/visa_targets.h"
#include "isa/visa/corpus.h"

using namespace texpipe;
using namespace texpipe::visa;

namespace {

/// The same damage on every host.
class Damage {
 public:
  unsigned below(std::size_t limit) {
    state_ = state_ * 6364136223846793005ull + 1442695040888963407ull;
    return limit == 0 ? 0 : static_cast<unsigned>((state_ >> 33) % limit);
  }
  template <class Content>
  Content damaged(Content content) {
    for (unsigned n = below(4) + 1; n > 0 && !content.empty(); --n) {
      const unsigned place = below(content.size());
      switch (below(4)) {
        case 0:
          content[place] = static_cast<typename Content::value_type>(below(256));
          break;
        case 1:
          content[place] ^= static_cast<typename Content::value_type>(1u << below(8));
          break;
        case 2:
          content.erase(content.begin() + place);
          break;
        default:
          content.resize(place);
          break;
      }
    }
    return content;
  }

 private:
  std::uint64_t state_ = 1;
};

constexpr unsigned kDamagedCopies = 20;

}  // namespace

TEST_CASE("vISA files, whole and damaged, are read or refused, never anything else", "[visa][fuzz]") {
  Damage damage;
  std::vector<std::string> bases = corpus::opencl();
  const std::vector<std::string> pairs = corpus::names();
  for (std::size_t i = 0; i < pairs.size(); i += 5) bases.push_back(corpus::folder() + "/" + pairs[i]);
  for (const std::string& base : bases) {
    const std::string text = corpus::text(base + ".visaasm");
    const std::vector<std::uint8_t> bytes = corpus::bytes(base + ".isa");
    const std::vector<std::uint8_t> stream = encode(parse_text(text, base).statements, Layout::kIgc);
    fuzz::visa_text(text);
    fuzz::visa_container(bytes);
    for (unsigned copy = 0; copy < kDamagedCopies; ++copy) {
      if (text.size() < 8192) fuzz::visa_text(damage.damaged(text));
      fuzz::visa_container(damage.damaged(bytes));
      const auto hostile = damage.damaged(stream);
      fuzz::visa_stream(hostile, Layout::kIgc);
      fuzz::visa_stream(hostile, Layout::kDocument);
    }
  }
  SUCCEED();
}
