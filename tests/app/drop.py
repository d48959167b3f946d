"""Drags a file onto a window and drops it there, as a file manager does: the source's side of XDND (freedesktop.org, version 5).
Usage: drop.py WINDOW FILE. Exit status 0 when the window says that it has taken it."""
import ctypes
import os
import sys
import time
import urllib.parse

CLIENT_MESSAGE, SELECTION_REQUEST, SELECTION_NOTIFY = 33, 30, 31
Long, Unsigned, Int = ctypes.c_long, ctypes.c_ulong, ctypes.c_int


class Message(ctypes.Structure):
    _fields_ = [("type", Int), ("serial", Unsigned), ("sent", Int), ("display", ctypes.c_void_p), ("window", Unsigned),
                ("kind", Unsigned), ("format", Int), ("data", Long * 5)]


class Request(ctypes.Structure):  # a SelectionRequest; without `owner` a SelectionNotify
    _fields_ = [("type", Int), ("serial", Unsigned), ("sent", Int), ("display", ctypes.c_void_p), ("owner", Unsigned),
                ("requestor", Unsigned), ("selection", Unsigned), ("target", Unsigned), ("property", Unsigned), ("time", Unsigned)]


class Notify(ctypes.Structure):
    _fields_ = [("type", Int), ("serial", Unsigned), ("sent", Int), ("display", ctypes.c_void_p), ("requestor", Unsigned),
                ("selection", Unsigned), ("target", Unsigned), ("property", Unsigned), ("time", Unsigned)]


class Event(ctypes.Union):
    _fields_ = [("type", Int), ("message", Message), ("request", Request), ("notify", Notify), ("rest", Long * 24)]


def main():
    target, path = int(sys.argv[1]), os.path.realpath(sys.argv[2])
    x = ctypes.CDLL("libX11.so.6")
    x.XOpenDisplay.restype = ctypes.c_void_p
    x.XDefaultRootWindow.restype = x.XCreateSimpleWindow.restype = x.XInternAtom.restype = Unsigned
    display = ctypes.c_void_p(x.XOpenDisplay(None))
    root = Unsigned(x.XDefaultRootWindow(display))
    own = x.XCreateSimpleWindow(display, root, 0, 0, 1, 1, 0, Unsigned(0), Unsigned(0))
    atom = {n: x.XInternAtom(display, n.encode(), 0) for n in (
        "XdndEnter", "XdndPosition", "XdndDrop", "XdndStatus", "XdndFinished", "XdndSelection", "XdndActionCopy", "text/uri-list")}
    x.XSetSelectionOwner(display, Unsigned(atom["XdndSelection"]), Unsigned(own), Unsigned(0))

    def send(kind, *data):
        event = Event()
        event.message = Message(type=CLIENT_MESSAGE, window=target, kind=atom[kind], format=32)
        for n, value in enumerate((own,) + data):
            event.message.data[n] = value
        x.XSendEvent(display, Unsigned(target), 0, Long(0), ctypes.byref(event))
        x.XFlush(display)

    def give(request):
        text = ("file://" + urllib.parse.quote(path) + "\r\n").encode()
        x.XChangeProperty(display, Unsigned(request.requestor), Unsigned(request.property), Unsigned(request.target), 8, 0, text, len(text))
        event = Event()
        event.notify = Notify(type=SELECTION_NOTIFY, requestor=request.requestor, selection=request.selection, target=request.target,
                              property=request.property, time=request.time)
        x.XSendEvent(display, Unsigned(request.requestor), 0, Long(0), ctypes.byref(event))
        x.XFlush(display)

    send("XdndEnter", 5 << 24, atom["text/uri-list"], 0, 0)
    send("XdndPosition", 0, (20 << 16) | 20, 0, atom["XdndActionCopy"])
    until = time.time() + 120
    while time.time() < until:
        if not x.XPending(display):
            time.sleep(0.02)
            continue
        event = Event()
        x.XNextEvent(display, ctypes.byref(event))
        if event.type == SELECTION_REQUEST:
            give(event.request)
        elif event.type == CLIENT_MESSAGE and event.message.kind == atom["XdndStatus"]:
            send("XdndDrop", 0, 0, 0, 0)
        elif event.type == CLIENT_MESSAGE and event.message.kind == atom["XdndFinished"]:
            return 0
    return 1


sys.exit(main())
