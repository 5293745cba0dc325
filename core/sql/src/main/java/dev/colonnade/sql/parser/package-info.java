/**
 * Parser of PostgreSQL's SQL: {@link dev.colonnade.sql.parser.SqlParser} returns the syntax of the
 * statements of a text, without a look at the catalog or at settings. Depends on the packages below
 * it, {@code sql.lexer} and {@code sql.syntax}.
 */
@NullMarked
package dev.colonnade.sql.parser;

import org.jspecify.annotations.NullMarked;
