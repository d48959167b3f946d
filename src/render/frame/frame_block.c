#include "render/frame/frame_block.h"

#include "render/frame_view.h"

enum { ALIGN_float = 4, ALIGN_int = 4, ALIGN_vec2 = 8, ALIGN_vec3 = 16, ALIGN_mat4 = 16 }; /* bytes, in std140 */
enum { USE_VIEW = true, USE_MOMENT = false };

/* A member without a gap before it lies where std140 has it if that place is aligned. */
#define CHECK_PLACE(type, name, use, meaning) \
  _Static_assert(offsetof(FrameBlock, name) % ALIGN_##type == 0, #name ": std140 leaves a gap before it");
FRAME_BLOCK(CHECK_PLACE)
_Static_assert(sizeof(FrameBlock) % 16 == 0, "std140 rounds a block up to 16 bytes: it is to end with four numbers");

#define LIST_MEMBER(type, name, use, meaning) \
  {#type, #name, meaning, offsetof(FrameBlock, name), sizeof(((FrameBlock *)NULL)->name), USE_##use},
const FrameMember frame_members[] = {FRAME_BLOCK(LIST_MEMBER){0}};

const FrameConstant frame_constants[] = {{"MODE_WIREFRAME", FRAME_WIREFRAME},
                                         {"MODE_SPEED", FRAME_SPEED},
                                         {"MODE_OCCUPANCY", FRAME_OCCUPANCY},
                                         {"MODE_DISPLACEMENT", FRAME_DISPLACEMENT},
                                         {"MODE_NORMALS", FRAME_NORMALS},
                                         {"AROUND_SEA", FRAME_AROUND_SEA},
                                         {"AROUND_HILLS", FRAME_AROUND_HILLS},
                                         {"AROUND_TABLE", FRAME_AROUND_TABLE},
                                         {"GROUND_MEADOW", FRAME_GROUND_MEADOW},
                                         {"GROUND_STONE", FRAME_GROUND_STONE},
                                         {"GROUND_ASH", FRAME_GROUND_ASH},
                                         {"GROUND_SAND", FRAME_GROUND_SAND},
                                         {NULL, 0}};
