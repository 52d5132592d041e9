import { createHmac } from 'node:crypto'

/**
 * Returns an email's Message-ID. It is the same for the same cause, recipient and secret, so that duplicates can be
 * dropped. The hash is keyed, so it can't be used to find out which emails exist.
 * @param from the sender address, which provides the domain
 */
export function createMessageId(
  { cause, recipient, secret }: { cause: string; recipient: string; secret?: string | undefined },
  from: string,
  appSecret: string,
): string {
  const name = createHmac('sha256', appSecret)
    .update(`message-id:${JSON.stringify([cause, recipient, ...(secret === undefined ? [] : [secret])])}`)
    .digest('hex')
    .slice(0, 40)
  return `<${name}@${from.slice(from.lastIndexOf('@') + 1)}>`
}
