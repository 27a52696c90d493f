// Counts the submissions that wait on this device, without its words: only the signed-in person may read them.
const again = () => location.reload()
document.getElementById('again').addEventListener('click', again)
addEventListener('online', again)

// "online" tells of the device alone, and only once: asks the server itself until it answers.
const ask = () =>
  fetch('/api/health', { cache: 'no-store' }).then(
    ({ ok }) => (ok ? again() : setTimeout(ask, 3000)),
    () => setTimeout(ask, 3000),
  )
setTimeout(ask, 3000)

const opening = indexedDB.open('stint')
opening.onsuccess = () => {
  const database = opening.result
  if (!database.objectStoreNames.contains('kept')) return database.close()
  const asking = database.transaction('kept').objectStore('kept').getAllKeys()
  asking.onsuccess = () => {
    const waiting = asking.result.filter((name) => String(name).split(' ')[2] === 'send').length
    database.close()
    if (waiting > 0)
      document.getElementById('waiting').textContent =
        `${waiting} ${waiting === 1 ? 'submission waits' : 'submissions wait'} to be sent.`
  }
}
opening.onupgradeneeded = () => opening.transaction.abort()
