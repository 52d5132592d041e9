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
  const data = fieldOf(body, 'data')
  const [clickId, testLink] = [fieldOf(data, 'clickId'), fieldOf(data, 'testLink')]
  const checkedAt = new Date(String(fieldOf(fieldOf(data, 'readiness'), 'checkedAt')))
  if (typeof clickId !== 'string' || !/^[\w-]{1,100}$/.test(clickId)) return undefined
  if (Number.isNaN(checkedAt.getTime())) return undefined
  if (testLink === null) return { clickId, testLink, checkedAt }
  return typeof testLink === 'string' && URL.canParse(testLink) ? { clickId, testLink, checkedAt } : undefined
}

const GATES: readonly GateName[] = ['script_seen', 'click_id_at_signup', 'server_lead', 'sale', 'refund']
const STATUSES = ['passed', 'failed', 'waiting'] as const

/** Parses the gates that this version knows about. @returns undefined if the response has a different format */
export function parseGates(body: unknown): Gate[] | undefined {
  const gates = fieldOf(fieldOf(body, 'data'), 'gates')
  if (!Array.isArray(gates)) return undefined
  return gates.flatMap((one: unknown) => {
    const gate = GATES.find((name) => name === fieldOf(one, 'gate'))
    const status = STATUSES.find((name) => name === fieldOf(one, 'status'))
    if (gate === undefined || status === undefined) return []
    const evidence = fieldOf(one, 'evidence')
    const rejection = fieldOf(evidence, 'eventId') === null ? textOf(fieldOf(evidence, 'text')) : null
    const [cause, message] = [textOf(fieldOf(one, 'cause')), textOf(fieldOf(one, 'message')) ?? '']
    return [{ gate, status, cause, message, rejection }]
  })
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function fieldOf(value: unknown, name: string): unknown {
  return value !== null && typeof value === 'object' ? Reflect.get(value, name) : undefined
}
