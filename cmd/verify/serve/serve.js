"use strict";
// Shows what a run says while it runs, and then its page.
(async () => {
  const log = document.querySelector("#log");
  if (log?.dataset.running !== "true") return;
  for (;;) {
    const r = await fetch(log.dataset.log);
    log.textContent = await r.text();
    log.scrollTop = log.scrollHeight;
    if (r.headers.has("Verify-Done")) return location.reload();
    await new Promise(f => setTimeout(f, 300));
  }
})();
