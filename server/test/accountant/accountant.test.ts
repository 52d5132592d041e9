import { inject, test } from 'vitest'
import { expectMatchingLedger, seedsAfter } from './run-history.ts'

test.each(seedsAfter(0, inject('database').kind === 'embedded' ? 1 : 2))(
  'every figure of a random history matches the accountant’s ledger (seed %i)',
  expectMatchingLedger,
  3_600_000,
)
