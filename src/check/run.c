#include "check/check.h"

#include <string.h>

#include "check/tank.h"

#define MEMBRANE (1u << WEIR_MEMBRANE)
#define PIPE (1u << WEIR_PIPE)
#define SWE (1u << WEIR_SWE)

static const CheckCase cases[] = {
    {"standing-wave", "period of three modes in a closed box: the discrete dispersion relation", MEMBRANE | PIPE | SWE, waves_standing},
    {"pulse", "a round Gaussian pulse: Hankel's integral of the wave equation", MEMBRANE | PIPE | SWE, waves_pulse},
    {"travelling", "a low pulse runs at the square root of g times depth", PIPE | SWE, waves_travelling},
    {"green", "amplitude over a slow slope: Green's law", PIPE | SWE, waves_green},
    {"wave-on-current", "a wave that runs with a current does not grow", SWE, current_waves},
    {"small-wave", "what is left of a wave of 1e-4 of the depth", MEMBRANE | PIPE | SWE, current_small},
    {"symmetry", "a round drop stays fourfold symmetric", MEMBRANE | PIPE | SWE, waves_symmetry},
    {"lake-at-rest", "still water over rough beds stays still", MEMBRANE | PIPE | SWE, rest_lake},
    {"thacker-planar", "Thacker's tilted plane in a parabolic bowl", PIPE | SWE, bowls_planar},
    {"thacker-radial", "Thacker's radial oscillation in a parabolic bowl", SWE, bowls_radial},
    {"ritter", "dam break on a dry bed", SWE, dams_ritter},
    {"stoker", "dam break on a wet bed", SWE, dams_stoker},
    {"bump", "steady flow over a bump: Bernoulli and the hydraulic jump", SWE, bumps_steady},
    {"manning", "uniform flow on a slope", PIPE | SWE, channel_manning},
    {"open-edge", "what open sides and sponges reflect", MEMBRANE | PIPE | SWE, boundary_open},
    {"open-swell", "what open sides return of crests, troughs and trains", PIPE | SWE, sides_swell},
    {"driven-sea", "a sea driven by calls, by a series, by its own tide", PIPE | SWE, sides_drive},
    {"macdonald", "steady channels with friction of given depth (MacDonald 1996)", PIPE | SWE, macdonald_channels},
    {"rain", "rain on slopes: the kinematic discharge", PIPE | SWE, rain_slopes},
    {"round-dam", "a round dam break on wet ground, beside a fine solution along a radius", PIPE | SWE, radial_dam},
    {"oblique-jump", "an inflow faster than its waves, and a wall that turns it", SWE, oblique_jump},
    {"run-up", "a solitary wave on a beach (Synolakis 1987)", PIPE | SWE, runup_solitary},
    {"periodic", "a periodic grid has no place of its own", MEMBRANE | PIPE | SWE, boundary_periodic},
    {"gate-level", "two seas joined by a channel", MEMBRANE | PIPE | SWE, boundary_levels},
    {"airy", "standing waves that disperse: the period of Airy", PIPE | SWE, disperse_modes},
    {"ring-train", "a splash becomes a train of rings: Hankel's integral over Airy's waves", PIPE | SWE, disperse_ring},
    {"airy-on-current", "waves that disperse, with a current and against it", SWE, disperse_current},
    {"filtered-rest", "what makes waves disperse leaves still water and volume alone", PIPE | SWE, disperse_rest},
    {"filtered-river", "a river in balance stays so where waves disperse", PIPE | SWE, disperse_river},
    {"shoaling", "short waves on a slope: the flux of energy", PIPE | SWE, disperse_shoal},
    {"wave-side", "the height of the waves that a side sends in", PIPE | SWE, sea_side},
    {"wind-sea", "the height, period and direction of a sea that a side sends", PIPE | SWE, sea_wind},
    {"solitary", "a solitary wave keeps its form", SWE, disperse_solitary},
    {"kelvin", "the wake of a body that is dragged along: Kelvin's angle", PIPE | SWE, disperse_kelvin},
    {"kelvin-pressure", "the wake of a pressure that runs along: Kelvin's angle", PIPE | SWE, disperse_disc},
    {"barometer", "still water under a low: the inverse barometer", PIPE | SWE, pressure_barometer},
    {"pressure-front", "a low that runs slower than waves (Proudman 1929)", PIPE | SWE, pressure_front},
    {"wind-growth", "waves grow with the wind and shrink against it (Jeffreys 1925)", PIPE | SWE, wind_growth},
    {"bar", "waves over a bar: the flume of Dingemans (1994)", SWE, disperse_bar},
    {"shoal", "waves over an elliptic shoal: the basin of Berkhoff, Booij and Radder (1982)", SWE, disperse_elliptic},
    {"nthmp-beach", "BP01 of NTHMP: a low solitary wave on a beach (Synolakis 1987)", SWE | CHECK_LONG, nthmp_beach},
    {"nthmp-flume", "BP04 of NTHMP: run-up of a low wave and of one that breaks, in the laboratory", SWE | CHECK_LONG, nthmp_flume},
    {"nthmp-island", "BP06 of NTHMP: solitary waves on a conical island (Briggs et al. 1995)", SWE | CHECK_LONG, nthmp_island},
};

const CheckCase *check_cases(int *count) {
  *count = (int)(sizeof cases / sizeof *cases);
  return cases;
}

const CheckCase *check_find(const char *name) {
  int count;
  check_cases(&count);
  for (int n = 0; n < count; n++)
    if (strcmp(cases[n].name, name) == 0) return &cases[n];
  return NULL;
}

void check_run(const CheckCase *check, unsigned solvers, CheckReport *report) {
  report->name = check->name;
  for (int n = 0; n < WEIR_SOLVER_COUNT; n++) {
    report->solver = (WeirSolver)n;
    if (check->solvers & solvers & (1u << n)) check->run(report);
  }
}
