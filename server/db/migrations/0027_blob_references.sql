-- Which picture a stored variant belongs to: a sweep asks it of every blob that no picture is itself.
create index images_variant_hashes on images using gin (jsonb_path_query_array(variants, '$.*.hash') jsonb_path_ops);
