/**
 * Tables and views whose rows statements change, and views that map to tables.
 *
 * <p>Start at {@link dev.colonnade.sql.analyze.change.relation.ChangedRelation}. Depends on {@code
 * sql.analyze.change.row}, {@code sql.parser} and the catalog.
 */
@NullMarked
package dev.colonnade.sql.analyze.change.relation;

import org.jspecify.annotations.NullMarked;
