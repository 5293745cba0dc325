/**
 * Encoding of SQL results for the client protocol: types, columns, and rows as Arrow record
 * batches.
 *
 * <p>Start at {@link dev.colonnade.server.sql.ArrowBatchBuilder}, which builds record batches, and
 * {@link dev.colonnade.server.sql.SqlTranslator}. Independent of sockets. Depends on {@code
 * protocol}, {@code sql}, {@code error}, Netty's buffers and Arrow's flatbuffer classes.
 */
@NullMarked
package dev.colonnade.server.sql;

import org.jspecify.annotations.NullMarked;
