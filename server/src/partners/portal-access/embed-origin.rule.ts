/**
 * Parses an origin that may embed the portal: `https`, a host and optionally a port, exactly as a browser writes it,
 * because it is copied into a header.
 * @returns undefined for anything else, such as a wildcard, path, credentials or another scheme
 */
export function readEmbedOrigin(text: string): string | undefined {
  if (text.length > MAX_CHARS || !SHAPE.test(text)) return undefined
  return URL.canParse(text) && new URL(text).origin === text ? text : undefined
}

const MAX_CHARS = 255
/** Lower-case ASCII only. Browsers send other scripts as Punycode (`xn--…`). */
const SHAPE = /^https:\/\/(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:]+\])(?::\d{1,5})?$/
