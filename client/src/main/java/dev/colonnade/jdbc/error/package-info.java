/**
 * Mapping of failures to JDBC's exceptions.
 *
 * <p>Start at {@link dev.colonnade.jdbc.error.SqlFailures}. Depends on {@code jdbc.wire} and {@code
 * protocol}.
 */
@NullMarked
package dev.colonnade.jdbc.error;

import org.jspecify.annotations.NullMarked;
