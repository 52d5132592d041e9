import { test } from 'vitest'
import { expectMatchingLedger, seedsAfter } from './run-history.ts'

/** For more seeds see CONTRIBUTING.md. */
const HISTORIES = Number(process.env.ACCOUNTANT_HISTORIES ?? 12)

test.each(seedsAfter(1, HISTORIES))(
  'every figure of a random history matches the accountant’s ledger (seed %i)',
  expectMatchingLedger,
  3_600_000,
)
