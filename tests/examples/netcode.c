/* Server and client with the same water: the client joins by one delta, then hears what the player does. Words: ticks, "dam" or "pond". */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weir/weir.h>
enum { NX = 160, NZ = 96, BODIES = 20, JOIN = 100 };
typedef struct Peer {
  WeirWater *water;
  WeirBody bodies[BODIES];
} Peer;
static void tick(Peer *peer, int n, int bodies) {
  WeirForce forces[BODIES];
  if (n % 50 == 0) weir_water_disturb(peer->water, (float)(n / 50 % 37), 12, 2, 0.3f); /* the player, as the message has it */
  weir_water_displace(peer->water, peer->bodies, bodies, 0.02f);
  weir_water_step(peer->water, 0.02f);
  weir_water_push(peer->water, peer->bodies, bodies, 0.02f, forces);
  for (int b = 0; b < bodies; b++) weir_body_move(&peer->bodies[b], &forces[b], 9.81f, 0.02f);
}

int main(int argc, char **argv) {
  const int ticks = argc > 1 ? atoi(argv[1]) : 10000, bodies = argc > 2 && strcmp(argv[2], "dam") == 0 ? 0 : BODIES;
  static float depth[NX * NZ];
  for (int n = 0; n < NX * NZ; n++) depth[n] = bodies || n % NX < NX / 3 ? 2.0f : 0.0f;
  WeirWaterDef def = weir_water_def_default();
  def.nx = NX, def.nz = NZ, def.solver = WEIR_SWE, def.depth = depth, def.threads = 2;
  Peer server = {.water = weir_water_create(&def, NULL)}, client = {0};
  for (int b = 0; b < bodies; b++) {
    WeirBody body = weir_body_default();
    body.id = (uint32_t)b + 1;
    body.position[0] = 3.0f + (float)(b % 10 * 3), body.position[1] = 3.0f, body.position[2] = 3.0f + (float)(b / 10 * 12);
    server.bodies[b] = body;
  }
  size_t first_size = weir_water_save(server.water, NULL, 0), size = 0, before_size = first_size, sent = 0, total = 0;
  unsigned char *first = malloc(first_size), *now = malloc(4 * first_size), *before = malloc(4 * first_size), *delta = malloc(first_size);
  weir_water_save(server.water, first, first_size); /* both sides can make the beginning */
  memcpy(before, first, first_size);
  for (int n = 0; n < ticks; n++) {
    tick(&server, n, bodies);
    if (client.water) tick(&client, n, bodies);
    if (n < 2 * JOIN) { /* what a delta a tick would take, were there no equal bits */
      size = weir_water_save(server.water, now, 4 * first_size);
      total += weir_delta_make(before, before_size, now, size, NULL, 0);
      memcpy(before, now, before_size = size);
    }
    if (n == JOIN) {
      sent = weir_delta_make(first, first_size, now, size, delta, first_size);
      before_size = sent > first_size ? 0 : weir_delta_apply(first, first_size, delta, sent, before, 4 * first_size, NULL);
      client = server; /* the bodies: the game's own message */
      if (!(client.water = weir_water_load(before, before_size, NULL))) return puts("the client cannot join"), 1;
      weir_water_set_threads(client.water, 3);
    }
    if (n > JOIN && n % 100 == 0 && weir_water_hash(client.water) != weir_water_hash(server.water)) return printf("%d differs\n", n);
  }
  const int equal = memcmp(client.bodies, server.bodies, sizeof client.bodies) == 0;
  printf("%d ticks %s; joined by %zu bytes; a delta a tick: %zu of %zu\n", ticks, equal ? "equal" : "differ", sent, total / (2 * JOIN),
         size);
  weir_water_destroy(server.water), weir_water_destroy(client.water);
  free(first), free(now), free(before), free(delta);
  return !equal;
}
