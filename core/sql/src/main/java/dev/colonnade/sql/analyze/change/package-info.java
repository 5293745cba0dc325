/**
 * Analysis of INSERT, UPDATE, DELETE and MERGE, and of row locks, into logical plans.
 *
 * <p>Start at {@link dev.colonnade.sql.analyze.change.ChangeAnalyzer}. Depends on {@code
 * sql.analyze.query}, {@code sql.analyze.expression}, {@code sql.analyze.table} and {@code
 * sql.logical}.
 */
@NullMarked
package dev.colonnade.sql.analyze.change;

import org.jspecify.annotations.NullMarked;
