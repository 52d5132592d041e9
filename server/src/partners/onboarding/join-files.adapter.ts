import { readFileSync } from 'node:fs'
import { lazily } from '../../core/async/lazy.ts'

const FOLDER = new URL('../../../join-page/', import.meta.url)

/** CSS that is inlined into join pages. */
export const joinStyle = lazily(() => readFileSync(new URL('join-page.css', FOLDER), 'utf8'))

/** Script that solves the proof of work. */
export const joinScript = lazily(() => readFileSync(new URL('join-page.js', FOLDER), 'utf8'))
