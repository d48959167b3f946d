#ifndef RESULTS_LETTERING_H
#define RESULTS_LETTERING_H

/* Letters as strokes of a pen, as on a technical drawing: the same on every machine, at any size, without a font file. */

/* Takes a piece of a stroke from one place to another; y grows downwards. A dot has both ends in one place. */
typedef void LetteringPen(void *user, float x0, float y0, float x1, float y1);

/* Draws UTF-8 text whose capitals are `size` high, from x on, upon the baseline y. `pen` NULL: draws nothing. Returns its width.
 * Letters beyond ASCII that there are: middle dot, degree, multiplication sign, superscript 2 and 3, dashes; any other becomes a
 * question mark. */
float lettering_draw(const char *text, float size, float x, float y, LetteringPen *pen, void *user);

#endif
