import type { ClaimObstacle } from './claim.ts'

/** A claim can't be approved; the transaction is rolled back. */
export class ClaimRejection extends Error {
  constructor(readonly obstacle: ClaimObstacle) {
    super(obstacle)
  }
}

/** The team's choice doesn't fit the claim; the transaction is rolled back. */
export class WrongChoice extends Error {
  constructor(
    readonly field: string,
    message: string,
  ) {
    super(message)
  }
}
