-- The trace that a job belongs to: `traceparent` (W3C) of the request or job that put it in line; null where nothing was traced.
alter table jobs add column trace text;
