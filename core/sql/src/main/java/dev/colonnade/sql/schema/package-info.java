/**
 * A snapshot of the catalogue as Calcite's validator and planner read it.
 *
 * <p>Start at {@link dev.colonnade.sql.schema.SnapshotReader}. Depends on {@code sql.type} and
 * {@code catalog}.
 */
@NullMarked
package dev.colonnade.sql.schema;

import org.jspecify.annotations.NullMarked;
