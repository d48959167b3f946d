flat in vec4 shape;
layout(location = 0) out vec4 texel;

void main() { texel = shape; }
