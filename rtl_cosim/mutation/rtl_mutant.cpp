// Fault that acts in the RTL of the plug-in texpipe_rtl_mutants: the environment variable RTL_MUTANT, 0 or none for no
// fault.
#include <cstdlib>

extern "C" int texpipe_rtl_mutant() {
  const char* number = std::getenv("RTL_MUTANT");
  return number == nullptr ? 0 : std::atoi(number);
}
