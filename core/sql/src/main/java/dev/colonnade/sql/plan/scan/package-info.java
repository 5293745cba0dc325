/**
 * Scans that do more than read a table: projection, filter and limit go down into them, and the key
 * or index is chosen by which they find their rows.
 *
 * <p>Start at {@link dev.colonnade.sql.plan.scan.PushedScan} and {@link
 * dev.colonnade.sql.plan.scan.AccessChoice}. Depends on {@code sql.plan.lower}, {@code sql.schema},
 * {@code sql.function}, {@code sql.type}, {@code scan} and the catalog.
 */
@NullMarked
package dev.colonnade.sql.plan.scan;

import org.jspecify.annotations.NullMarked;
