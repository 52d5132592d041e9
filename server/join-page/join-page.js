/**
 * Solves the proof of work of a join page: finds the number whose hash has the required prefix, in a worker, and adds it
 * to the form. The script of the page starts itself again as the worker.
 */
if (typeof document === 'undefined') {
  addEventListener('message', ({ data }) => postMessage(solve(data)))
} else {
  startSolving()
}

function startSolving() {
  const field = document.querySelector('input[data-challenge]')
  if (field === null) return
  const form = field.form
  const button = form.querySelector('button[type="submit"]')
  const status = form.querySelector('[role="status"]')
  let isSubmitted = false
  const worker = new Worker('/join-page.js')
  worker.addEventListener('message', ({ data }) => {
    worker.terminate()
    field.value = JSON.stringify({ challenge: JSON.parse(field.dataset.challenge), solution: data })
    if (isSubmitted) form.requestSubmit()
  })
  worker.postMessage(JSON.parse(field.dataset.challenge).parameters)
  form.addEventListener('submit', (event) => {
    if (field.value !== '') {
      button.disabled = true
      // Browsers can't go back to the response of a POST, so the history entry becomes the page with the form.
      history.replaceState(null, '', requestUrl(form))
      return
    }
    event.preventDefault()
    isSubmitted = true
    status.textContent = field.dataset.working
  })
}

function requestUrl(form) {
  const address = new URL(form.action)
  const invitation = form.elements.invitation?.value
  if (invitation !== undefined) address.searchParams.set('invitation', invitation)
  return address.href
}

/** Finds the number. Salt, nonce and number fit into one block of SHA-256. */
function solve({ salt, nonce, keyPrefix }) {
  const head = parseHex(salt + nonce)
  const block = new Uint32Array(16)
  for (let at = 0; at < head.length; at++) block[at >> 2] |= head[at] << (24 - (at % 4) * 8)
  const numberAt = head.length / 4
  block[numberAt + 1] = 0x80000000
  block[15] = (head.length + 4) * 8
  const wanted = keyPrefix.slice(0, 8)
  const first = Number.parseInt(wanted, 16)
  for (let counter = 0; counter <= 0xffffffff; counter++) {
    block[numberAt] = counter
    const hash = sha256(block)
    if (hash[0] === first) {
      const derivedKey = Array.from(hash, (word) => word.toString(16).padStart(8, '0')).join('')
      if (derivedKey.startsWith(keyPrefix)) return { counter, derivedKey }
    }
  }
  return { counter: 0, derivedKey: '' }
}

function parseHex(hex) {
  return Uint8Array.from(hex.match(/../g), (pair) => Number.parseInt(pair, 16))
}

/** Returns the hash of one padded block. */
function sha256(block) {
  sha256.tables ??= makeTables()
  sha256.words ??= new Uint32Array(64)
  const { constants, start } = sha256.tables
  const words = sha256.words
  words.set(block)
  for (let n = 16; n < 64; n++) {
    const [a, b] = [words[n - 15], words[n - 2]]
    const low = ((a >>> 7) | (a << 25)) ^ ((a >>> 18) | (a << 14)) ^ (a >>> 3)
    const high = ((b >>> 17) | (b << 15)) ^ ((b >>> 19) | (b << 13)) ^ (b >>> 10)
    words[n] = words[n - 16] + low + words[n - 7] + high
  }
  let [a, b, c, d, e, f, g, h] = start
  for (let n = 0; n < 64; n++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + constants[n] + words[n]) | 0
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + t2) | 0
  }
  const sums = [a, b, c, d, e, f, g, h]
  return Uint32Array.from(sums, (sum, n) => sum + start[n])
}

/** Returns the fractional parts of the square roots of the first eight primes and of the cube roots of the first 64. */
function makeTables() {
  const primes = []
  for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n)
  const fraction = (root) => ((root - Math.floor(root)) * 2 ** 32) | 0
  return {
    constants: Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime))),
    start: Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime))),
  }
}
