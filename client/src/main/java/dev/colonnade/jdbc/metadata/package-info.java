/**
 * What tools ask about a database before they do anything with it.
 *
 * <p>Start at {@link dev.colonnade.jdbc.metadata.JdbcDatabaseMetaData}: it asks the server's own
 * catalogue, by the tables of {@code pg_catalog}. Depends on {@code jdbc.error}, {@code jdbc.text},
 * {@code jdbc.value} and {@code protocol.sql}.
 */
@NullMarked
package dev.colonnade.jdbc.metadata;

import org.jspecify.annotations.NullMarked;
