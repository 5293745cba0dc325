/**
 * Lexer of SQL, one for parsing, splitting, blocks, shells and printing. {@link
 * dev.colonnade.sql.lexer.Tokens} is the start: the tokens of a text as arrays of kinds and
 * offsets, whose values are decoded when they are read. Depends on {@code error} only.
 */
@NullMarked
package dev.colonnade.sql.lexer;

import org.jspecify.annotations.NullMarked;
