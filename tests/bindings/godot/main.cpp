/* Drives the page's class as Godot would: loads it, makes a node, steps it. Prints its water's hash. */
#define private public
#include "pond.cpp"
#undef private
#include <cinttypes>

int main() {
  if (!pond_init(nullptr, nullptr, nullptr) || ClassDB::methods != 3) return std::printf("%d methods\n", ClassDB::methods), 1;
  WeirPond pond;
  pond.disturb({8, 0, 8}, 2, 0.5);
  for (int n = 0; n < 100; n++) pond._physics_process(0.02);
  PackedByteArray depths = pond.depths();
  float middle = 0;
  std::memcpy(&middle, depths.ptrw() + sizeof middle * (32 * 64 + 32), sizeof middle);
  const WeirView view = weir_water_depth(pond.water);
  if (depths.size() != 64 * 64 * 4 || middle != view.data[32 * view.stride + 32]) return std::puts("depths are not the water's"), 1;
  std::printf("%.3f\n%016" PRIx64 "\n", pond.surface_at({8, 0, 8}), weir_water_hash(pond.water));
  return 0;
}
