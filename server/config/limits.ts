import { z } from 'zod';

/** `limits` of a site's file. */
export const Limits = z.strictObject({
  readsPerMinute: z
    .number()
    .int()
    .min(0)
    .default(600)
    .describe(
      'API calls per minute from one address, or what costs as much: rendering a page costs 5, a page of search results 10, a page from the cache 1, a feed or a sitemap 2; 0 turns the limit off. Pictures are not counted.',
    ),
  loginsPerMinute: z
    .number()
    .int()
    .min(0)
    .default(60)
    .describe(
      'Calls per minute from one address that log in, register, verify or reset, with their pages; they do not count as reading. 0 turns the limit off.',
    ),
  pageCacheSeconds: z
    .number()
    .int()
    .min(0)
    .max(3600)
    .default(10)
    .describe('Seconds a whole page for guests may be served from memory; 0 turns the cache off.'),
  registersPerHour: z
    .number()
    .int()
    .min(0)
    .default(30)
    .describe('Accounts created per hour from one address; 0 turns the limit off.'),
  captcha: z
    .number()
    .int()
    .min(1)
    .max(100_000)
    .default(200)
    .describe('How much work a captcha is: keys that are tried at most, some milliseconds each on a phone.'),
  signedHours: z.number().int().min(1).max(168).default(12).describe('Hours a signed image URL stays valid.'),
  downloadsPerDay: z
    .number()
    .int()
    .min(0)
    .default(50)
    .describe('Comics a member may download per day (UTC); 0 turns the limit off.'),
  downloadGigabytesPerDay: z
    .number()
    .min(0)
    .default(20)
    .describe('Gigabytes (10⁹ bytes) a member may download per day (UTC); 0 turns the limit off.'),
  commentSeconds: z
    .number()
    .int()
    .min(0)
    .max(3600)
    .default(10)
    .describe('Seconds between two comments of a member; 0 turns the limit off.'),
  commentsPerHour: z
    .number()
    .int()
    .min(0)
    .default(30)
    .describe('Comments a member may write per hour; 0 turns the limit off.'),
  reportsPerHour: z
    .number()
    .int()
    .min(0)
    .default(10)
    .describe('Reports a guest’s address, or a member, may send per hour; 0 turns the limit off.'),
});

/** `uploads` of a site's file. A megabyte is 2²⁰ bytes. */
export const Uploads = z.strictObject({
  archiveMegabytes: z
    .number()
    .int()
    .min(1)
    .max(1_048_576)
    .default(1024)
    .describe('Of an archive, as it lies on the disk.'),
  entries: z.number().int().min(1).max(100_000).default(5000).describe('Files and folders in an archive.'),
  inflatedMegabytes: z
    .number()
    .int()
    .min(1)
    .max(1_048_576)
    .default(2048)
    .describe('Of all files of an archive, unpacked.'),
  entryMegabytes: z
    .number()
    .int()
    .min(1)
    .max(1024)
    .default(100)
    .describe('Of the largest file of an archive, unpacked, and of a picture by itself.'),
  ratio: z.number().int().min(2).max(100_000).default(200).describe('Unpacked by packed size of a file or an archive.'),
  megapixels: z.number().int().min(1).max(1000).default(100).describe('Millions of pixels of all frames of a picture.'),
  side: z.number().int().min(100).max(65_500).default(65_500).describe('Pixels of a side of a picture.'),
  frames: z.number().int().min(1).max(10_000).default(500).describe('Frames of a picture.'),
  pdfPages: z.number().int().min(1).max(100_000).default(2000).describe('Pages of a PDF.'),
  pageSeconds: z
    .number()
    .int()
    .min(1)
    .max(600)
    .default(20)
    .describe('Seconds that a process has to decode an image, once it has started, before it is killed.'),
  archiveSeconds: z
    .number()
    .int()
    .min(1)
    .max(7200)
    .default(300)
    .describe('Seconds after which the process that reads an archive that is no ZIP is killed.'),
  childMegabytes: z
    .number()
    .int()
    .min(256)
    .max(65_536)
    .default(1024)
    .describe('What a process that reads hostile bytes may hold; past it, it ends.'),
  filesPerUpload: z.number().int().min(1).max(100_000).default(500).describe('Files of one upload.'),
  uploadMegabytes: z.number().int().min(1).max(1_048_576).default(10_240).describe('Of all files of one upload.'),
  openUploads: z
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(20)
    .describe('Unfinished uploads a member may have at the same time.'),
  filesPerDay: z
    .number()
    .int()
    .min(0)
    .default(2000)
    .describe('Files of a member in a day (UTC); 0 turns the limit off.'),
  megabytesPerDay: z
    .number()
    .int()
    .min(0)
    .default(51_200)
    .describe('Of all files of a member in a day (UTC); 0 turns the limit off.'),
  reviewFirst: z
    .number()
    .int()
    .min(0)
    .max(1000)
    .default(0)
    .describe('How many works of an uploader a moderator reviews before the next ones are published immediately.'),
  keepDays: z
    .number()
    .int()
    .min(1)
    .max(365)
    .default(14)
    .describe('Days until an upload that nobody continues is deleted.'),
});

/** `retention` of the configuration file. */
export const Retention = z.strictObject({
  addresses: days(30).describe(
    'How often an address, or a member, did what is limited; most windows end within a day on their own.',
  ),
  sessions: days(90).describe('Sessions that nobody used, with the browser they were opened in.'),
  jobs: days(90).describe(
    'Jobs that failed or were cancelled, including emails with their addresses; done ones go after a day.',
  ),
  notifications: days(90).describe('Notifications of members.'),
  webhooks: days(14).describe('What was sent to webhooks.'),
  libraryFiles: days(7).describe('Libraries that members uploaded as a file and have not imported.'),
  reports: days(365).describe(
    'Who sent a report that was decided, and how to reach guests: what was reported and decided stays.',
  ),
  notices: days(1095).describe(
    'Who sent a takedown notice or a counter-notice that is closed, and what they wrote; three years are the limit for going to court (17 U.S.C. 507(b)).',
  ),
  accounts: z
    .number()
    .int()
    .min(0)
    .max(3650)
    .default(14)
    .describe(
      'Accounts whose deletion their members asked for: they are closed immediately, and until then reopened by logging in; 0 deletes them immediately.',
    ),
  evidence: days(365).describe('Images in quarantine without a hold, from the day they were found.'),
});

/** Days that something is kept: a day at least, ten years at most. */
function days(usual: number) {
  return z.number().int().min(1).max(3650).default(usual);
}
