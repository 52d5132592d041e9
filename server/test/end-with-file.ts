import { afterAll } from 'vitest'
import { endFile } from './when-done.ts'

// vitest runs this anew for every file, and what the file itself ends goes first.
afterAll(endFile)
