import { ensureBuilt } from '../scripts/ensure-built.ts'

/** Before the browser tests: what they look at is what the service serves. */
export default ensureBuilt
