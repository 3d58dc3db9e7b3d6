import { useEffect, useState } from 'react';
import type { Announcement } from '#contract/announcements.ts';
import { apiGet } from '#web/api.ts';
import { Alert } from '#web/ui/alert.tsx';

/** What the operator has to say to staff alone; it stands in no page that others could read. */
export function StaffNotices() {
  const [told, setTold] = useState<readonly Announcement[]>([]);
  useEffect(() => {
    apiGet<Announcement[]>('/announcements').then((all) => setTold(all.filter(({ audience }) => audience === 'staff')), () => {});
  }, []);
  return told.map(({ id, html, level }) => <Alert key={id} kind={level === 'warning' ? 'warn' : 'good'}><div dir="auto" dangerouslySetInnerHTML={{ __html: html }} /></Alert>);
}
