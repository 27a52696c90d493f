// The service worker of Stint (decision 0039). It keeps built files and one page for the time without a connection.
// It never keeps an answer about anybody: no page of a person, nothing of /api, /graphql or stored files.
const files = 'stint-files-2'
const offline = ['/offline.html', '/offline.css', '/offline.js', '/favicon.svg']
const assets_max = 200

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(files).then((cache) => cache.addAll(offline)))
  self.skipWaiting()
})

self.addEventListener('activate', (event) => {
  const old = (names) => names.filter((name) => name !== files)
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name)))))
})

// Names of built files hold their hash, so a kept one is never out of date.
async function asset(request) {
  const cache = await caches.open(files)
  const kept = await cache.match(request)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok && answer.type === 'basic') {
    await cache.put(request, answer.clone())
    const built = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith('/assets/'))
    await Promise.all(built.slice(0, Math.max(0, built.length - assets_max)).map((one) => cache.delete(one)))
  }
  return answer
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    event.respondWith(fetch(request).catch(() => caches.match('/offline.html')))
  } else if (url.pathname.startsWith('/assets/')) {
    event.respondWith(asset(request))
  } else if (offline.includes(url.pathname)) {
    event.respondWith(fetch(request).catch(() => caches.match(url.pathname)))
  }
})
