import { ensureBuilt } from '../scripts/ensure-built.js'

/** Before the browser tests: what they look at is what the service serves. */
export default ensureBuilt
