/** Bulk insertion of record batches into tables, as COPY does it. */
@NullMarked
package dev.colonnade.flight.ingest;

import org.jspecify.annotations.NullMarked;
