/**
 * Enforcement of table constraints: NOT NULL, CHECK, foreign keys, deferrable unique constraints.
 * Start at {@link dev.colonnade.engine.constraint.RowConstraints} and {@link
 * dev.colonnade.engine.constraint.ForeignKeyChecks}. May depend on {@code engine.index}, {@code
 * catalog}, {@code mvcc} and {@code sql.access}.
 */
@NullMarked
package dev.colonnade.engine.constraint;

import org.jspecify.annotations.NullMarked;
