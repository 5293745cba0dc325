/**
 * Values that statements write to columns: the lists of INSERT, SET, defaults and identities.
 *
 * <p>Start at {@link dev.colonnade.sql.analyze.change.value.ValueAnalyzer}. Depends on {@code
 * sql.analyze.change.relation} and {@code sql.analyze.change.row}.
 */
@NullMarked
package dev.colonnade.sql.analyze.change.value;

import org.jspecify.annotations.NullMarked;
