import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { upToDateBundle } from '../bin/bundle.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** The bundled `affiliate` file, as published. */
    command: string
  }
}

/** Builds the bundle before the tests. Otherwise the first tests that start processes would wait for it. */
export default async function setup(project: TestProject) {
  project.provide('command', fileURLToPath(await upToDateBundle()))
}
