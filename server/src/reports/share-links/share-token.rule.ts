import { formatSecret } from '../../core/privacy/token.rule.ts'

/** A share token is `story_<program id>_<secret>`: the ID limits the lookup to one tenant. */
const TOKEN = /^story_([1-9]\d{0,15})_[\w-]{43}$/

export function formatShareToken(programId: number, random: Buffer): string {
  return `story_${programId}_${formatSecret(random)}`
}

/** Returns the program in a well-formed token, without verifying it; undefined for anything else. */
export function parseShareTokenProgram(token: string): number | undefined {
  const programId = Number(TOKEN.exec(token)?.[1])
  return Number.isSafeInteger(programId) ? programId : undefined
}

/** Returns the shared timeline's URL. The token is in the fragment, which no server, proxy or log sees. */
export function shareLinkUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/story#${token}`
}
