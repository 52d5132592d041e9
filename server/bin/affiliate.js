#!/usr/bin/env node
// The service runs from its TypeScript source: no build step stands between the code and its users.
import { register } from 'tsx/esm/api'

register({ tsconfig: false })
const { runCommandLine } = await import('../src/cli.ts')
// Who reads only the beginning (`| head`) is no failure.
process.stdout.on('error', (error) => {
  if (error.code === 'EPIPE') process.exit()
  throw error
})
process.exitCode = await runCommandLine(process.argv.slice(2), process.env)
