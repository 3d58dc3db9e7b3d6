// Shows what the site pushes while none of its pages is open. It stores nothing and answers no requests.
self.addEventListener('push', (event) => {
  const { title, body, url, tag } = event.data?.json() ?? {};
  if (!title) { return; }
  event.waitUntil(self.registration.showNotification(title, { body, tag, icon: '/images/icon.png', data: { url } }));
});

// Leads to the page the message is about: in a window that is open already, or in a new one. Only to this site's own.
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const url = new URL(event.notification.data?.url ?? '/', self.location.origin);
  if (url.origin !== self.location.origin) { return; }
  event.waitUntil(self.clients.matchAll({ type: 'window', includeUncontrolled: true }).then(async ([open]) => {
    if (!open) { return self.clients.openWindow(url.href); }
    await open.focus();
    return open.navigate(url.href).catch(() => self.clients.openWindow(url.href));
  }));
});
