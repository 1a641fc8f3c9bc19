#include "machine/cache/set_hash.h"

namespace texpipe::machine {

WordRegistry<SetHash, HashFunction>& set_hashes() {
  static WordRegistry<SetHash, HashFunction> hashes = [] {
    WordRegistry<SetHash, HashFunction> own{"set hash"};
    own.add("modulo", "line number modulo sets", nullptr);
    own.add("xor", "digits of the line number folded by exclusive or", nullptr);
    return own;
  }();
  return hashes;
}

EnumRows enum_rows(SetHash) {
  return set_hashes().rows();
}

}  // namespace texpipe::machine
