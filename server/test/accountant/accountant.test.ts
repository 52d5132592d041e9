import { inject, test } from 'vitest'
import { expectMatchingLedger, seedsAfter } from './run-history.ts'

test.each(seedsAfter(0, inject('database').kind === 'embedded' ? 1 : 2))(
  'random history matches the accountant’s ledger in every figure (seed %i)',
  expectMatchingLedger,
  3_600_000,
)
