"""A bare event stream: sends every POST to everyone at once, and stores nothing."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, StreamingResponse
from starlette.routing import Route

WATCHERS: set[asyncio.Queue[bytes]] = set()
FILL = "x" * 900  # about as long as a jackpot's picture


async def stream(request: Request) -> StreamingResponse:
    """Everything that arrives from now on."""
    queue: asyncio.Queue[bytes] = asyncio.Queue()
    queue.put_nowait(_message(0))
    WATCHERS.add(queue)

    async def messages() -> AsyncIterator[bytes]:
        while True:
            yield await queue.get()

    return StreamingResponse(messages(), media_type="text/event-stream")


async def wager(request: Request) -> JSONResponse:
    """Pass it on."""
    await request.body()
    request.app.state.seq += 1
    message = _message(request.app.state.seq)
    for queue in WATCHERS:
        queue.put_nowait(message)
    return JSONResponse({"seq": str(request.app.state.seq)})


def _message(seq: int) -> bytes:
    return f'event: jackpot\ndata: {{"seq":"{seq}","fill":"{FILL}"}}\n\n'.encode()


def main() -> None:
    """Serve until stopped."""
    app = Starlette(
        routes=[
            Route("/stream/{n}", stream),
            Route("/wager", wager, methods=["POST"]),
        ]
    )
    app.state.seq = 0
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen(2000)
    print(f"http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
    config = uvicorn.Config(
        app, loop="uvloop", http="httptools", log_config=None, timeout_graceful_shutdown=1
    )
    uvicorn.Server(config).run(sockets=[listener])


if __name__ == "__main__":
    main()
