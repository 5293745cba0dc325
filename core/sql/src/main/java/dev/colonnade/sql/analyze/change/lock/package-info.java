/**
 * Analysis of SELECT ... FOR UPDATE and its weaker forms.
 *
 * <p>Start at {@link dev.colonnade.sql.analyze.change.lock.LockAnalyzer}. Depends on {@code
 * sql.analyze.query} and {@code sql.analyze.change.row}.
 */
@NullMarked
package dev.colonnade.sql.analyze.change.lock;

import org.jspecify.annotations.NullMarked;
