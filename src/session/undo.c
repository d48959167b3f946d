#include "session/undo.h"

#include <string.h>

void undo_order_reset(UndoOrder *order) {
  order->done = order->known = 0;
  order->holds = false;
}

void undo_order_add(UndoOrder *order, UndoKind kind, int64_t tick, int64_t together) {
  const bool goes_on = kind == UNDO_CHANGE && order->done > 0 && order->kinds[order->done - 1] == UNDO_CHANGE &&
                       order->known == order->done && tick >= order->change_tick && tick - order->change_tick <= together;
  if (kind == UNDO_CHANGE) order->change_tick = tick;
  if (goes_on) return;
  if (order->done == UNDO_STEPS) memmove(order->kinds, order->kinds + 1, (size_t)--order->done);
  order->kinds[order->done++] = (unsigned char)kind;
  order->known = order->done;
}

UndoKind undo_order_back(UndoOrder *order) {
  return order->done > 0 ? (UndoKind)order->kinds[--order->done] : UNDO_NOTHING;
}

UndoKind undo_order_forth(UndoOrder *order) {
  return order->done < order->known ? (UndoKind)order->kinds[order->done++] : UNDO_NOTHING;
}
