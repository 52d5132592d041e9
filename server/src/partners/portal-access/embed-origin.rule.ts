/**
 * Reads the origin of pages that may show the portal in a frame: `https`, a host and, where it is another than 443, a port;
 * nothing more, written as a browser writes it. What stands here goes into a header word by word.
 * @returns undefined for everything else: a wildcard, a path, a name and password, another scheme
 */
export function readEmbedOrigin(text: string): string | undefined {
  if (text.length > MOST_CHARS || !SHAPE.test(text)) return undefined
  return URL.canParse(text) && new URL(text).origin === text ? text : undefined
}

const MOST_CHARS = 255
/** Lower case ASCII alone: a name of another script is written as browsers send it (`xn--…`). */
const SHAPE = /^https:\/\/(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:]+\])(?::\d{1,5})?$/
