"""A bare route in the server's own framework, for `press` to compare with: reads a press, checks
its token, inserts one row and answers with its number."""

from __future__ import annotations

import argparse
import hashlib
import socket
import sqlite3

import uvicorn
from fastapi import FastAPI, HTTPException, Request
from fastapi.responses import JSONResponse

app = FastAPI()


@app.post("/press")
async def press(request: Request) -> JSONResponse:
    """Store a press."""
    body = await request.json()
    token = request.headers["authorization"].removeprefix("Bearer ")
    if hashlib.sha256(token.encode()).hexdigest() != app.state.token_sha256:
        raise HTTPException(401)
    rows: sqlite3.Connection = app.state.rows
    row = (body["command_id"], body["table"], (await request.body()).decode())
    found = rows.execute("INSERT INTO press (command_id, gaming_table, body) VALUES (?, ?, ?)", row)
    return JSONResponse({"accepted": True, "seq": str(found.lastrowid)})


def main() -> None:
    """Serve until stopped, and print the address."""
    reader = argparse.ArgumentParser()
    reader.add_argument("--file", required=True)
    reader.add_argument("--token", required=True)
    reader.add_argument("--port", type=int, default=0)
    asked = reader.parse_args()
    app.state.token_sha256 = hashlib.sha256(asked.token.encode()).hexdigest()
    app.state.rows = sqlite3.connect(asked.file, isolation_level=None)
    app.state.rows.execute("PRAGMA journal_mode = wal")
    app.state.rows.execute("PRAGMA synchronous = full")
    app.state.rows.execute(
        "CREATE TABLE press (seq INTEGER PRIMARY KEY, command_id TEXT UNIQUE, gaming_table TEXT,"
        " body TEXT)"
    )
    listener = socket.create_server(("127.0.0.1", asked.port))
    print(f"http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
    config = uvicorn.Config(app, loop="uvloop", http="httptools", log_config=None, access_log=False)
    uvicorn.Server(config).run(sockets=[listener])


if __name__ == "__main__":
    main()
