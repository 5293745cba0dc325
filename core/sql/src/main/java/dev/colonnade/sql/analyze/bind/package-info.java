/**
 * Vocabulary of the analyzer: typed expressions, the state of the analysis of one statement, and
 * the interfaces by which expressions reach names, aggregates and subqueries of their query.
 *
 * <p>Start at {@link dev.colonnade.sql.analyze.bind.ExpressionContext}. Depends on {@code
 * sql.logical}, {@code sql.registry}, {@code sql.syntax} and the catalog.
 */
@NullMarked
package dev.colonnade.sql.analyze.bind;

import org.jspecify.annotations.NullMarked;
