/**
 * Enforcement of table constraints: NOT NULL, CHECK, foreign keys, deferrable unique constraints.
 *
 * <p>Start at {@link dev.colonnade.engine.rule.RowChecks} and {@link dev.colonnade.engine.rule.ForeignKeys}. May depend on {@code engine.index}, {@code catalog}, {@code mvcc} and {@code sql.access}.
 */
@NullMarked
package dev.colonnade.engine.rule;

import org.jspecify.annotations.NullMarked;
