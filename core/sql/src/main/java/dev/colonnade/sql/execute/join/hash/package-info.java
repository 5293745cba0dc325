/**
 * Internals of the hash join: tables of the build side, and passes of the probe side over them.
 *
 * <p>Start at {@link dev.colonnade.sql.execute.join.hash.JoinPass}, which joins one table with one
 * probe side; {@link dev.colonnade.sql.execute.join.hash.TableProbe} is the part of a thread.
 * Depends on {@code sql.execute}, {@code sql.physical}, {@code sql.expression} and {@code
 * sql.vector}.
 */
@NullMarked
package dev.colonnade.sql.execute.join.hash;

import org.jspecify.annotations.NullMarked;
