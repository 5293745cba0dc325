/**
 * EXPLAIN: metrics of the operators of a plan, and its text and JSON formats.
 *
 * <p>Start at {@link dev.colonnade.sql.profile.PlanProfile}, which collects the metrics of one
 * execution; a {@link dev.colonnade.sql.profile.PlanNode} is a displayed operator, and {@link
 * dev.colonnade.sql.profile.PlanText} and {@link dev.colonnade.sql.profile.PlanJson} write a tree
 * of them. Depends on {@code clock} and {@code sql.vector.operator}.
 */
@NullMarked
package dev.colonnade.sql.profile;

import org.jspecify.annotations.NullMarked;
