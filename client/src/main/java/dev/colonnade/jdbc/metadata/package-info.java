/**
 * Implementation of {@code DatabaseMetaData} and the origin of result columns.
 *
 * <p>Start at {@link dev.colonnade.jdbc.metadata.JdbcDatabaseMetaData}, which queries the tables of
 * {@code pg_catalog}. Depends on {@code jdbc.error}, {@code jdbc.text}, {@code jdbc.value} and
 * {@code protocol.sql}.
 */
@NullMarked
package dev.colonnade.jdbc.metadata;

import org.jspecify.annotations.NullMarked;
