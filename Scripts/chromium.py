"""Headless Chromium for the scripts that compare with it: starts one, loads pages, evaluates JavaScript in them.

    with Chromium(width=800) as browser:
        browser.open(path)                       # or browser.show("<p>HTML</p>")
        print(browser.js("document.title"))

Speaks the DevTools protocol over a pair of pipes, so that nothing but Debian's `chromium` is needed. Text is set with
linear, unhinted advances; lengths are CSS px at one device pixel each unless `resolution` says otherwise.
"""
import fcntl
import json
import os
import pathlib
import shutil
import struct
import subprocess
import tempfile
import time

FLAGS = """--headless=new --no-sandbox --disable-gpu --hide-scrollbars --mute-audio --no-first-run --disable-extensions
    --disable-background-networking --disable-component-update --disable-sync --disable-dev-shm-usage
    --allow-file-access-from-files --font-render-hinting=none --enable-font-subpixel-positioning
    --remote-debugging-pipe""".split()


def path():
    """The program, or None where it is not installed; the variable CHROMIUM names another one."""
    return os.environ.get("CHROMIUM") or shutil.which("chromium")


def dictionaries(folder):
    """Writes the word dictionaries that Chromium carries for Thai, Lao, Khmer and Burmese where ICU, told by ICU_DATA,
    finds them before its own, and returns their folder: its Khmer and Lao ones have a fifth of the words of ICU's own.
    None without them, or where ICU's version is not known.
    """
    package = pathlib.Path("/usr/lib/chromium/icudtl.dat")
    libraries = sorted(pathlib.Path("/usr/lib").glob("*/libicuuc.so.[0-9][0-9]"))
    if not package.exists() or not libraries:
        return None
    data = package.read_bytes()
    # ICU's common data: a header whose length is its first two bytes, the number of items, offsets of names and of items.
    start, = struct.unpack_from("<H", data)
    count, = struct.unpack_from("<I", data, start)
    entries = [struct.unpack_from("<II", data, start + 4 + 8 * index) for index in range(count)]
    out = pathlib.Path(folder) / f"icudt{libraries[-1].suffix[1:]}l/brkitr"
    out.mkdir(parents=True)
    for (name, place), (_, end) in zip(entries, entries[1:]):
        text = data[start + name:data.index(0, start + name)].decode("ascii")
        if text.endswith("dict.dict") and not text.endswith("cjdict.dict"):
            (out / text.rpartition("/")[2]).write_bytes(data[start + place:start + end])
    return folder


def pipe():
    """A pipe whose ends are not 3 and 4, which Chromium's are to be."""
    ends = os.pipe()
    high = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in ends]
    for end in ends:
        os.close(end)
    return high


class Chromium:
    def __init__(self, width=800, height=600, resolution=1):
        self.folder = tempfile.mkdtemp(prefix="galley-chromium-")
        (read, self.output), (self.input, write) = pipe(), pipe()
        command = [path() or "chromium", *FLAGS, f"--force-device-scale-factor={resolution}",
                   f"--user-data-dir={self.folder}/profile", f"--window-size={width},{height}", "about:blank"]

        def descriptors():
            # The browser reads from 3 and writes to 4.
            os.dup2(read, 3)
            os.dup2(write, 4)

        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                        close_fds=False, preexec_fn=descriptors)
        os.close(read)
        os.close(write)
        self.pending = b""
        self.serial = 0
        self.session = None
        self.version = self.call("Browser.getVersion")["product"]
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.call("Page.enable")
        self.resize(width, height, resolution)

    def call(self, method, **params):
        """The result of a method of the protocol."""
        self.serial += 1
        message = {"id": self.serial, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.output, data):]
        while True:
            answer = json.loads(self.message())
            if answer.get("id") == self.serial:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]

    def message(self):
        parts = [self.pending]
        while b"\0" not in parts[-1]:
            part = os.read(self.input, 1 << 20)
            if not part:
                raise RuntimeError("chromium has ended")
            parts.append(part)
        message, _, self.pending = b"".join(parts).partition(b"\0")
        return message

    def resize(self, width, height=600, resolution=1):
        """The size of the viewport in CSS px, and device pixels a px."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=resolution,
                  mobile=False)

    def open(self, url, scripts=True):
        """Loads a page (a URL, or the path of a file), with its scripts or without, and waits for it and its fonts."""
        url = str(url)
        self.call("Emulation.setScriptExecutionDisabled", value=not scripts)
        if "://" not in url:
            url = pathlib.Path(url).resolve().as_uri()
        failure = self.call("Page.navigate", url=url).get("errorText")
        if failure:
            raise RuntimeError(f"{url}: {failure}")
        # Where scripts may not run, no promise is ever kept: so ask again and again.
        while self.js("document.readyState") != "complete":
            time.sleep(0.02)
        self.call("Emulation.setScriptExecutionDisabled", value=False)
        self.js("document.fonts.ready.then(() => 1)")

    def show(self, html, name="page.html"):
        """Loads HTML from a file of its own."""
        file = pathlib.Path(self.folder) / name
        file.write_text(html, encoding="utf-8")
        self.open(file)

    def js(self, expression):
        """The value of an expression, which JSON must be able to say; a promise's result is awaited."""
        result = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            detail = result["exceptionDetails"]
            raise RuntimeError(detail.get("exception", {}).get("description") or detail.get("text"))
        return result["result"].get("value")

    def close(self):
        self.session = None
        try:
            self.call("Browser.close")
        except (RuntimeError, OSError):
            pass
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
        os.close(self.input)
        os.close(self.output)
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
