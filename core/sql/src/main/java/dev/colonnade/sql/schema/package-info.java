/**
 * Catalog snapshot in the form that Calcite's validator and planner read.
 *
 * <p>Start at {@link dev.colonnade.sql.schema.SnapshotCatalogReader}. Depends on {@code sql.type},
 * {@code sql.system}, {@code catalog}, {@code statistics} and {@code type}.
 */
@NullMarked
package dev.colonnade.sql.schema;

import org.jspecify.annotations.NullMarked;
