/**
 * Statements with a WITH clause whose items change or lock rows.
 *
 * <p>Start at {@link dev.colonnade.sql.analyze.change.with.WithChangesAnalyzer}. Depends on {@code
 * sql.analyze.change.row} and {@code sql.analyze.scope}.
 */
@NullMarked
package dev.colonnade.sql.analyze.change.with;

import org.jspecify.annotations.NullMarked;
