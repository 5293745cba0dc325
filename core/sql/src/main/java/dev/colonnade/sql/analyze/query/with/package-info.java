/**
 * Analysis of WITH.
 *
 * <p>Start at {@link dev.colonnade.sql.analyze.query.with.WithAnalyzer}.
 */
@NullMarked
package dev.colonnade.sql.analyze.query.with;

import org.jspecify.annotations.NullMarked;
