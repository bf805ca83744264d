"""The app as it is visited without a browser, by its tests and its benchmarks."""

from __future__ import annotations

from collections.abc import Iterator

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.testing.v1 import AppTest

from config import ROOT


def visitor(patience: float) -> AppTest:
    """The app before its first page is drawn; a page that takes more than `patience` seconds is an error."""
    return AppTest.from_file(str(ROOT / "app.py"), default_timeout=patience)


def sent(address: str) -> Iterator[str]:
    """The kind of each message that a server sends a browser for its first page, until that page's script has ended."""
    from websockets.sync.client import connect  # here, because only a benchmark asks over a network

    # Without the server's own address as its origin, it takes the asker for a stranger.
    with connect(
        f"{address.replace('http', 'ws', 1)}/_stcore/stream", origin=address, subprotocols=["streamlit"], max_size=None
    ) as socket:
        ask, kind = BackMsg(), ""
        ask.rerun_script.query_string = ""
        socket.send(ask.SerializeToString())
        while kind != "script_finished":
            message = ForwardMsg()
            message.ParseFromString(socket.recv(decode=False))
            kind = str(message.WhichOneof("type"))
            yield kind
