// A level of a texture from the one below, the only one that can be read: the mean of two by two texels; where they are odd in number,
// what lies in the middle of this one.
uniform sampler2D frame_map;

layout(location = 0) out vec4 colour;

void main() {
  vec2 size = vec2(max(textureSize(frame_map, 0) / 2, ivec2(1)));
  colour = textureLod(frame_map, gl_FragCoord.xy / size, 0.0);
}
