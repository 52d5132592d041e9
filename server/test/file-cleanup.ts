import { afterAll } from 'vitest'
import { runFileCleanups } from './cleanup.ts'

// vitest runs this for every file, after the hooks of the file itself.
afterAll(runFileCleanups)
