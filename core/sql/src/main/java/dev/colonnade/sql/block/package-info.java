/**
 * Interpreter of PL/pgSQL blocks (DO).
 *
 * <p>Start at {@link dev.colonnade.sql.block.BlockInterpreter}, which executes the tree that {@code
 * sql.block.parse} reads. The session evaluates all SQL expressions and statements, through the
 * interface {@link dev.colonnade.sql.block.BlockSession}; variables are their parameters. Depends
 * on {@code sql.block.parse} and {@code sql.type}.
 */
@NullMarked
package dev.colonnade.sql.block;

import org.jspecify.annotations.NullMarked;
