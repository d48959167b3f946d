#include <gdextension_interface.h>
