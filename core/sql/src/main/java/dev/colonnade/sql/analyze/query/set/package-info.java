/**
 * Analysis of UNION, INTERSECT and EXCEPT.
 *
 * <p>Start at {@link dev.colonnade.sql.analyze.query.set.SetOperationAnalyzer}.
 */
@NullMarked
package dev.colonnade.sql.analyze.query.set;

import org.jspecify.annotations.NullMarked;
