/**
 * Errors of statements as clients see them.
 *
 * <p>Start at {@link dev.colonnade.sql.error.StatementErrors}. Depends on {@code error}.
 */
@NullMarked
package dev.colonnade.sql.error;

import org.jspecify.annotations.NullMarked;
