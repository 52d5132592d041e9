import { expect, it } from 'vitest'
import { toolConnection } from './tool-connection.rule.ts'

it.each([
  ['postgres://me:p%40ss@db.example:5433/shop', 'postgres://me@db.example:5433/shop', 'p@ss'],
  [
    'postgres://me@db.example/shop?sslmode=require',
    'postgres://me@db.example/shop?sslmode=require',
    undefined,
  ],
  ['postgresql:///shop?host=/run/pg&password=secret', 'postgresql:///shop?host=%2Frun%2Fpg', 'secret'],
  [
    'postgres://me@db/shop?uselibpqcompat=true&sslmode=require',
    'postgres://me@db/shop?sslmode=require',
    undefined,
  ],
  ['postgres://me@db/shop?sslmode=no-verify', 'postgres://me@db/shop?sslmode=require', undefined],
])('converts %s to %s, with the password passed separately', (url, address, password) => {
  expect(toolConnection(url)).toEqual({ address, password })
})
