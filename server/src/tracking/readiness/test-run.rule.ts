import type { TestInfo } from '../leads/test-info.ts'
import type { SeenRejection, TestEvents } from './readiness.ts'

/** A test event, or a rejected test event with the values in its request. */
interface Trace {
  facts: Pick<TestInfo, 'click' | 'click_uuid' | 'customer'> | null
}

/** One program's test events and rejected requests. */
export interface TracedEvents extends Omit<TestEvents, 'rejections'> {
  rejections: readonly (SeenRejection & Trace)[]
}

/**
 * Splits test events by one test link's run. The run's own events have the link's click or a customer who signed up
 * with it. Events from another link are excluded. All others may belong to any run.
 */
export function findTestRunEvents(
  clickUuid: string,
  { leads, sales, refunds, rejections }: TracedEvents,
): { own: TestEvents; untied: TestEvents } {
  const isThisClick = ({ facts }: Trace) => facts?.click_uuid === clickUuid
  const isOtherClick = ({ facts }: Trace) =>
    facts?.click === 'live' || (facts?.click === 'test' && facts.click_uuid !== clickUuid)
  const listCustomers = (belongsToRun: (trace: Trace) => boolean) =>
    new Set(
      leads
        .filter(belongsToRun)
        .map(({ facts }) => facts?.customer)
        .filter((customer) => customer !== undefined),
    )
  const [ownCustomers, otherCustomers] = [listCustomers(isThisClick), listCustomers(isOtherClick)]
  const classifyRun = (trace: Trace) => {
    if (isThisClick(trace)) return 'own'
    if (isOtherClick(trace)) return 'other'
    const customer = trace.facts?.customer
    if (customer === undefined) return 'untied'
    if (ownCustomers.has(customer)) return 'own'
    return otherCustomers.has(customer) ? 'other' : 'untied'
  }
  const select = (run: 'own' | 'untied') => ({
    leads: leads.filter((one) => classifyRun(one) === run),
    sales: sales.filter((one) => classifyRun(one) === run),
    refunds: refunds.filter((one) => classifyRun(one) === run),
    rejections: rejections.filter((one) => classifyRun(one) === run),
  })
  return { own: select('own'), untied: select('untied') }
}
