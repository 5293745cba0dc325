/**
 * Stored expressions and queries as PostgreSQL prints them back, with the casts that its analysis
 * adds: {@code pg_get_expr}, {@code pg_get_viewdef} and the like.
 *
 * <p>Start at {@link dev.colonnade.sql.deparse.StoredExpressions} and {@link
 * dev.colonnade.sql.deparse.StoredQueries}: a text becomes a tree of {@link
 * dev.colonnade.sql.deparse.node.Node nodes} with types, which {@code ExpressionWriter} prints by
 * the rules of PostgreSQL's {@code ruleutils.c}. Depends on {@code sql.parser}, {@code
 * sql.registry}, {@code sql.analyze} and the catalog.
 */
@NullMarked
package dev.colonnade.sql.deparse;

import org.jspecify.annotations.NullMarked;
