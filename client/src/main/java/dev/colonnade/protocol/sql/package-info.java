/**
 * SQL in the wire protocol: types, columns, parameter values, and the parts of a response besides
 * its rows.
 *
 * <p>Start with {@link dev.colonnade.protocol.sql.SqlTypeInfo}, which defines the transport type of
 * values, and {@link dev.colonnade.protocol.sql.SqlValueWriter}. May depend on {@code protocol},
 * {@code protocol.schema}, {@code protocol.result}, {@code protocol.session}, the JDK and Netty's
 * buffers only.
 */
@NullMarked
package dev.colonnade.protocol.sql;

import org.jspecify.annotations.NullMarked;
