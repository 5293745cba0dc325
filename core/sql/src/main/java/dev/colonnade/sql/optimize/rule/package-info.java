/**
 * Rules that rewrite logical plans: each class is one rule, or properties of plans and expressions
 * that rules test. A rule returns the plan itself if it changes nothing.
 *
 * <p>Start at {@link dev.colonnade.sql.optimize.rule.PredicatePushdown}. Depends on {@code
 * sql.logical}, {@code sql.expression} and {@code catalog}.
 */
@NullMarked
package dev.colonnade.sql.optimize.rule;

import org.jspecify.annotations.NullMarked;
