/**
 * Parser of PL/pgSQL: {@link dev.colonnade.sql.block.parse.BlockParser} returns a tree of {@link
 * dev.colonnade.sql.block.tree.BlockStep}s, with their SQL as {@link
 * dev.colonnade.sql.block.tree.SqlFragment}s, and all variables resolved to their indexes. Depends
 * on {@code error}, {@code sql.lexer}, {@code sql.parser}, {@code sql.syntax} and {@code
 * sql.frontend.text}.
 */
@NullMarked
package dev.colonnade.sql.block.parse;

import org.jspecify.annotations.NullMarked;
