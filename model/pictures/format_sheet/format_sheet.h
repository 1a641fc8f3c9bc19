// A contact sheet: a photograph in every surface format, decoded by the model.
#pragma once

#include "pictures/texture/png.h"

namespace texpipe::study {

/// All 221 formats in the order of their values, with their names; a format that cannot hold a picture has a frame that
/// says why. Every cell shows what picture_of shows of the format: fewer channels are missing colours, YUV formats show
/// Cr, Y, Cb.
Picture format_sheet();

}  // namespace texpipe::study
