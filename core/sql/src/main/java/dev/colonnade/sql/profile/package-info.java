/**
 * What the operators of a plan did while it ran, and how it is shown: EXPLAIN.
 *
 * <p>Start at {@link dev.colonnade.sql.profile.PlanProfile}, which holds the figures of one run; a
 * {@link dev.colonnade.sql.profile.PlanNode} is an operator with what is known of it, and {@link
 * dev.colonnade.sql.profile.PlanText} and {@link dev.colonnade.sql.profile.PlanJson} write a tree
 * of them. Depends on {@code clock} and {@code sql.vector.operator}.
 */
@NullMarked
package dev.colonnade.sql.profile;

import org.jspecify.annotations.NullMarked;
