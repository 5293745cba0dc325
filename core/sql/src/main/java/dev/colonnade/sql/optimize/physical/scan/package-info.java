/**
 * Physical plans without inputs: scans of tables by the cheapest access path, values.
 *
 * <p>Start at {@link dev.colonnade.sql.optimize.physical.scan.TableScanPlanner}.
 */
@NullMarked
package dev.colonnade.sql.optimize.physical.scan;

import org.jspecify.annotations.NullMarked;
