// Sends a file in parts, each within the limit of any request, under its digest.

const PART_BYTES = 48 * 1024;

const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** A browser gives digests over HTTPS and on its own machine; elsewhere nobody sends files. */
async function digestOf(content, needsHttps) {
  if (!crypto.subtle) throw new Error(needsHttps);
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", content)));
}

/** The digest of a sent file, or the first answer that refused a part of it. */
export async function upload(file, path, { needsHttps, onPart = () => {} }) {
  const content = new Uint8Array(await file.arrayBuffer());
  const digest = await digestOf(content, needsHttps);
  const token = document.querySelector('meta[name="csrf"]').content;
  const headers = { "Content-Type": "application/octet-stream", "X-CSRF-Token": token };
  for (let part = 0; part * PART_BYTES < content.length; part += 1) {
    const body = content.slice(part * PART_BYTES, (part + 1) * PART_BYTES);
    const answer = await fetch(`${path}/${digest}/${part}`, { method: "POST", headers, body });
    if (!answer.ok) return { refused: await answer.json() };
    onPart(Math.min(1, ((part + 1) * PART_BYTES) / content.length));
  }
  return { digest };
}
