/**
 * Syntax tree of PL/pgSQL blocks.
 *
 * <p>Start at {@link dev.colonnade.sql.block.tree.ParsedBlock}, which consists of {@link
 * dev.colonnade.sql.block.tree.BlockStep}s with their SQL as {@link
 * dev.colonnade.sql.block.tree.SqlFragment}s. Depends on {@code error} only.
 */
@NullMarked
package dev.colonnade.sql.block.tree;

import org.jspecify.annotations.NullMarked;
