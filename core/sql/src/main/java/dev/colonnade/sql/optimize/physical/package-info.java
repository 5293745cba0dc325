/**
 * Translation of logical plans into physical plans: algorithms of operators, references to columns
 * by position, and estimates.
 *
 * <p>Start at {@link dev.colonnade.sql.optimize.physical.PhysicalPlanner}.
 */
@NullMarked
package dev.colonnade.sql.optimize.physical;

import org.jspecify.annotations.NullMarked;
