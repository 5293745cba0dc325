/**
 * Analysis of queries.
 *
 * <p>Start at {@link dev.colonnade.sql.analyze.query.QueryAnalyzer}.
 */
@NullMarked
package dev.colonnade.sql.analyze.query;

import org.jspecify.annotations.NullMarked;
