import { ensureBuilt } from '../scripts/ensure-built.js'

/** Builds the dashboard before the browser tests, so that the service serves the current sources. */
export default ensureBuilt
