import type { AdminSlide } from '#contract/slides.ts';
import { apiGet } from '#web/platform/api/api.ts';
import type { SectionArgs, SectionProps } from '#web/staff/frame/staff-section.ts';
import { SlideList } from './slide-list.tsx';

/** Every slide in its order. */
export function load({ request }: SectionArgs): Promise<AdminSlide[]> {
  return apiGet<AdminSlide[]>('/admin/slides', { request });
}

/** The section where admins manage slides. */
export function Section({ data }: SectionProps<AdminSlide[]>) {
  return <SlideList slides={data} />;
}
