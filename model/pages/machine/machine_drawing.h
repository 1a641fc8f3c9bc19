// Block diagram of a machine with what a run did to it, as a drawing (SVG) of a page.
#pragma once

#include <map>
#include <string>

#include "timing/system/topology.h"

namespace texpipe::study {

/// Use of a block in a run.
struct BlockUse {
  double busy = -1;  // share of the run in which its busiest part worked; negative: it keeps no account
  double hits = -1;  // share of lookups that found their line; negative: it looks nothing up
};

/// Boxes in layers, each below those that send it work, with use and hit rate; dashed lines lead back. Boxes carry
/// their sizes as titles. Empty for a machine of more unequal blocks than a drawing can show.
/// @param uses  by path of a block of the machine; those of one box are averaged
std::string machine_drawing(const timing::Topology& topology, const std::map<std::string, BlockUse>& uses);

}  // namespace texpipe::study
