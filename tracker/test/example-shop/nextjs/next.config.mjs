import { join } from 'node:path'

/** The folder of the test's project, with Next.js in the folder above. */
const root = join(import.meta.dirname, '../../..')

export default { turbopack: { root } }
