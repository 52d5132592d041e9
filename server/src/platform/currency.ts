/** The currencies of sales, commissions and fees (D9); nothing is converted. */
export const CURRENCIES = ['USD', 'EUR', 'VND'] as const
export type Currency = (typeof CURRENCIES)[number]

/** Stands in statistics where there is no money: a click, a lead, a first purchase. */
export const NO_CURRENCY = 'XXX'
