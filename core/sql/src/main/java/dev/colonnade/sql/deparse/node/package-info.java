/**
 * Expressions and queries with the types and casts that PostgreSQL's parse analysis gives them:
 * {@link dev.colonnade.sql.deparse.node.Node} and {@link dev.colonnade.sql.deparse.node.QueryNode},
 * and their builders from syntax. Depends on {@code sql.parser}, {@code sql.registry}, {@code
 * sql.analyze} and the catalog.
 */
@NullMarked
package dev.colonnade.sql.deparse.node;

import org.jspecify.annotations.NullMarked;
