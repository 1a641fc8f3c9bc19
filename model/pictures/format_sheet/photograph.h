// The photograph that the contact sheet shows in every format.
#pragma once

#include "pictures/texture/png.h"

namespace texpipe::study {

/// 96x64 pixels of configs/textures/coffee.png (CC0, R. Michetti), from photograph.png beside this file.
Picture photograph();

}  // namespace texpipe::study
