/**
 * Physical plans of aggregations and windows.
 *
 * <p>Start at {@link dev.colonnade.sql.optimize.physical.aggregate.AggregatePlanner}.
 */
@NullMarked
package dev.colonnade.sql.optimize.physical.aggregate;

import org.jspecify.annotations.NullMarked;
