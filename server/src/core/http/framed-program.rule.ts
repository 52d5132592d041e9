/**
 * Returns the program whose sites may frame this URL. The URL must match literally: the router decodes `%37` to `7` but
 * the app doesn't, so such a URL would show the signed-in partner in a frame.
 * @returns undefined for any URL that the app doesn't treat as embedded
 */
export function framedProgram(url: string): string | undefined {
  return FRAMED.exec(url)?.[1]
}

const FRAMED = /^\/partner\/embed\/(\d{1,15})(?=[/?]|$)/
