#pragma once
/* Stands in for godot-cpp, of which it has the names that the page's class uses and nothing behind them (godot_test.sh). */
#include <cstdint>
#include <cstdio>
#include <vector>

typedef uint8_t GDExtensionBool;
typedef void (*GDExtensionInterfaceGetProcAddress)();
typedef void *GDExtensionClassLibraryPtr;
struct GDExtensionInitialization;
#define GDE_EXPORT __attribute__((visibility("default")))

#define GDCLASS(name, parent)      \
 public:                           \
  static void initialize_class() { \
    _bind_methods();               \
  }                                \
                                   \
 private:
#define GDREGISTER_RUNTIME_CLASS(name) name::initialize_class()
#define D_METHOD(...) __VA_ARGS__
#define ERR_FAIL_NULL_MSG(pointer, text) \
  if (!(pointer)) {                      \
    std::puts(text);                     \
    return;                              \
  }

namespace godot {
struct Vector3 {
  float x, y, z;
};

class PackedByteArray {
  std::vector<uint8_t> bytes;

 public:
  int64_t resize(int64_t size) { return bytes.resize(size_t(size)), 0; }
  int64_t size() const { return int64_t(bytes.size()); }
  uint8_t *ptrw() { return bytes.data(); }
};

class Node3D {
 public:
  virtual ~Node3D() {}
  virtual void _physics_process(double) {}
};

struct ClassDB {
  static inline int methods = 0;
  template <class... Words>
  static void bind_method(Words...) {
    methods++;
  }
};

enum ModuleInitializationLevel { MODULE_INITIALIZATION_LEVEL_SCENE = 2 };

struct GDExtensionBinding {
  struct InitObject {
    void (*initializer)(ModuleInitializationLevel) = nullptr;
    InitObject(GDExtensionInterfaceGetProcAddress, GDExtensionClassLibraryPtr, GDExtensionInitialization *) {}
    void register_initializer(void (*f)(ModuleInitializationLevel)) { initializer = f; }
    void register_terminator(void (*)(ModuleInitializationLevel)) {}
    void set_minimum_library_initialization_level(ModuleInitializationLevel) {}
    GDExtensionBool init() {
      initializer(MODULE_INITIALIZATION_LEVEL_SCENE);
      return 1;
    }
  };
};
}  // namespace godot
