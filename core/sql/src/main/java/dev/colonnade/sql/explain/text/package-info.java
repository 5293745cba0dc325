/**
 * Texts of plans for EXPLAIN: names of relations and columns, predicates, and what they are derived
 * from. Pure functions of plans.
 *
 * <p>Start at {@link dev.colonnade.sql.explain.text.DisplayColumn}, the text of a column, and
 * {@link dev.colonnade.sql.explain.text.PredicateText}. Depends on {@code sql.physical}, {@code
 * sql.expression} and the catalog.
 */
@NullMarked
package dev.colonnade.sql.explain.text;

import org.jspecify.annotations.NullMarked;
