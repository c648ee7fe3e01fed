// The timers of a worker go on in a hidden page.
setInterval(() => postMessage(null), 1000)
