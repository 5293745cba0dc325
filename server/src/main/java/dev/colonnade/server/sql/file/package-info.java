/**
 * Rows of files that store columns, as COPY reads and writes them: pairing of columns by name, and
 * conversion of values. Depends on the SQL engine only.
 */
@NullMarked
package dev.colonnade.server.sql.file;

import org.jspecify.annotations.NullMarked;
