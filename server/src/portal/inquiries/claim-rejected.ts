import type { ClaimObstacle } from './claim.ts'

/** Thrown if a claim can't be approved. The transaction must be rolled back. */
export class ClaimRejectedError extends Error {
  constructor(readonly obstacle: ClaimObstacle) {
    super(obstacle)
  }
}

/** Thrown if the team's choice doesn't fit the claim. The transaction must be rolled back. */
export class WrongChoiceError extends Error {
  constructor(
    readonly field: string,
    message: string,
  ) {
    super(message)
  }
}
