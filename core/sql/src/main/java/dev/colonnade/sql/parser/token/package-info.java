/**
 * Cursor over the tokens of a text, for parsers by recursive descent: {@link
 * dev.colonnade.sql.parser.token.TokenStream}, and {@link dev.colonnade.sql.parser.token.Names} for
 * identifiers by the categories of keywords. Depends on {@code error}, {@code sql.lexer} and {@code
 * sql.syntax}.
 */
@NullMarked
package dev.colonnade.sql.parser.token;

import org.jspecify.annotations.NullMarked;
