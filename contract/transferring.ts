/** Where a library can come from: another site like this one, Komga, LANraragi, or a file that WordPress with Madara wrote. */
export const TRANSFER_KINDS = ['komawari', 'komga', 'lanraragi', 'wordpress'] as const;
export type TransferKind = (typeof TRANSFER_KINDS)[number];
/** Those that are asked over the network. */
export const TRANSFER_SERVERS = ['komawari', 'komga', 'lanraragi'] as const satisfies readonly TransferKind[];

export const TRANSFER_STATES = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const;
export type TransferState = (typeof TRANSFER_STATES)[number];
export const TRANSFER_ITEM_STATES = ['waiting', 'imported', 'unchanged', 'refused'] as const;
export type TransferItemState = (typeof TRANSFER_ITEM_STATES)[number];

/** Most bytes of a file that WordPress wrote: 200 MiB. */
export const WORDPRESS_BYTES = 200 * 1024 * 1024;
