in vec3 shown;
out vec4 colour;

void main() { colour = vec4(shown, 0.0); }
