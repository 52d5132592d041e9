import { afterAll } from 'vitest'
import { runFileCleanups } from './cleanup.ts'

// vitest runs this for every file, after the file's own hooks.
afterAll(runFileCleanups)
