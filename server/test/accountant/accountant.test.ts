import { inject, test } from 'vitest'
import { expectMatchingLedger, seedsAfter } from './run-history.ts'

test.each(seedsAfter(0, inject('database').kind === 'embedded' ? 1 : 2))(
  'the service matches the accountant’s ledger in every figure after a random history (seed %i)',
  expectMatchingLedger,
  3_600_000,
)
