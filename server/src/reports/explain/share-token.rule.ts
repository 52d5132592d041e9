import { formatSecret } from '../../core/privacy/token.rule.ts'

/** A share link's token, `story_<program id>_<secret>`: the number lets a lookup reach one tenant. */
const TOKEN = /^story_([1-9]\d{0,15})_[\w-]{43}$/

export function formatShareToken(programId: number, random: Buffer): string {
  return `story_${programId}_${formatSecret(random)}`
}

/** The program of a well-formed token, or undefined for anything else. It proves nothing yet. */
export function programOfShareToken(token: string): number | undefined {
  const programId = Number(TOKEN.exec(token)?.[1])
  return Number.isSafeInteger(programId) ? programId : undefined
}

/** The page that shows the timeline. The token stands behind `#`, which no server, proxy or log is told. */
export function shareLink(publicUrl: string, token: string): string {
  return `${publicUrl}/story#${token}`
}
