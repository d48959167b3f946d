"""What the tests that have the program in a window ask of its screen and of the files that it writes.
    screen.py serve                 answers lines: grab FILE X Y W H, differ FILE FILE, ping WINDOW
    screen.py close WINDOW          clicks the window's cross
    screen.py value FILE EXPRESSION of the figures `s` in a file of --stats
    screen.py picture FILE          leaves of a PNG the picture alone"""
import ctypes, json, select, struct, sys

def screen():  # an X window dump, as Xvfb keeps it
    data = open("screen/Xvfb_screen0", "rb").read()
    head = struct.unpack(">25I", data[:100])
    return data[head[0] + 12 * head[19]:], head[12]

def grab(path, x, y, w, h):
    pixels, stride = screen()
    open(path, "wb").write(b"".join(pixels[(y + r) * stride + 4 * x:(y + r) * stride + 4 * (x + w)] for r in range(h)))

def differ(a, b):  # pixels that have changed by more than a hair
    a, b = open(a, "rb").read(), open(b, "rb").read()
    return sum(1 for row in range(0, len(a), 80) if a[row:row + 80] != b[row:row + 80]
               for n in range(row, row + 80, 4) if any(abs(a[n + c] - b[n + c]) > 6 for c in range(3)))

class Message(ctypes.Structure):  # an XClientMessageEvent, as long as any XEvent
    _fields_ = [("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("sent", ctypes.c_int), ("display", ctypes.c_void_p),
                ("window", ctypes.c_ulong), ("kind", ctypes.c_ulong), ("format", ctypes.c_int),
                ("data", ctypes.c_long * 5), ("rest", ctypes.c_long * 12)]

class Manager:
    """What a window manager says to a window and hears from it."""
    MESSAGE, SUBSTRUCTURE_NOTIFY = 33, 1 << 19

    def __init__(self):
        self.x = x = ctypes.CDLL("libX11.so.6")
        x.XOpenDisplay.restype, x.XInternAtom.restype, x.XDefaultRootWindow.restype = ctypes.c_void_p, ctypes.c_ulong, ctypes.c_ulong
        self.ignore = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)(lambda display, error: 0)
        x.XSetErrorHandler(self.ignore)  # a window may be gone
        self.d = ctypes.c_void_p(x.XOpenDisplay(None))
        self.asked, self.count = None, 0

    def atom(self, name):
        return self.x.XInternAtom(self.d, name, 0)

    def send(self, window, protocol, *words):
        m = Message(type=self.MESSAGE, window=window, kind=self.atom(b"WM_PROTOCOLS"), format=32)
        for n, word in enumerate((self.atom(protocol), *words)): m.data[n] = word
        self.x.XSendEvent(self.d, ctypes.c_ulong(window), 0, ctypes.c_long(0), ctypes.byref(m))
        self.x.XSync(self.d, 0)  # who ends right after it: the server has it

    def ping(self, window):
        """Asks the window for a sign of life, once, and waits a second for it: "yes", or "no" if it has not come yet."""
        if self.asked != window:
            self.asked, self.count = window, self.count + 1
            self.x.XSelectInput(self.d, ctypes.c_ulong(self.x.XDefaultRootWindow(self.d)), ctypes.c_long(self.SUBSTRUCTURE_NOTIFY))
            self.send(window, b"_NET_WM_PING", self.count, window)
        event = Message()
        while self.x.XPending(self.d) or select.select([self.x.XConnectionNumber(self.d)], [], [], 1)[0]:
            while self.x.XPending(self.d):
                self.x.XNextEvent(self.d, ctypes.byref(event))
                if event.type == self.MESSAGE and event.data[0] == self.atom(b"_NET_WM_PING") and event.data[1] == self.count:
                    self.asked = None
                    return "yes"
        return "no"

def close(window):  # what a window manager sends when its cross is clicked
    Manager().send(window, b"WM_DELETE_WINDOW")

def picture(path):  # a PNG without what it carries besides: to compare pictures alone
    data, at, kept = open(path, "rb").read(), 8, b""
    while at < len(data):
        size, name = struct.unpack(">I4s", data[at:at + 8])
        kept += data[at:at + 12 + size] if name[:2] != b"we" else b""
        at += 12 + size
    open(path, "wb").write(data[:8] + kept)

def serve():  # as long as lines come: to start python for each look took more of the machine than the program did
    manager = None
    for line in sys.stdin:
        verb, *rest = line.split()
        try:
            if verb == "ping":
                manager = manager or Manager()
                answer = manager.ping(int(rest[0]))
            else:
                answer = differ(*rest) if verb == "differ" else grab(rest[0], *map(int, rest[1:]))
            print(answer, flush=True)
        except (OSError, struct.error, ValueError, IndexError):
            print("unreadable", flush=True)

def value(path, expression):
    print(eval(expression, {"s": json.load(open(path))}))

verb, rest = sys.argv[1], sys.argv[2:]
if verb == "serve": serve()
if verb == "close": close(int(rest[0]))
if verb == "value": value(*rest)
if verb == "picture": picture(rest[0])
