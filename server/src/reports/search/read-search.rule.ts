import { isCustomerEmail } from '../../core/text/email-address.rule.ts'
import { type ClickId, parseClickId } from '../../tracking/clicks/click-id.rule.ts'

/**
 * The possible meanings of a search text. It is also always searched as plain text, because a customer key can be
 * anything.
 */
export interface TypedSearch {
  text: string
  /** One of this program's click IDs. */
  click: ClickId | undefined
  /** An email. Customers have its hash. */
  email: string | undefined
}

/** Parses a search text. */
export function readTypedSearch(text: string, programId: number): TypedSearch {
  const click = parseClickId(text)
  return {
    text,
    click: click?.programId === programId ? click : undefined,
    email: isCustomerEmail(text) ? text : undefined,
  }
}
