/**
 * Physical plans of statements that change or lock rows.
 *
 * <p>Start at {@link dev.colonnade.sql.optimize.physical.change.ChangePlanner}.
 */
@NullMarked
package dev.colonnade.sql.optimize.physical.change;

import org.jspecify.annotations.NullMarked;
