import type { Gate, GateName } from './verification.ts'

export interface TestClick {
  clickId: string
  /** Null if the program has no site. */
  testLink: string | null
  /** The service's time after it created the test click. */
  checkedAt: Date
}

/** Parses the response that contains a new test click. @returns undefined if it has a different format */
export function parseTestClick(body: unknown): TestClick | undefined {
  const data = getField(body, 'data')
  const [clickId, testLink] = [getField(data, 'clickId'), getField(data, 'testLink')]
  const checkedAt = new Date(String(getField(getField(data, 'readiness'), 'checkedAt')))
  if (typeof clickId !== 'string' || !/^[\w-]{1,100}$/.test(clickId)) return undefined
  if (Number.isNaN(checkedAt.getTime())) return undefined
  if (testLink === null) return { clickId, testLink, checkedAt }
  return typeof testLink === 'string' && URL.canParse(testLink) ? { clickId, testLink, checkedAt } : undefined
}

const GATES: readonly GateName[] = ['script_seen', 'click_id_at_signup', 'server_lead', 'sale', 'refund']
const STATUSES = ['passed', 'failed', 'waiting'] as const

/** Parses the gates that this version knows about. @returns undefined if the response has a different format */
export function parseGates(body: unknown): Gate[] | undefined {
  const gates = getField(getField(body, 'data'), 'gates')
  if (!Array.isArray(gates)) return undefined
  return gates.flatMap((one: unknown) => {
    const gate = GATES.find((name) => name === getField(one, 'gate'))
    const status = STATUSES.find((name) => name === getField(one, 'status'))
    if (gate === undefined || status === undefined) return []
    const evidence = getField(one, 'evidence')
    const rejection = getField(evidence, 'eventId') === null ? parseText(getField(evidence, 'text')) : null
    const [cause, message] = [parseText(getField(one, 'cause')), parseText(getField(one, 'message')) ?? '']
    return [{ gate, status, cause, message, rejection }]
  })
}

function parseText(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function getField(value: unknown, name: string): unknown {
  return value !== null && typeof value === 'object' ? Reflect.get(value, name) : undefined
}
