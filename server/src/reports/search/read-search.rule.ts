import { isCustomerEmail } from '../../core/text/email-address.rule.ts'
import { type ClickId, parseClickId } from '../../tracking/clicks/click-id.rule.ts'

/** What a search text may be. It is always searched as a name too, as a customer key can be anything. */
export interface TypedSearch {
  text: string
  /** A click ID of this program. */
  click: ClickId | undefined
  /** An email, whose hash customers have. */
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
