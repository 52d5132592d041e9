// The reference can be read without this; with it a call is found by its words, a link opens what it leads to, and
// examples can be copied.
const find = document.getElementById('find')
const found = document.getElementById('found')
const calls = [...document.querySelectorAll('.call')]

find.hidden = false
find.addEventListener('input', showFitting)
addEventListener('hashchange', openTarget)
openTarget()
for (const example of document.querySelectorAll('.inside pre')) addCopyButton(example)

function showFitting() {
  const words = find.value.toLowerCase().split(/\s+/).filter(Boolean)
  let count = 0
  for (const call of calls) {
    const fits = words.every((word) => call.dataset.words.includes(word))
    call.hidden = !fits
    document.querySelector(`li[data-call="${call.id}"]`).hidden = !fits
    if (fits) count++
  }
  for (const section of document.querySelectorAll('section.calls')) {
    section.hidden = section.querySelector('.call:not([hidden])') === null
    document.querySelector(`[data-section="${section.id}"]`).hidden = section.hidden
  }
  document.getElementById('none').hidden = count > 0
  // What was asked for comes first; the processor_customer is there again when nothing is.
  for (const basics of document.querySelectorAll('section.basics')) basics.hidden = words.length > 0
  found.textContent = words.length === 0 ? '' : `${count} ${count === 1 ? 'call fits' : 'calls fit'}`
}

/** A link to something folded opens it, also where the search had taken it away. */
function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (target === null) return
  if (target.hidden || target.closest('[hidden]') !== null) {
    find.value = ''
    showFitting()
  }
  if (target instanceof HTMLDetailsElement) target.open = true
  target.scrollIntoView()
}

function addCopyButton(example) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(example.querySelector('code').textContent)
    button.textContent = 'Copied'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 2000)
  })
  example.append(button)
}
