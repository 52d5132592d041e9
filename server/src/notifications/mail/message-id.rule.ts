import { createHmac } from 'node:crypto'

/**
 * The Message-ID of a mail: the same for the same cause and recipient, so that a mail server or a mailbox can drop what
 * came twice. It is keyed, so that nobody who guesses both can tell whether there was such a mail.
 * @param from the address that mails are from, whose domain stands in it
 */
export function messageIdOf(
  { cause, recipient }: { cause: string; recipient: string },
  from: string,
  appSecret: string,
): string {
  const name = createHmac('sha256', appSecret)
    .update(`message-id:${JSON.stringify([cause, recipient])}`)
    .digest('hex')
    .slice(0, 40)
  return `<${name}@${from.slice(from.lastIndexOf('@') + 1)}>`
}
