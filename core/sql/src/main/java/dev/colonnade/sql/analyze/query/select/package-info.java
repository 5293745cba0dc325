/**
 * Analysis of SELECT: its list, its clauses, and the plan of them all.
 *
 * <p>Start at {@link dev.colonnade.sql.analyze.query.select.SelectAnalyzer}. Depends on {@code
 * analyze.query.from}, {@code analyze.query.group} and {@code analyze.query.window}.
 */
@NullMarked
package dev.colonnade.sql.analyze.query.select;

import org.jspecify.annotations.NullMarked;
