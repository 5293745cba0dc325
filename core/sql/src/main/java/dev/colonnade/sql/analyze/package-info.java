/**
 * Semantic analysis of statements of data: from syntax to typed logical plans.
 *
 * <p>Start at {@link dev.colonnade.sql.analyze.Analyzer}. Below it are the scopes of names, the
 * types, the expressions, the queries and the changes.
 */
@NullMarked
package dev.colonnade.sql.analyze;

import org.jspecify.annotations.NullMarked;
