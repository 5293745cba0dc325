/**
 * Analysis of UPDATE, DELETE and MERGE.
 *
 * <p>Start at {@link dev.colonnade.sql.analyze.change.update.UpdateAnalyzer}. Depends on {@code
 * sql.analyze.change.value}, {@code sql.analyze.change.relation} and {@code
 * sql.analyze.query.from}.
 */
@NullMarked
package dev.colonnade.sql.analyze.change.update;

import org.jspecify.annotations.NullMarked;
