import { test } from 'vitest'
import { expectMatchingLedger, seedsAfter } from './run-history.ts'

/** CONTRIBUTING.md describes how to run more seeds. */
const HISTORIES = Number(process.env.ACCOUNTANT_HISTORIES ?? 12)

test.each(seedsAfter(1, HISTORIES))(
  'the service matches the accountant’s ledger in every figure after a random history (seed %i)',
  expectMatchingLedger,
  3_600_000,
)
