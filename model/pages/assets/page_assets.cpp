#include "pages/assets/page_assets.h"

namespace texpipe::study {

namespace {

constexpr unsigned char kStyle[] = {
#include "page.css.inc"
};
constexpr unsigned char kScript[] = {
#include "page.js.inc"
};
constexpr unsigned char kEcharts[] = {
#include "echarts.min.js.inc"
};

template <std::size_t kSize>
std::string_view text_of(const unsigned char (&bytes)[kSize]) {
  return {reinterpret_cast<const char*>(bytes), kSize};
}

}  // namespace

std::string_view page_style() {
  return text_of(kStyle);
}
std::string_view page_script() {
  return text_of(kScript);
}
std::string_view echarts_script() {
  return text_of(kEcharts);
}

}  // namespace texpipe::study
