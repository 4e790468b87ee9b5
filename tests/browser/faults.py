"""What goes wrong in a page, and fails its test."""

from __future__ import annotations

from playwright.sync_api import BrowserContext, ConsoleMessage, Request, Response, WebError

# A refusal is an answer with a status; the browser says so in its console.
REFUSALS = (401, 403, 409)
LEFT = "net::ERR_ABORTED"  # a page that is left drops what it was loading


class Faults:
    """Errors of every page of a test: in its console, its scripts, its requests."""

    def __init__(self) -> None:
        self._found: list[str] = []
        self._expected: list[str] = []

    def expect(self, *texts: str) -> None:
        """Faults with one of these texts are what the test is about."""
        self._expected += texts

    def watch(self, context: BrowserContext) -> None:
        """Listen to all pages of a browser."""
        context.on("console", self._console)
        context.on("weberror", self._script)
        context.on("requestfailed", self._failed)
        context.on("response", self._answered)

    def left(self) -> list[str]:
        """What nobody expected."""
        return [fault for fault in self._found if not any(text in fault for text in self._expected)]

    def _console(self, said: ConsoleMessage) -> None:
        # Requests that failed or were refused are told below, with their address.
        if said.type in ("error", "warning") and "Failed to load resource" not in said.text:
            self._found.append(f"console: {said.text}")

    def _script(self, error: WebError) -> None:
        self._found.append(f"script: {error.error}")

    def _failed(self, request: Request) -> None:
        if request.failure != LEFT:
            self._found.append(f"request: {request.url} {request.failure}")

    def _answered(self, answer: Response) -> None:
        pressed = "/api/commands/" in answer.url
        if answer.status >= 400 and not (pressed and answer.status in REFUSALS):
            self._found.append(f"answer: {answer.status} {answer.url}")
