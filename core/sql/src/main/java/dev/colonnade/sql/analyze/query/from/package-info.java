/**
 * Analysis of FROM: relations, subqueries, functions and joins.
 *
 * <p>Start at {@link dev.colonnade.sql.analyze.query.from.FromAnalyzer}.
 */
@NullMarked
package dev.colonnade.sql.analyze.query.from;

import org.jspecify.annotations.NullMarked;
