/**
 * The forms in which COPY carries rows: text, CSV and binary, read and written a piece at a time.
 * {@link dev.colonnade.server.pg.copy.CopyReader} and {@link
 * dev.colonnade.server.pg.copy.CopyWriter} are the doors. Knows nothing of statements. Depends on
 * {@code sql.copy} (options) and {@code pg.type} (values).
 */
@NullMarked
package dev.colonnade.server.pg.copy;

import org.jspecify.annotations.NullMarked;
