/**
 * What SQL gives, in the forms of the wire: types, columns, and rows as Arrow record batches.
 *
 * <p>Start at {@link dev.colonnade.server.sql.RowBatch}, which collects rows, and {@link
 * dev.colonnade.server.sql.SqlForms}. Knows nothing of sockets. Depends on {@code protocol}, on
 * core's {@code sql}, on Netty's buffers and on Arrow's flatbuffer classes.
 */
@NullMarked
package dev.colonnade.server.sql;

import org.jspecify.annotations.NullMarked;
