import { isCustomerEmail } from '../../core/text/email-address.rule.ts'
import { type ClickId, parseClickId } from '../../tracking/clicks/click-id.rule.ts'

/** What a text that somebody typed may be. It is always looked for as a name too: a customer key may be anything. */
export interface TypedSearch {
  text: string
  /** It is the id of a click of this program. */
  click: ClickId | undefined
  /** It may be an address, of which a customer has the hash. */
  email: string | undefined
}

/** Reads what was typed into a search of a program. */
export function readTypedSearch(text: string, programId: number): TypedSearch {
  const click = parseClickId(text)
  return {
    text,
    click: click?.programId === programId ? click : undefined,
    email: isCustomerEmail(text) ? text : undefined,
  }
}
