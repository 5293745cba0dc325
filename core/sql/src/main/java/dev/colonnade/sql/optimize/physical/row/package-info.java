/**
 * Physical plans whose columns are variables, and what the planner wants of them.
 *
 * <p>Start at {@link dev.colonnade.sql.optimize.physical.row.PlannedRows}.
 */
@NullMarked
package dev.colonnade.sql.optimize.physical.row;

import org.jspecify.annotations.NullMarked;
