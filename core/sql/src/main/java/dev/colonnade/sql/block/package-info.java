/**
 * Runs blocks of PL/pgSQL, as DO has them: {@link dev.colonnade.sql.block.BlockInterpreter} goes
 * through what {@code sql.block.parse} has read. Every expression and statement of SQL is one that
 * the session runs, behind the door {@link dev.colonnade.sql.block.BlockSession}; variables are its
 * parameters. Depends on {@code sql.block.parse} and {@code sql.type}.
 */
@NullMarked
package dev.colonnade.sql.block;

import org.jspecify.annotations.NullMarked;
