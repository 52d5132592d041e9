import { seededRandom } from '../../src/operations/setup/demo-activity.rule.ts'
import type { Customer } from './ledger.ts'
import type { Workspace } from './workspace.ts'

export const CURRENCIES = ['USD', 'EUR', 'JPY', 'VND', 'KWD']

/**
 * One step of a history. Its random choices depend only on the seed and its own number, so other steps can be
 * removed.
 */
export class Step {
  readonly #random: () => number
  readonly log: string[] = []
  constructor(
    readonly workspace: Workspace,
    readonly seed: number,
    readonly number: number,
  ) {
    this.#random = seededRandom(seed * 7919 + number * 104_729)
    for (let index = 0; index < 3; index++) this.#random()
  }

  below(limit: number): number {
    return Math.floor(this.#random() * limit)
  }

  one<Value>(of: readonly Value[]): Value | undefined {
    const at = this.#random()
    return of[Math.floor(at * of.length)]
  }

  amount(currency: string): bigint {
    return BigInt(1 + this.below(this.below(4) === 0 ? 60 : currency === 'VND' ? 3_000_000 : 30_000))
  }

  record(text: string): void {
    this.log.push(text)
  }
}

export const expectStatus = (response: { status: number; text: string }, status: number, what: string) => {
  if (response.status !== status)
    throw new Error(`${what}: answered ${response.status}, not ${status}: ${response.text}`)
}

export const currency = (step: Step) => step.one(CURRENCIES) ?? 'USD'

/** When the service received the customer's first sale or, for a claim, approved it. */
export function firstSale(customer: Customer): number | undefined {
  return customer.sales.length === 0 ? undefined : Math.min(...customer.sales.map((one) => one.receivedAt))
}
