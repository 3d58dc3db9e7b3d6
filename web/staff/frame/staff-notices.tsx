import { useEffect, useState } from 'react';
import type { Announcement } from '#contract/announcements.ts';
import { apiGet } from '#web/platform/api/api.ts';
import { Icon } from '#web/ui/basic/icon.tsx';

/** The operator's announcements to staff alone; they stand in no page that others could read. */
export function StaffNotices() {
  const [announcements, setAnnouncements] = useState<readonly Announcement[]>([]);
  useEffect(() => {
    apiGet<Announcement[]>('/announcements').then(
      (all) => setAnnouncements(all.filter(({ audience }) => audience === 'staff')),
      () => {},
    );
  }, []);
  return announcements.map(({ id, html, level }) => (
    <div key={id} className={`notice notice--${level}`} role="note">
      <Icon name={level === 'warning' ? 'alert' : 'bell'} />
      <div className="notice__text" dangerouslySetInnerHTML={{ __html: html }} />
    </div>
  ));
}
