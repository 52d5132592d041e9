import type { TestFacts } from '../leads/test-facts.ts'
import type { SeenLead, SeenRefund, SeenSale } from './readiness.ts'

interface TestEvents {
  leads: readonly SeenLead[]
  sales: readonly SeenSale[]
  refunds: readonly SeenRefund[]
}

/**
 * Returns the test events that may belong to the run of one test link: all except those of another test link, or of a
 * customer who signed up through one. An event without a usable click ID may belong to any run.
 */
export function eventsOfTestRun(clickUuid: string, { leads, sales, refunds }: TestEvents): TestEvents {
  const namesOther = (facts: TestFacts | null) =>
    facts?.click === 'live' || (facts?.click === 'test' && facts.click_uuid !== clickUuid)
  const customersOf = (isOfRun: boolean) =>
    new Set(
      leads
        .filter(({ facts }) => (isOfRun ? facts?.click_uuid === clickUuid : namesOther(facts)))
        .map(({ facts }) => facts?.customer)
        .filter((customer) => customer !== undefined),
    )
  const [own, other] = [customersOf(true), customersOf(false)]
  const isOfRun = ({ facts }: { facts: TestFacts | null }) => {
    if (namesOther(facts)) return false
    const customer = facts?.customer
    return customer === undefined || own.has(customer) || !other.has(customer)
  }
  return {
    leads: leads.filter(isOfRun),
    sales: sales.filter(isOfRun),
    refunds: refunds.filter(isOfRun),
  }
}
