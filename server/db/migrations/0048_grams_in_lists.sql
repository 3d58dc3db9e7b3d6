-- Every change of a comic puts it into all of its indexes anew, and that of the grams of its titles was half of the work: what is new
-- waits in a list of at most 512 kB, which searches read along, and goes into the index many comics at a time.
alter index comics_grams set (fastupdate = on, gin_pending_list_limit = 512);
