import { createHmac, timingSafeEqual } from 'node:crypto'
import { OPTIONAL_MAILS } from '../platform/words.ts'
import type { Subscription } from './mail.ts'

/** What a mail carries so that its reader needs no account to do without: it says of which mails, signed. */
export function unsubscribeToken({ programId, recipient, kind }: Subscription, appSecret: string): string {
  const said = Buffer.from(JSON.stringify([programId, recipient, kind])).toString('base64url')
  return `${said}.${sign(said, appSecret)}`
}

/** @returns undefined for what was not made by `unsubscribeToken` with this secret */
export function readUnsubscribeToken(token: string, appSecret: string): Subscription | undefined {
  const [said = '', signature = '', ...rest] = token.split('.')
  const [given, right] = [Buffer.from(signature), Buffer.from(sign(said, appSecret))]
  if (rest.length > 0 || given.length !== right.length || !timingSafeEqual(given, right)) return undefined
  // safe because nobody else can sign; a kind of another version is looked up again
  const [programId, recipient, name] = JSON.parse(Buffer.from(said, 'base64url').toString()) as [
    number,
    string,
    string,
  ]
  const kind = OPTIONAL_MAILS.find((one) => one === name)
  return kind === undefined ? undefined : { programId, recipient, kind }
}

function sign(said: string, appSecret: string): string {
  return createHmac('sha256', appSecret).update(`unsubscribe:${said}`).digest('base64url')
}
