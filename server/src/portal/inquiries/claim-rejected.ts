import type { ClaimObstacle } from './claim.ts'

/** A claim cannot be accepted as it stands: what was begun is undone. */
export class ClaimRejection extends Error {
  constructor(readonly obstacle: ClaimObstacle) {
    super(obstacle)
  }
}

/** What the team chose does not fit the claim: what was begun is undone. */
export class WrongChoice extends Error {
  constructor(
    readonly field: string,
    message: string,
  ) {
    super(message)
  }
}
