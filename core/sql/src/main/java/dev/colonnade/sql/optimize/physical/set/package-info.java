/**
 * Physical plans of set operations, recursion and common table expressions.
 *
 * <p>Start at {@link dev.colonnade.sql.optimize.physical.set.SetPlanner}.
 */
@NullMarked
package dev.colonnade.sql.optimize.physical.set;

import org.jspecify.annotations.NullMarked;
