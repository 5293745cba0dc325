/**
 * Formats of EXPLAIN: a plan as a tree of titles and typed properties, and its writers, which
 * produce the text, XML, JSON and YAML of PostgreSQL 15.
 *
 * <p>Start at {@link dev.colonnade.sql.explain.format.ExplainNode}, a displayed operator; {@link
 * dev.colonnade.sql.explain.format.ExplainFormat} writes a document of them. Depends on nothing.
 */
@NullMarked
package dev.colonnade.sql.explain.format;

import org.jspecify.annotations.NullMarked;
