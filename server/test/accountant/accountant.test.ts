import { test } from 'vitest'
import { expectRight, seedsAfter } from './run-history.ts'

test.each(seedsAfter(0, 2))(
  'every figure of a random history matches the accountant’s ledger (seed %i)',
  expectRight,
  3_600_000,
)
