"""Makes Python of the library's functions, by rules for their parameters and returns.

For each function that the rules cover, its Python is written as text and compiled once, so that it has names, help and speed. What they do
not cover is bound by hand (`binds`), or named in UNBOUND with the reason."""
from . import _structs
from ._api import API, ENUMS, HANDLES, NUMBERS, UNBOUND, enum_of, help_of, plain_name, raise_error
from ._structs import BY_C, as_struct, snake, view_array
from ._weir import ffi, lib

FUNCTIONS = {}  # of the module
METHODS = {}    # of Water: name, function or property
KEPT_BACK = {"weir_set_hooks": "the module has set them: arrays of views keep their memory (pins.c)"}


class NoRule(Exception):
    """A parameter or a return that no rule covers."""


def as_structs(base, values):
    """C's array of structs, of a sequence of them."""
    values = list(values)
    array = ffi.new(base + "[]", max(1, len(values)))
    for n, value in enumerate(values):
        array[n] = as_struct(base, value)[0]
    return array, len(values)


def is_given(base):
    """True for a struct that callers fill, as it has defaults: a call that may write it reads it, too."""
    return any(f["name"] == "weir_" + snake(base) + "_default" for f in API["functions"])


def as_enum(base, value):
    return int(enum_of(base)(value))


def as_text(value):
    return value.encode()


def text_of(value):
    return None if value == ffi.NULL else ffi.string(value).decode()


SPACE = {"ffi": ffi, "lib": lib, "raise_error": raise_error, "as_struct": as_struct, "as_structs": as_structs, "as_enum": as_enum,
         "as_text": as_text, "text_of": text_of, "view_array": view_array, "BY_C": BY_C, "ENUMS": ENUMS}


class Text:
    """The Python of one function as it is being written: names of parameters, lines before the call, words of the call, results."""

    def __init__(self):
        self.names, self.before, self.words, self.results, self.error = [], [], [], [], False


def _parameter(text, parameters, n):
    """Writes one parameter; returns how many of C's it covers."""
    p = parameters[n]
    name, base, pointer, const = p["name"], p["base"], p["pointer"], p["const"]
    after = parameters[n + 1] if n + 1 < len(parameters) else {"name": "", "type": ""}
    counted = after["name"] == "count" and after["type"] == "int"
    perhaps = after["type"] in ("int", "size_t")  # it may be how many there are, by another name
    if base == "WeirError" and pointer == 1 and n == len(parameters) - 1:
        text.before.append("error = ffi.new('WeirError *')")
        text.words.append("error")
        text.error = True
    elif pointer == 0 and base in NUMBERS:
        text.names.append(name)
        text.words.append(f"bool({name})" if base == "bool" else name)
    elif pointer == 0 and enum_of(base):
        text.names.append(name)
        text.words.append(f"as_enum('{base}', {name})")
    elif p["type"] == "const char *":
        text.names.append(name)
        text.words.append(f"as_text({name})")
    elif pointer == 1 and const and base in BY_C and counted:
        text.names.append(name)
        text.before.append(f"{name}, count = as_structs('{base}', {name})")
        text.words += [name, "count"]
        return 2
    elif pointer == 1 and base in BY_C and not perhaps and (const or n == 0):
        text.names.append(name)
        text.words.append(f"as_struct('{base}', {name})")
    elif pointer == 1 and base in BY_C and not after["name"] and parameters[0]["const"] and not is_given(base):
        many = "count" in text.words  # one for each of the structs that came in
        text.before.append(f"{name} = ffi.new('{base}[]', max(1, count))" if many else f"{name} = ffi.new('{base} *')")
        text.words.append(name)
        text.results.append(f"[BY_C['{base}']._from({name}[n]) for n in range(count)]" if many else f"BY_C['{base}']._from({name}[0])")
    else:
        raise NoRule(f"no rule for the parameter {p['type']} {name}")
    return 1


def _result(text, returns, owner):
    """The expression that a call's value becomes; None if it has none."""
    base, pointer = returns["base"], returns["pointer"]
    if text.error and returns["type"] == "bool":
        return None
    if returns["type"] == "void":
        return None
    if pointer == 0 and base in NUMBERS:
        return "value"
    if pointer == 0 and enum_of(base):
        return f"ENUMS['{plain_name(base)}'](value)"
    if returns["type"] == "const char *":
        return "text_of(value)"
    if pointer == 0 and base == "WeirView" and owner:
        return "view_array(value, self._handle)"
    if pointer == 0 and base in BY_C:
        return f"BY_C['{base}']._from(value)"
    if pointer == 1 and base in BY_C and returns["const"]:
        return f"BY_C['{base}']._from(value[0]) if value != ffi.NULL else None"
    raise NoRule(f"no rule for the return {returns['type']}")


def _write(function, name):
    """The Python of a function of C's, as a function, and whether it needs nothing but its water."""
    parameters, text = function["parameters"], Text()
    owner = bool(parameters) and parameters[0]["base"] in HANDLES and parameters[0]["pointer"] == 1
    n = 0
    if owner:
        text.words.append("self._pointer")
        n = 1
    while n < len(parameters):
        n += _parameter(text, parameters, n)
    value = _result(text, function["returns"], owner)
    results = ([value] if value else []) + text.results
    if text.error and function["returns"]["type"] != "bool":
        raise NoRule(f"no rule for the return {function['returns']['type']} with an error")
    lines = [f"def {name}({', '.join((['self'] if owner else []) + text.names)}):", *("  " + line for line in text.before),
             f"  value = lib.{function['name']}({', '.join(text.words)})"]
    if text.error:
        lines.append("  if not value: raise_error(error)")
    if results:
        lines.append("  return " + (results[0] if len(results) == 1 else f"({', '.join(results)})"))
    space = dict(SPACE)
    exec("\n".join(lines), space)  # pylint: disable=exec-used
    made = space[name]
    made.__doc__, made.__module__ = help_of(function), "weir"
    return made, owner and parameters[0]["const"] and not text.names


def _struct_of(function):
    """The struct whose method a function is, and its name there: weir_body_move is Body.move."""
    parameters = function["parameters"]
    base = parameters[0]["base"] if parameters else function["returns"]["base"]
    prefix = "weir_" + snake(base) + "_" if base in BY_C else None
    if prefix and function["name"].startswith(prefix):
        return BY_C[base], function["name"][len(prefix):]
    return None, None


def _bind(function):
    first = function["parameters"][0] if function["parameters"] else {"base": "", "pointer": 0}
    if first["base"] in HANDLES:
        name = function["name"][len("weir_" + snake(first["base"]) + "_"):]
        made, plain = _write(function, name)
        METHODS[name] = property(made, doc=made.__doc__) if plain else made
        return
    kind, name = _struct_of(function)
    made, _ = _write(function, name or function["name"][len("weir_"):])
    if kind:
        setattr(kind, name, made if function["parameters"] else staticmethod(made))
    else:
        FUNCTIONS[made.__name__] = made


def _set_properties():
    """A property may be set where there is a call for it: water.solver = "swe". One that is a struct writes back what is set in it."""
    for name, read in METHODS.items():
        write = METHODS.get("set_" + name)
        if not isinstance(read, property) or not write or write.__code__.co_argcount != 2:
            continue

        def get(self, read=read, write=write):
            value = read.fget(self)
            if isinstance(value, _structs.Struct):
                object.__setattr__(value, "_changed", lambda changed: write(self, changed))
            return value
        METHODS[name] = property(get, write, doc=read.__doc__)


def bind_all(handmade):
    """Binds each function that is not bound by hand."""
    for function in API["functions"]:
        if function["name"] in handmade:
            continue
        if function["name"] in KEPT_BACK:
            UNBOUND[function["name"]] = KEPT_BACK[function["name"]]
            continue
        try:
            _bind(function)
        except NoRule as why:
            UNBOUND[function["name"]] = str(why)
    _set_properties()

