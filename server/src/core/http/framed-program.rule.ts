/**
 * The program whose pages may show an address in a frame, by the address letter by letter as a browser has it. The router
 * takes `%37` for `7`, and the app does not: under such an address it would know of no frame, and show whoever is signed in.
 * @returns undefined for every address that the app does not take for that of a frame
 */
export function framedProgram(url: string): string | undefined {
  return FRAMED.exec(url)?.[1]
}

const FRAMED = /^\/partner\/embed\/(\d{1,15})(?=[/?]|$)/
