/**
 * Reads the PL/pgSQL of a block: {@link dev.colonnade.sql.block.parse.BlockParser} gives {@link
 * dev.colonnade.sql.block.parse.Step}s, with the SQL in them as {@link
 * dev.colonnade.sql.block.parse.Fragment}s, and every variable found by its place. Depends on
 * nothing but errors.
 */
@NullMarked
package dev.colonnade.sql.block.parse;

import org.jspecify.annotations.NullMarked;
