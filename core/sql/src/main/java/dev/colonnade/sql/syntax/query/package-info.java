/**
 * Syntax of queries, of statements that change rows, and of their expressions. The families refer
 * to each other: a query has expressions, which have subqueries, whose WITH has changes. {@link
 * dev.colonnade.sql.syntax.query.Query} and {@link dev.colonnade.sql.syntax.query.Expression} are
 * the start. Depends on {@code sql.syntax} only.
 */
@NullMarked
package dev.colonnade.sql.syntax.query;

import org.jspecify.annotations.NullMarked;
