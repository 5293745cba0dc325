/**
 * Analysis of INSERT and UPSERT, with ON CONFLICT.
 *
 * <p>Start at {@link dev.colonnade.sql.analyze.change.insert.InsertAnalyzer}. Depends on {@code
 * sql.analyze.change.value} and {@code sql.analyze.change.relation}.
 */
@NullMarked
package dev.colonnade.sql.analyze.change.insert;

import org.jspecify.annotations.NullMarked;
