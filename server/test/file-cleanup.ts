import { afterAll } from 'vitest'
import { runFileCleanups } from './cleanup.ts'

// vitest runs this for every file; hooks of the file itself run first.
afterAll(runFileCleanups)
