// All 39 enumerations of the Kaby Lake PRM, volume 2b, for lookup by name.
#pragma once

#include <span>
#include <string_view>

#include "base/enum_table.h"

namespace texpipe::gen9 {

struct Enumeration {
  EnumRows rows;
  unsigned bits;            // size of the field
  std::string_view source;  // part of the hardware that it belongs to, as documented
};

/// In the order of the document.
std::span<const Enumeration> enumerations();

/// Enumeration by its documented name. Throws Error (kMalformedInput) with the nearest spelling.
const Enumeration& enumeration(std::string_view name);

/// A documented row name with the misprints of the document repaired (resolutions, Misprints): letters of other
/// alphabets, letters misread by the scan, a description that stands in the name column. Other names come back as they
/// are.
std::string_view repaired_name(std::string_view name);

}  // namespace texpipe::gen9
