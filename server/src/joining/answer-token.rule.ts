import { createHmac, timingSafeEqual } from 'node:crypto'

/** A question of the team to an applicant, as its link names it. */
export interface AskedQuestion {
  programId: number
  applicationId: number
  /** The version of the application that the question made: what happens to it afterwards ends the link. */
  version: number
  /** Until when it may be answered, in seconds. */
  until: number
}

/** What the link of a question carries: which one it is, signed. */
export function answerToken(
  { programId, applicationId, version, until }: AskedQuestion,
  appSecret: string,
): string {
  const said = [programId, applicationId, version, until].map((part) => part.toString(36)).join('-')
  return `${said}.${sign(said, appSecret)}`
}

/** @returns undefined for what was not made by `answerToken` with this secret */
export function readAnswerToken(token: string, appSecret: string): AskedQuestion | undefined {
  if (token.length > 200) return undefined
  const [said = '', signature = '', ...rest] = token.split('.')
  const [given, right] = [Buffer.from(signature), Buffer.from(sign(said, appSecret))]
  if (rest.length > 0 || given.length !== right.length || !timingSafeEqual(given, right)) return undefined
  // safe because nobody else can sign
  const [programId = 0, applicationId = 0, version = 0, until = 0] = said
    .split('-')
    .map((part) => Number.parseInt(part, 36))
  return { programId, applicationId, version, until }
}

function sign(said: string, appSecret: string): string {
  return createHmac('sha256', appSecret).update(`application-answer:${said}`).digest('base64url')
}
