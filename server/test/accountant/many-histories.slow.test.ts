import { test } from 'vitest'
import { expectRight, seedsAfter } from './play.ts'

/** Many more are played by hand: see CONTRIBUTING.md. */
const HISTORIES = Number(process.env.ACCOUNTANT_HISTORIES ?? 12)

test.each(seedsAfter(2, HISTORIES))(
  'every figure of a random history is what an accountant writes down (seed %i)',
  expectRight,
  3_600_000,
)
