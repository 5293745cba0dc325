/**
 * Parser of queries, of statements that change rows, of expressions and types, by recursive descent
 * and precedence climbing. {@link dev.colonnade.sql.parser.query.QueryGrammar} is the entry.
 * Depends on {@code sql.parser.token}, {@code sql.syntax.query} and what they use.
 */
@NullMarked
package dev.colonnade.sql.parser.query;

import org.jspecify.annotations.NullMarked;
