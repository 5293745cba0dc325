/**
 * Access paths of tables: predicates that scans decide, keys that are searched, and their costs.
 *
 * <p>Start at {@link dev.colonnade.sql.optimize.access.AccessPaths}.
 */
@NullMarked
package dev.colonnade.sql.optimize.access;

import org.jspecify.annotations.NullMarked;
