/**
 * Reads of one row by a unique key, without a scan.
 *
 * <p>Start at {@link dev.colonnade.sql.execute.scan.point.PointReadOperator}. May depend on {@code
 * sql.execute.scan} and its dependencies.
 */
@NullMarked
package dev.colonnade.sql.execute.scan.point;

import org.jspecify.annotations.NullMarked;
