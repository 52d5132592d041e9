import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { upToDateBundle } from '../bin/bundle.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** The file of `affiliate`, as it is bundled for whoever runs it. */
    command: string
  }
}

/** Made before the tests: else the first of those that start processes would wait for it. */
export default async function setup(project: TestProject) {
  project.provide('command', fileURLToPath(await upToDateBundle()))
}
