/**
 * SQL on the wire: types, columns, values of parameters, and what an answer says besides rows.
 *
 * <p>Start with {@link dev.colonnade.protocol.sql.SqlTypeInfo}, which says how values of a type
 * travel, and {@link dev.colonnade.protocol.sql.SqlValueWriter}. May depend on {@code protocol},
 * {@code protocol.schema}, the JDK and Netty's buffers only.
 */
@NullMarked
package dev.colonnade.protocol.sql;

import org.jspecify.annotations.NullMarked;
