/**
 * Catalog snapshot in PostgreSQL's model: relations, indexes, constraints and types with their
 * OIDs, the DDL text of each, name resolution, and the implementation of the catalog services of
 * functions.
 *
 * <p>Start at {@link dev.colonnade.sql.system.object.SystemCatalogView}. Depends on {@code
 * sql.system}, {@code sql.function}, {@code sql.setting}, {@code sql.type}, {@code catalog}, {@code
 * statistics}, {@code advisory} and {@code type}.
 */
@NullMarked
package dev.colonnade.sql.system.object;

import org.jspecify.annotations.NullMarked;
