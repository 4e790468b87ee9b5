// A screen that waits for a phone to pick its table.

const LOOK_MS = 1500;
const ticket = document.querySelector("[data-ticket]").dataset.ticket;
const form = document.querySelector('form[action="/enroll"]');

async function look() {
  const answer = await fetch(`/enroll/waiting/${ticket}`).catch(() => null);
  if (answer?.status === 403) {
    location.reload(); // waited too long: get a new picture
    return;
  }
  const { code } = answer?.ok ? await answer.json() : { code: "" };
  if (code) {
    form.elements.code.value = code;
    form.requestSubmit();
  } else {
    setTimeout(look, LOOK_MS);
  }
}

setTimeout(look, LOOK_MS);
