"""Makes one HTML file of the page, the script and the program: one_file.py page.html weir.js weir.wasm OUT."""
import base64
import gzip
import sys

page, script, program, out = sys.argv[1:]
with open(page, encoding="utf-8") as file:
    text = file.read()
with open(script, encoding="utf-8") as file:
    code = file.read().replace("</script", "<\\/script")
with open(program, "rb") as file:
    packed = base64.b64encode(gzip.compress(file.read(), 9, mtime=0)).decode()
for name, value in (("@PROGRAM@", packed), ("@SCRIPT@", code)):
    head, tail = text.split(name)
    text = head + value + tail
with open(out, "w", encoding="utf-8") as file:
    file.write(text)
