/** Metadata: catalogs, schemas, tables, keys, types, and what the server supports. */
@NullMarked
package dev.colonnade.flight.metadata;

import org.jspecify.annotations.NullMarked;
